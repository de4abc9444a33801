// In which order the tasks stand after a merge.

/// The order of the tasks after a merge. Tasks are known by their numbers.
enum MergeOrder {
  /// Puts the open tasks in order.
  ///
  /// Those that are open on both sides stand as in the copy that rearranged them, in ours if both did. What is open
  /// on one side alone follows what it follows there.
  ///
  /// - Parameters:
  ///   - ours: The tasks that stay open, as they stand in ours.
  ///   - theirs: Those that stand in theirs.
  ///   - base: For each task its place among the open ones of the base; `nil` if it wasn't there.
  ///   - added: When a task was added.
  static func open(ours: [Int], theirs: [Int], base: [Int?], added: (Int) -> [UInt8]) -> [Int] {
    let common = Set(ours).intersection(theirs)
    func isAsItWas(_ side: [Int]) -> Bool {
      let places = side.filter(common.contains).compactMap { base[$0] }
      return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }
    let frame = isAsItWas(ours) && !isAsItWas(theirs) ? theirs : ours

    let (front, back) = (-1, base.count)
    /// What stands on one side alone, by the common task that it stands behind.
    func insertions(_ side: [Int]) -> [Int: [Int]] {
      var insertions: [Int: [Int]] = [:]
      var last = front
      for task in side {
        if common.contains(task) { last = task } else { insertions[last, default: []].append(task) }
      }
      insertions[back] = insertions.removeValue(forKey: last)
      return insertions
    }
    let (one, other) = (insertions(ours), insertions(theirs))
    var order: [Int] = []
    for place in [front] + frame.filter(common.contains) + [back] {
      if place != front, place != back { order.append(place) }
      // Each in its own order, and by date between each other. In a tie ours comes first.
      var rest = (other[place] ?? [])[...]
      for task in one[place] ?? [] {
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
