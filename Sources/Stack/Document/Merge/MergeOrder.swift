// In which order the tasks of a merged list stand.

/// Puts the tasks of the three copies of a list in order.
///
/// What nobody moved stands as in the base; it is the frame. All else stands where the side has it that
/// placed it: behind the same task of the frame. What is new in front of the first task of the base comes
/// before everything, and what is new behind the last one comes after everything.
struct MergeOrder {
  /// A task as far as its place is concerned.
  struct Item {
    /// Where it stands in each copy of this list, `nil` where it doesn't.
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// Whether the base had it, in whatever list.
    var isKnown: Bool
    /// When it was added.
    var added: MergeDate?
    /// Whether it is to stand in the merged list.
    var isKept: Bool
  }

  /// The two sides.
  private enum Side {
    case ours
    case theirs
  }

  private let items: [Item]
  private let base: [Int]
  /// Who decides where a task stands; `nil` for the frame.
  private var placing: [Side?]

  /// The order of a merged list.
  ///
  /// - Parameters:
  ///   - items: All tasks.
  ///   - base: Which of them stand in the base's list, in its order.
  ///   - ours: Likewise for ours.
  ///   - theirs: Likewise for theirs.
  /// - Returns: Which of them stand in the merged list, in order.
  static func merged(_ items: [Item], base: [Int], ours: [Int], theirs: [Int]) -> [Int] {
    let order = MergeOrder(items, base: base, ours: ours, theirs: theirs)
    return order.merged(Runs(of: ours, by: .ours, in: order), Runs(of: theirs, by: .theirs, in: order))
  }

  private init(_ items: [Item], base: [Int], ours: [Int], theirs: [Int]) {
    self.items = items
    self.base = base
    placing = items.map { $0.base != nil ? nil : $0.ours != nil ? .ours : .theirs }
    // Where both moved a task, ours did.
    for item in Self.moved(theirs, items) { placing[item] = .theirs }
    for item in Self.moved(ours, items) { placing[item] = .ours }
  }

  /// Which tasks a side moved.
  private static func moved(_ list: [Int], _ items: [Item]) -> [Int] {
    let common = list.filter { items[$0].base != nil }
    let isUnmoved = longestIncreasingSubsequence(of: common.map { items[$0].base ?? 0 })
    return zip(common, isUnmoved).compactMap { item, isUnmoved in isUnmoved ? nil : item }
  }

  // MARK: Runs

  /// What a side has placed, in its own order.
  private struct Runs {
    /// What is new in front of the first task that the base knows.
    var front: [Int] = []
    /// What stands behind each task of the frame, by its place in the base; -1 stands for the beginning.
    var inner: [(frame: Int, items: [Int])] = []
    /// What is new behind the last task that the base knows.
    var back: [Int] = []

    init(of list: [Int], by side: Side, in order: MergeOrder) {
      let items = order.items
      let firstKnown = list.firstIndex { items[$0].isKnown } ?? 0
      let endOfKnown = (list.lastIndex { items[$0].isKnown } ?? -1) + 1
      var frame = -1
      for (index, item) in list.enumerated() {
        if let place = items[item].base, order.placing[item] == nil {
          frame = place
          continue
        }
        // What is new on both sides is ours, but in theirs it says what stands before and behind it.
        guard items[item].isKept, order.placing[item] == side || !items[item].isKnown else { continue }
        if index < firstKnown {
          front.append(item)
        } else if index >= endOfKnown {
          back.append(item)
        } else {
          if inner.last?.frame != frame { inner.append((frame, [])) }
          inner[inner.count - 1].items.append(item)
        }
      }
    }
  }

  private func merged(_ ours: Runs, _ theirs: Runs) -> [Int] {
    var result = interleaved(ours.front, theirs.front, .newestFirst)
    var ourRuns = ours.inner[...]
    var theirRuns = theirs.inner[...]
    func appendRuns(behind frame: Int) {
      let ourRun = ourRuns.first?.frame == frame ? ourRuns.removeFirst().items : []
      let theirRun = theirRuns.first?.frame == frame ? theirRuns.removeFirst().items : []
      if ourRun.isEmpty && theirRun.isEmpty { return }
      result += interleaved(ourRun, theirRun, .oldestFirst)
    }
    appendRuns(behind: -1)
    for item in base where placing[item] == nil {
      if items[item].isKept { result.append(item) }
      appendRuns(behind: items[item].base ?? -1)
    }
    // Where the base knows nothing at all, what both have stands for it.
    return result + interleaved(ours.back, theirs.back, base.isEmpty ? .aroundCommon : .oldestFirst)
  }

  // MARK: Interleaving

  /// How the tasks of both sides mix.
  private enum Mixture {
    case oldestFirst
    case newestFirst
    /// The oldest first, but the newest first before what both sides have.
    case aroundCommon
  }

  /// The tasks of both sides, each side's in its own order.
  private func interleaved(_ ours: [Int], _ theirs: [Int], _ mixture: Mixture) -> [Int] {
    if theirs.isEmpty { return ours }
    var placeInOurs: [Int: Int] = [:]
    for (place, item) in ours.enumerated() where items[item].theirs != nil { placeInOurs[item] = place }
    let common = theirs.filter { placeInOurs[$0] != nil }
    let isInOrder = longestIncreasingSubsequence(of: common.map { placeInOurs[$0] ?? 0 })
    let meetings = zip(common, isInOrder).compactMap { item, isInOrder in isInOrder ? item : nil }

    var result: [Int] = []
    result.reserveCapacity(ours.count + theirs.count)
    var ourRest = ours[...]
    var theirRest = theirs[...]
    var newestFirst = mixture == .newestFirst || mixture == .aroundCommon && !meetings.isEmpty
    for meeting in meetings + [-1] {
      mix(&ourRest, &theirRest, until: meeting, newestFirst, &result)
      if meeting >= 0 { result.append(meeting) }
      if mixture == .aroundCommon { newestFirst = false }
    }
    return result
  }

  /// Mixes what comes before a task that both sides have, and passes that task.
  private func mix(
    _ ours: inout ArraySlice<Int>, _ theirs: inout ArraySlice<Int>, until meeting: Int, _ newestFirst: Bool,
    _ result: inout [Int]
  ) {
    while true {
      // In theirs, what is ours is not theirs to place.
      while let item = theirs.first, item != meeting, items[item].ours != nil, placing[item] == .ours {
        theirs.removeFirst()
      }
      let ourItem = ours.first == meeting ? nil : ours.first
      let theirItem = theirs.first == meeting ? nil : theirs.first
      if let theirItem, ourItem.map({ comes(theirItem, before: $0, newestFirst) }) ?? true {
        result.append(theirItem)
        theirs.removeFirst()
      } else if let ourItem {
        result.append(ourItem)
        ours.removeFirst()
      } else {
        ours = ours.dropFirst()
        theirs = theirs.dropFirst()
        return
      }
    }
  }

  /// Whether one of their tasks comes before one of ours. In a tie ours comes first.
  private func comes(_ theirs: Int, before ours: Int, _ newestFirst: Bool) -> Bool {
    let one = items[theirs]
    let other = items[ours]
    switch (one.isKnown, other.isKnown) {
    // What was moved stays beside its neighbour: in the order that both sides agree on, else in the base's.
    case (true, true):
      if let first = one.ours, let second = other.ours, let third = one.theirs, let fourth = other.theirs,
        (first < second) == (third < fourth)
      {
        return first < second
      }
      return (one.base ?? -1) < (other.base ?? -1)
    case (true, false): return true
    case (false, true): return false
    case (false, false):
      return newestFirst
        ? MergeDate.isEarlier(other.added, one.added) : MergeDate.isEarlier(one.added, other.added)
    }
  }
}
