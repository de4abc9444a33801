// Which tasks stand in the two merged lists, in order.

/// The merged lists, as indices of the tasks that were matched.
struct MergedLists {
  let tasks: [Int]
  let completed: [Int]
  /// Whether tasks that were open in ours and still are stand in another order.
  let isReordered: Bool

  init(
    base: MergeCopy, ours: MergeCopy, theirs: MergeCopy, matches: [MatchedTask], results: [MergedTask?]
  ) {
    var taskOfBase = [Int](repeating: 0, count: base.entries.count)
    var taskOfOurs = [Int](repeating: 0, count: ours.entries.count)
    var taskOfTheirs = [Int](repeating: 0, count: theirs.entries.count)
    for (task, match) in matches.enumerated() {
      if let index = match.base { taskOfBase[index] = task }
      if let index = match.ours { taskOfOurs[index] = task }
      if let index = match.theirs { taskOfTheirs[index] = task }
    }
    func list(_ isOpen: Bool, of copy: MergeCopy, _ tasks: [Int]) -> [Int] {
      Array(tasks[copy.indices(ofOpen: isOpen)])
    }
    func items(_ isOpen: Bool) -> [MergeOrder.Item] {
      zip(matches, results).map { match, result in
        let added: MergeDate? =
          match.base != nil || !isOpen
          ? nil
          : match.ours.map { ours.addedDate(of: ours.entries[$0]) }
            ?? match.theirs.flatMap { theirs.addedDate(of: theirs.entries[$0]) }
        return MergeOrder.Item(
          base: match.base.flatMap { base.entries[$0].isOpen == isOpen ? $0 : nil },
          ours: match.ours.flatMap { ours.entries[$0].isOpen == isOpen ? $0 : nil },
          theirs: match.theirs.flatMap { theirs.entries[$0].isOpen == isOpen ? $0 : nil },
          isKnown: match.base != nil, added: added, isKept: result?.isOpen == isOpen)
      }
    }
    let ourTasks = list(true, of: ours, taskOfOurs)
    tasks = MergeOrder.merged(
      items(true), base: list(true, of: base, taskOfBase), ours: ourTasks,
      theirs: list(true, of: theirs, taskOfTheirs))

    // Those that were ended in the base, in its order; what was ended since comes behind them.
    func wasEnded(_ task: Int) -> Bool { matches[task].base.map { !base.entries[$0].isOpen } ?? false }
    let ourEnded = list(false, of: ours, taskOfOurs)
    let theirEnded = list(false, of: theirs, taskOfTheirs)
    let old = MergeOrder.merged(
      items(false), base: list(false, of: base, taskOfBase), ours: ourEnded.filter(wasEnded),
      theirs: theirEnded.filter(wasEnded))
    func isNew(_ task: Int, by side: MemberMerge.Side) -> Bool {
      guard let result = results[task], !result.isOpen, !wasEnded(task) else { return false }
      return result.endingSide == side
    }
    completed =
      old
      + Self.byDate(
        ourEnded.filter { isNew($0, by: .ours) }, theirEnded.filter { isNew($0, by: .theirs) }, results)

    var isStillOpen = [Bool](repeating: false, count: matches.count)
    for task in tasks { isStillOpen[task] = true }
    isReordered =
      ourTasks.filter { isStillOpen[$0] }
      != tasks.filter { task in matches[task].ours.map { ours.entries[$0].isOpen } ?? false }
  }

  /// What both sides ended, by date, each side's in its own order. In a tie ours comes first.
  private static func byDate(_ ours: [Int], _ theirs: [Int], _ results: [MergedTask?]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(ours.count + theirs.count)
    var rest = theirs[...]
    for task in ours {
      let date = results[task]?.ending?.date
      while let other = rest.first, MergeDate.isEarlier(results[other]?.ending?.date, date) {
        result.append(other)
        rest = rest.dropFirst()
      }
      result.append(task)
    }
    return result + rest
  }
}
