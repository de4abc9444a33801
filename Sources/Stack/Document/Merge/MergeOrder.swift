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
    var isOurs = [Bool](repeating: false, count: base.count)
    for task in ours { isOurs[task] = true }
    var isCommon = [Bool](repeating: false, count: base.count)
    for task in theirs where isOurs[task] { isCommon[task] = true }
    func isAsItWas(_ side: [Int]) -> Bool {
      let places = side.compactMap { isCommon[$0] ? base[$0] : nil }
      return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }
    let frame = isAsItWas(ours) && !isAsItWas(theirs) ? theirs : ours

    let (front, back) = (-1, base.count)
    /// What stands on one side alone, by the common task that it stands behind.
    func insertions(_ side: [Int]) -> [Int: [Int]] {
      var insertions: [Int: [Int]] = [:]
      var last = front
      for task in side {
        if isCommon[task] { last = task } else { insertions[last, default: []].append(task) }
      }
      insertions[back] = insertions.removeValue(forKey: last)
      return insertions
    }
    let (one, other) = (insertions(ours), insertions(theirs))
    var order: [Int] = []
    for place in [front] + frame.filter({ isCommon[$0] }) + [back] {
      if place != front, place != back { order.append(place) }
      order += interleaved(one[place] ?? [], other[place] ?? [], by: added, newestFirst: place == front)
    }
    return order
  }

  /// Two sequences as one, each in its own order, and by date between each other. In a tie the first comes first.
  private static func interleaved(
    _ one: [Int], _ other: [Int], by date: (Int) -> [UInt8], newestFirst: Bool
  ) -> [Int] {
    if one.isEmpty || other.isEmpty { return one + other }
    var result: [Int] = []
    var rest = other.map { (task: $0, date: date($0)) }[...]
    for task in one {
      let date = date(task)
      while let next = rest.first,
        newestFirst ? date.lexicographicallyPrecedes(next.date) : next.date.lexicographicallyPrecedes(date)
      {
        result.append(next.task)
        rest = rest.dropFirst()
      }
      result.append(task)
    }
    return result + rest.map { $0.task }
  }
}
