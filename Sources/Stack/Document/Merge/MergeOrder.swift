/// Orders the open tasks of a merged stack, which are identified by numbers.
enum MergeOrder {
  /// The open tasks of a merged stack, by their numbers, in the order of <doc:Merging#Rules-with-a-common-ancestor>.
  ///
  /// - Parameters:
  ///   - ours: Our open tasks that stay open, in their order. `theirs` is the same for the other side.
  ///   - base: The index of each task among the open ones of the base; `nil` if it isn't there.
  ///   - added: The date when a task was added.
  static func open(ours: [Int], theirs: [Int], base: [Int?], added: (Int) -> [UInt8]) -> [Int] {
    var sideCounts = [Int](repeating: 0, count: base.count)
    for task in ours + theirs { sideCounts[task] += 1 }
    func isCommon(_ task: Int) -> Bool { sideCounts[task] == 2 }
    func isInBaseOrder(_ side: [Int]) -> Bool {
      let places = side.filter(isCommon).compactMap { base[$0] }
      return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }
    let orderingSide = isInBaseOrder(ours) && !isInBaseOrder(theirs) ? theirs : ours

    let (front, back) = (base.count, base.count + 1)
    /// The tasks that are open on one side only, by the common task before them: at `front` if there is none, but at
    /// `back` if no common task follows.
    func insertions(_ side: [Int]) -> [[Int]] {
      var insertions = [[Int]](repeating: [], count: base.count + 2)
      var last = front
      for task in side {
        if isCommon(task) { last = task } else { insertions[last].append(task) }
      }
      insertions.swapAt(last, back)
      return insertions
    }
    let (one, other) = (insertions(ours), insertions(theirs))
    var order: [Int] = []
    for place in [front] + orderingSide.filter(isCommon) + [back] {
      if place < front { order.append(place) }
      // Each side's tasks keep their order; they interleave by date (at the front, the newest first), with ours first
      // on a tie.
      var rest = other[place][...]
      for task in one[place] {
        let date = rest.isEmpty ? [] : added(task)
        while let next = rest.first {
          let (earlier, later) = place == front ? (date, added(next)) : (added(next), date)
          guard earlier.lexicographicallyPrecedes(later) else { break }
          order.append(rest.removeFirst())
        }
        order.append(task)
      }
      order += rest
    }
    return order
  }
}
