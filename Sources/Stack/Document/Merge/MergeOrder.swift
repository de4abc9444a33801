// In which order the tasks stand after a merge.

/// The order of the tasks after a merge. Tasks are known by their numbers.
struct MergeOrder {
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
  static func open(
    ours: [Int], theirs: [Int], base: [Int?], added: (Int) -> [UInt8]
  ) -> [Int] {
    var isOurs = [Bool](repeating: false, count: base.count)
    for task in ours { isOurs[task] = true }
    var isCommon = [Bool](repeating: false, count: base.count)
    for task in theirs where isOurs[task] { isCommon[task] = true }
    func isAsItWas(_ side: [Int]) -> Bool {
      let places = side.compactMap { isCommon[$0] ? base[$0] : nil }
      return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }
    let frame = isAsItWas(ours) && !isAsItWas(theirs) ? theirs : ours

    let one = Runs(ours, between: isCommon)
    let other = Runs(theirs, between: isCommon)
    var order = braided(one.front, other.front, by: added, newestFirst: true)
    for task in frame where isCommon[task] {
      order.append(task)
      order += braided(one.behind[task] ?? [], other.behind[task] ?? [], by: added)
    }
    return order + braided(one.back, other.back, by: added)
  }

  /// What stands on one side alone, in runs between the tasks that both have.
  private struct Runs {
    var front: ArraySlice<Int> = []
    /// What stands behind each.
    var behind: [Int: ArraySlice<Int>] = [:]
    var back: ArraySlice<Int> = []

    init(_ side: [Int], between isCommon: [Bool]) {
      var start = 0
      var last: Int?
      for (place, task) in side.enumerated() where isCommon[task] {
        if let last, start < place { behind[last] = side[start..<place] }
        if last == nil { front = side[..<place] }
        last = task
        start = place + 1
      }
      back = side[start...]
    }
  }

  /// Two runs as one, each in its own order, and by date between each other. In a tie the first comes first.
  static func braided(
    _ one: ArraySlice<Int>, _ other: ArraySlice<Int>, by date: (Int) -> [UInt8], newestFirst: Bool = false
  ) -> [Int] {
    if one.isEmpty || other.isEmpty { return Array(one + other) }
    var result: [Int] = []
    var rest = other.map { (task: $0, date: date($0)) }[...]
    for task in one {
      let date = date(task)
      while let next = rest.first,
        newestFirst
          ? date.lexicographicallyPrecedes(next.date) : next.date.lexicographicallyPrecedes(date)
      {
        result.append(next.task)
        rest = rest.dropFirst()
      }
      result.append(task)
    }
    return result + rest.map { $0.task }
  }
}
