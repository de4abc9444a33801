extension Array {
  /// The elements sorted by a number that each of them has. Those with the same number stay in
  /// their order.
  func sorted(byNumber number: (Element) -> Int) -> [Element] {
    sortedIndices(map(number)).map { self[$0] }
  }
}

/// The indices of numbers, sorted by the numbers. It isn't generic, because the small build has a
/// sorting algorithm of its own for each type of element that is sorted.
private func sortedIndices(_ numbers: [Int]) -> [Int] {
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}
