/// A task that at least one copy has, as its index among the elements of each copy.
struct TaskMatch {
  let base: Int?
  let ours: Int?
  let theirs: Int?

  /// Matches the tasks of three copies one to one (<doc:Merging#Which-tasks-are-the-same>). The
  /// result has our tasks in the order of our copy, then those that only the other copy has, then
  /// those that both deleted.
  static func matches(base: MergeInput, ours: MergeInput, theirs: MergeInput) -> [TaskMatch] {
    // In `our` and `their`, the base is the first list; in `new`, that is our copy.
    let our = Matching(base.elements, ours.elements)
    let their = Matching(base.elements, theirs.elements)
    let new = Matching(ours.elements, theirs.elements, our.unmatchedSecond, their.unmatchedSecond)
    var tasks = ours.elements.indices.map { index in
      let base = our.partnerOfSecond[index]
      let theirs = new.partnerOfFirst[index] ?? base.flatMap { their.partnerOfFirst[$0] }
      return TaskMatch(base: base, ours: index, theirs: theirs)
    }
    for index in theirs.elements.indices where new.partnerOfSecond[index] == nil {
      let base = their.partnerOfSecond[index]
      let isInOurs = base.map { our.partnerOfFirst[$0] != nil } == true
      if !isInOurs { tasks.append(TaskMatch(base: base, ours: nil, theirs: index)) }
    }
    for index in base.elements.indices
    where our.partnerOfFirst[index] == nil && their.partnerOfFirst[index] == nil {
      tasks.append(TaskMatch(base: index, ours: nil, theirs: nil))
    }
    return tasks
  }
}

/// The matches between two lists of elements, one to one: equal elements, then those with the same
/// `added` and title, then those with the same identity. Of several candidates, the first is
/// matched with the first.
struct Matching {
  /// For each element of the second list, its partner in the first one.
  private(set) var partnerOfSecond: [Int?]
  /// For each element of the first list, its partner in the second one.
  private(set) var partnerOfFirst: [Int?]
  /// The elements of each list that have no partner, in order.
  private(set) var unmatchedFirst: [Int]
  private(set) var unmatchedSecond: [Int]

  /// - Parameters:
  ///   - firstIndices: The elements of the first list to be matched; `nil` for all.
  ///   - secondIndices: The same for the second list.
  init(
    _ first: [TaskVersion], _ second: [TaskVersion], _ firstIndices: [Int]? = nil,
    _ secondIndices: [Int]? = nil
  ) {
    unmatchedFirst = firstIndices ?? Array(first.indices)
    unmatchedSecond = secondIndices ?? Array(second.indices)
    partnerOfSecond = Array(repeating: nil, count: second.count)
    partnerOfFirst = Array(repeating: nil, count: first.count)
    match(first, second) { $0.meaning }
    match(first, second) { $0.addedAndTitle }
    match(first, second) { $0.identity }
  }

  private mutating func match(
    _ first: [TaskVersion], _ second: [TaskVersion], by key: (TaskVersion) -> JSONDigest
  ) {
    if unmatchedFirst.isEmpty || unmatchedSecond.isEmpty { return }
    // The first candidate is at the end.
    var candidates = Dictionary(grouping: unmatchedFirst.reversed()) { key(first[$0]) }
    for index in unmatchedSecond {
      guard let partner = candidates[key(second[index])]?.popLast() else { continue }
      partnerOfSecond[index] = partner
      partnerOfFirst[partner] = index
    }
    unmatchedFirst.removeAll { partnerOfFirst[$0] != nil }
    unmatchedSecond.removeAll { partnerOfSecond[$0] != nil }
  }
}
