/// The tasks of a merged stack: which are open, which are ended, and in which order.
struct MergedTasks {
  /// The new contents of our two lists.
  let open: [Container.Part]
  let ended: [Container.Part]
  /// Whether a key of a task needs both values.
  let hasConflict: Bool

  init(base: MergeInput, _ knowledge: LocalKnowledge?, ours: MergeInput, theirs: MergeInput) {
    // Tasks are numbered: ours in their order, then those that only theirs has.
    let matches = TaskMatch.matches(base: base, knowledge, ours: ours, theirs: theirs)
    let tasks = matches.map { MergedTask($0, base: base, knowledge, ours: ours, theirs: theirs) }
    hasConflict = tasks.contains { $0?.theirVersion != nil }
    // An earlier merge may already have added their version as a separate task.
    let existing = hasConflict ? Set(ours.elements.map { $0.meaning }) : []
    func parts(_ number: Int) -> [Container.Part] {
      guard let task = tasks[number] else { return [] }
      guard let version = task.theirVersion else { return [task.part] }
      let element = MergeInput.Element(0..<version.count, isOpen: task.isOpen, in: version)
      return existing.contains(element.meaning) ? [task.part] : [task.part, .new(version)]
    }

    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    let isOpen = { (number: Int) in tasks[number]?.isOpen == true }
    let ourOpen = (0..<ours.openCount).filter(isOpen)
    // Without a base, ours has the older order unless a command here rearranged the tasks that both sides have open.
    let isRearranged = ourOpen.contains { matches[$0].theirs != nil && knowledge?.hasMoved(ours.elements[$0]) == true }
    let order = MergeOrder.open(
      ours: ourOpen, theirs: numbers[..<theirs.openCount].filter(isOpen),
      base: matches.enumerated().map { number, match in
        if knowledge != nil { return isRearranged ? nil : number }
        return match.base.flatMap { $0 < base.openCount ? $0 : nil }
      },
      added: { tasks[$0].flatMap { Container.bytes(under: .added, in: Array($0.text)) } ?? [] })
    open = order.flatMap(parts)

    let all = matches.indices.filter { tasks[$0]?.isOpen == false }
    let isEndedInOurs = { (number: Int) in ours.openCount <= number && number < ours.elements.count }
    // If theirs has no new entry, our order stays. Otherwise the entries of the base come first, in our order, and then
    // the new ones by date; of equal dates, ours is first.
    let keepsOrder = all.allSatisfy(isEndedInOurs)
    let isOld = { keepsOrder || isEndedInOurs($0) && matches[$0].base ?? -1 >= base.openCount }
    let date = { (number: Int) in tasks[number].map { MergedTask.ending(of: $0.text).date } ?? [] }
    let new = all.filter { !isOld($0) }.map { (number: $0, date: date($0)) }
    let sorted = new.sorted { $0.date.lexicographicallyPrecedes($1.date) }
    ended = (all.filter(isOld) + sorted.map { $0.number }).flatMap(parts)
  }
}
