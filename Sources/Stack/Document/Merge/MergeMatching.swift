// Which tasks of the three copies are one and the same.

/// A task, and where it stands in each copy: its index in `entries`, `nil` where it isn't there.
struct MatchedTask {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

/// Finds the tasks of three copies that are one and the same.
///
/// Each step takes time in proportion to the number of tasks, however many of them are alike.
struct MergeMatching {
  /// What two tasks must have in common to be the same.
  private enum Criterion {
    /// All bytes.
    case bytes
    /// All bytes but those of an ending.
    case bytesWithoutEnding
    /// The time at which they were added (or none), and the title.
    case addedAndTitle
    /// The time at which they were added.
    case added
  }

  private let base: MergeCopy
  private let ours: MergeCopy
  private let theirs: MergeCopy
  private var baseOfOurs: [Int?]
  private var baseOfTheirs: [Int?]
  private var oursOfBase: [Int?]
  private var oursOfTheirs: [Int?]
  private var theirsOfBase: [Int?]
  private var theirsOfOurs: [Int?]

  /// All tasks: those of ours, then those that are only theirs, then those that are only in the base.
  static func matched(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) -> [MatchedTask] {
    var matching = MergeMatching(base: base, ours: ours, theirs: theirs)
    matching.match()
    return matching.tasks
  }

  private init(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    baseOfOurs = Array(repeating: nil, count: ours.entries.count)
    theirsOfOurs = baseOfOurs
    baseOfTheirs = Array(repeating: nil, count: theirs.entries.count)
    oursOfTheirs = baseOfTheirs
    oursOfBase = Array(repeating: nil, count: base.entries.count)
    theirsOfBase = oursOfBase
  }

  private var tasks: [MatchedTask] {
    var tasks = ours.entries.indices.map {
      MatchedTask(base: baseOfOurs[$0], ours: $0, theirs: theirsOfOurs[$0])
    }
    for index in theirs.entries.indices where oursOfTheirs[index] == nil {
      tasks.append(MatchedTask(base: baseOfTheirs[index], ours: nil, theirs: index))
    }
    for index in base.entries.indices where oursOfBase[index] == nil && theirsOfBase[index] == nil {
      tasks.append(MatchedTask(base: index, ours: nil, theirs: nil))
    }
    return tasks
  }

  private mutating func match() {
    // What is surest comes first.
    matchSides(by: .bytes)
    matchWithBase(by: .bytes)
    matchWithBase(by: .bytesWithoutEnding)
    matchSides(by: .bytesWithoutEnding)
    matchWithBase(by: .addedAndTitle)
    matchSides(by: .addedAndTitle)
    matchWithBaseByAdded()
  }

  // MARK: Links

  private mutating func link(ours index: Int, theirs other: Int) {
    theirsOfOurs[index] = other
    oursOfTheirs[other] = index
    if let task = baseOfOurs[index] ?? baseOfTheirs[other] {
      baseOfOurs[index] = task
      oursOfBase[task] = index
      baseOfTheirs[other] = task
      theirsOfBase[task] = other
    }
  }

  private mutating func link(ours index: Int, base task: Int) {
    baseOfOurs[index] = task
    oursOfBase[task] = index
    if let other = theirsOfBase[task] ?? theirsOfOurs[index] { link(ours: index, theirs: other) }
  }

  private mutating func link(theirs index: Int, base task: Int) {
    baseOfTheirs[index] = task
    theirsOfBase[task] = index
    if let other = oursOfBase[task] { link(ours: other, theirs: index) }
  }

  // MARK: Steps

  /// Matches what is left on both sides with each other.
  @_optimize(size)
  private mutating func matchSides(by criterion: Criterion) {
    var numbering = Numbering()
    let ourKeys = keys(criterion, ours, &numbering) { theirsOfOurs[$0] == nil }
    let theirKeys = keys(criterion, theirs, &numbering) { oursOfTheirs[$0] == nil }
    for inSameList in [true, false] {
      let left = inLists(ourKeys, ours, same: inSameList)
      let right = inLists(theirKeys, theirs, same: inSameList)
      // Of those that are alike but for what was changed, nobody knows which is which.
      let isSure = criterion != .addedAndTitle
      let ourCounts = counts(of: left.indices.map { theirsOfOurs[$0] == nil ? left[$0] : nil }, numbering)
      let theirCounts = counts(of: right.indices.map { oursOfTheirs[$0] == nil ? right[$0] : nil }, numbering)
      // Two that are different tasks of the base can't be one.
      for (isLeftKnown, isRightKnown) in [(false, false), (true, false), (false, true)] {
        let pairs = pairedInOrder(
          left.indices.filter { index in
            theirsOfOurs[index] == nil && (baseOfOurs[index] != nil) == isLeftKnown
              && (isSure || left[index].map { ourCounts[$0] == 1 && theirCounts[$0] == 1 } ?? false)
          }, left,
          right.indices.filter { oursOfTheirs[$0] == nil && (baseOfTheirs[$0] != nil) == isRightKnown },
          right, below: numbering.count * 2)
        for (index, other) in pairs { link(ours: index, theirs: other) }
      }
    }
  }

  /// Matches what is left on either side with what is left of the base.
  @_optimize(size)
  private mutating func matchWithBase(by criterion: Criterion) {
    var numbering = Numbering()
    let baseKeys = keys(criterion, base, &numbering) { oursOfBase[$0] == nil || theirsOfBase[$0] == nil }
    if numbering.count == 0 { return }
    let ourKeys = keys(criterion, ours, &numbering) { baseOfOurs[$0] == nil }
    let theirKeys = keys(criterion, theirs, &numbering) { baseOfTheirs[$0] == nil }
    let limit = numbering.count * 2
    for inSameList in [true, false] {
      let middle = inLists(baseKeys, base, same: inSameList)
      let left = inLists(ourKeys, ours, same: inSameList)
      let right = inLists(theirKeys, theirs, same: inSameList)
      let both = pairedInOrder(
        left.indices.filter { index in
          guard baseOfOurs[index] == nil, let other = theirsOfOurs[index] else { return false }
          return !inSameList || ours.entries[index].isOpen == theirs.entries[other].isOpen
        }, left,
        middle.indices.filter { oursOfBase[$0] == nil && theirsOfBase[$0] == nil }, middle, below: limit)
      for (index, task) in both { link(ours: index, base: task) }
      let onlyOurs = pairedInOrder(
        left.indices.filter { baseOfOurs[$0] == nil && theirsOfOurs[$0] == nil }, left,
        middle.indices.filter { oursOfBase[$0] == nil }, middle, below: limit)
      for (index, task) in onlyOurs { link(ours: index, base: task) }
      let onlyTheirs = pairedInOrder(
        right.indices.filter { baseOfTheirs[$0] == nil && oursOfTheirs[$0] == nil }, right,
        middle.indices.filter { theirsOfBase[$0] == nil }, middle, below: limit)
      for (index, task) in onlyTheirs { link(theirs: index, base: task) }
    }
  }

  /// Matches tasks that were added at the same time, where as many of them are left on a side as in the base.
  ///
  /// They are counted over both lists: else a new task that was added in the same second as one that was
  /// reworded and then completed would be taken for that one. What was completed comes first in order, so
  /// that tasks of the same list come together wherever that is possible.
  @_optimize(size)
  private mutating func matchWithBaseByAdded() {
    var numbering = Numbering()
    let baseKeys = keys(.added, base, &numbering) { oursOfBase[$0] == nil || theirsOfBase[$0] == nil }
    if numbering.count == 0 { return }
    let ourKeys = keys(.added, ours, &numbering) { baseOfOurs[$0] == nil }
    let theirKeys = keys(.added, theirs, &numbering) { baseOfTheirs[$0] == nil }
    let middle = inLists(baseKeys, base, same: false)
    let left = inLists(ourKeys, ours, same: false)
    let right = inLists(theirKeys, theirs, same: false)
    let limit = numbering.count * 2
    // What is equal on both sides is one task of the base, so both sides must mean the same one.
    let (pairsOfOurs, pairsOfTheirs) = matchesByAdded(left, right, middle, below: limit)
    for index in left.indices {
      guard baseOfOurs[index] == nil, let other = theirsOfOurs[index],
        let task = pairsOfOurs[index] ?? pairsOfTheirs[other], (pairsOfTheirs[other] ?? task) == task,
        oursOfBase[task] == nil, theirsOfBase[task] == nil
      else { continue }
      link(ours: index, base: task)
    }
    let (taskOfOurs, taskOfTheirs) = matchesByAdded(left, right, middle, below: limit)
    for index in left.indices where baseOfOurs[index] == nil && theirsOfOurs[index] == nil {
      if let task = taskOfOurs[index] { link(ours: index, base: task) }
    }
    for index in right.indices where baseOfTheirs[index] == nil && oursOfTheirs[index] == nil {
      if let task = taskOfTheirs[index] { link(theirs: index, base: task) }
    }
  }

  /// For each task on a side the one of the base that was added at the same time, as far as they are left.
  private func matchesByAdded(
    _ left: [Int?], _ right: [Int?], _ middle: [Int?], below limit: Int
  ) -> ([Int?], [Int?]) {
    // What both sides have can only be what neither has yet; else it is new, and doesn't count.
    var isLeftOnBoth = [Bool](repeating: false, count: limit)
    for index in middle.indices where oursOfBase[index] == nil && theirsOfBase[index] == nil {
      if let key = middle[index] { isLeftOnBoth[key] = true }
    }
    func remaining(_ keys: [Int?], _ tasks: [Int?], _ others: [Int?]) -> [Int?] {
      keys.indices.map { index in
        guard tasks[index] == nil, let key = keys[index], others[index] == nil || isLeftOnBoth[key] else {
          return nil
        }
        return key
      }
    }
    return (
      inOrderWhereAsMany(
        remaining(left, baseOfOurs, theirsOfOurs), middle.indices.filter { oursOfBase[$0] == nil }, middle,
        below: limit),
      inOrderWhereAsMany(
        remaining(right, baseOfTheirs, oursOfTheirs), middle.indices.filter { theirsOfBase[$0] == nil },
        middle,
        below: limit)
    )
  }

  // MARK: Keys

  /// Numbers for texts: the same number for the same text.
  private struct Numbering {
    private var numbers: [MergeIdentity: Int] = [:]

    var count: Int { numbers.count }

    mutating func number(of text: [UInt8]) -> Int {
      let identity = MergeIdentity(bytes: text)
      if let number = numbers[identity] { return number }
      let number = numbers.count
      numbers[identity] = number
      return number
    }
  }

  /// For each task that is left, a number that says what it must have in common with another.
  @_optimize(size)
  private func keys(
    _ criterion: Criterion, _ copy: MergeCopy, _ numbering: inout Numbering, where isLeft: (Int) -> Bool
  ) -> [Int?] {
    copy.entries.indices.map { index in
      guard isLeft(index) else { return nil }
      let entry = copy.entries[index]
      let text: [UInt8]? =
        switch criterion {
        case .bytes: Array(copy.bytes(of: entry))
        case .bytesWithoutEnding: copy.bytesWithoutEnding(of: entry)
        case .addedAndTitle: copy.addedAndTitle(of: entry)
        case .added: copy.added(of: entry)
        }
      return text.map { numbering.number(of: $0) }
    }
  }

  /// The numbers so that they are the same only for tasks of the same list; or for all that could stand in
  /// either list.
  private func inLists(_ keys: [Int?], _ copy: MergeCopy, same isSame: Bool) -> [Int?] {
    keys.indices.map { index in
      guard let key = keys[index] else { return nil }
      let entry = copy.entries[index]
      if isSame { return key * 2 + (entry.isOpen ? 1 : 0) }
      return entry.isTask ? key * 2 : nil
    }
  }

  /// Pairs of tasks with the same number, the first with the first.
  private func pairedInOrder(
    _ left: [Int], _ leftKeys: [Int?], _ right: [Int], _ rightKeys: [Int?], below limit: Int
  ) -> [(Int, Int)] {
    if left.isEmpty || right.isEmpty { return [] }
    var first = [Int](repeating: -1, count: limit)
    var next = [Int](repeating: -1, count: rightKeys.count)
    for index in right.reversed() {
      guard let key = rightKeys[index] else { continue }
      next[index] = first[key]
      first[key] = index
    }
    var pairs: [(Int, Int)] = []
    for index in left {
      guard let key = leftKeys[index], first[key] >= 0 else { continue }
      pairs.append((index, first[key]))
      first[key] = next[first[key]]
    }
    return pairs
  }

  /// For each task on a side that has a number, the one of the base in the same place among those with this
  /// number, where there are as many of them.
  private func inOrderWhereAsMany(
    _ keys: [Int?], _ tasks: [Int], _ taskKeys: [Int?], below limit: Int
  ) -> [Int?] {
    var excess = [Int](repeating: 0, count: limit)
    for key in keys { if let key { excess[key] += 1 } }
    for task in tasks { if let key = taskKeys[task] { excess[key] -= 1 } }
    let left = keys.indices.filter { index in keys[index].map { excess[$0] == 0 } ?? false }
    var result = [Int?](repeating: nil, count: keys.count)
    for (index, task) in pairedInOrder(left, keys, tasks, taskKeys, below: limit) { result[index] = task }
    return result
  }

  /// How many tasks have each number.
  private func counts(of keys: [Int?], _ numbering: Numbering) -> [Int] {
    var counts = [Int](repeating: 0, count: numbering.count * 2)
    for key in keys { if let key { counts[key] += 1 } }
    return counts
  }
}
