/// The two lists of a merged stack, as parts of our lists.
struct MergedLists {
  /// The tasks of all copies, by numbers: ours in their order, then those that only theirs has.
  let matches: [TaskMatch]
  /// The merged task of each match; `nil` if it was removed.
  let tasks: [MergedTask?]
  /// The new contents of our two lists.
  private(set) var open: [Container.Part] = []
  private(set) var ended: [Container.Part] = []
  private let base: MergeInput
  private let knowledge: LocalKnowledge?
  private let ours: MergeInput
  private let theirs: MergeInput

  init(base: MergeInput, _ knowledge: LocalKnowledge?, ours: MergeInput, theirs: MergeInput) {
    self.base = base
    self.knowledge = knowledge
    self.ours = ours
    self.theirs = theirs
    matches = TaskMatch.matches(base: base, knowledge, ours: ours, theirs: theirs)
    let merge = TaskMerge(base: base, knowledge: knowledge, ours: ours, theirs: theirs)
    tasks = matches.map(merge.task)
    // An earlier merge may already have added their version as a separate task.
    let existing = hasConflict ? Set(ours.elements.map { $0.meaning }) : []
    open = openParts(existing)
    ended = endedNumbers.flatMap { parts($0, existing) }
  }

  /// Whether a key of a task needs both values.
  var hasConflict: Bool { tasks.contains { $0?.theirVersion != nil } }

  /// The tasks that were sent to another stack of this user, which doesn't have the merged changes.
  var changedAfterSending: [QueuedTask] { merged { $0.isChangedAfterSending } }

  /// The tasks that we had ended, and that have their changes now, too.
  var changedAfterEnding: [QueuedTask] { merged { $0.isChangedAfterEnding } }

  private func merged(where isIncluded: (MergedTask) -> Bool) -> [QueuedTask] {
    tasks.indices.filter { tasks[$0].map(isIncluded) == true }.map {
      QueuedTask(validated: Array(text($0)))
    }
  }

  private func text(_ number: Int) -> ArraySlice<UInt8> {
    tasks[number]?.text?[...] ?? matches[number].ours.map { ours.text[ours.elements[$0].range] }
      ?? []
  }

  /// The task, and their version of it, as parts of our list.
  private func parts(_ number: Int, _ existing: Set<JSONDigest>) -> [Container.Part] {
    guard let task = tasks[number] else { return [] }
    var parts: [Container.Part] = []
    if let index = matches[number].ours, ours.elements[index].isOpen == task.isOpen {
      let place = task.isOpen ? index : index - ours.openCount
      parts.append(task.text.map { .changed(place, $0) } ?? .item(place))
    } else if let text = task.text {
      parts.append(.new(text))
    }
    if let version = task.theirVersion,
      !existing.contains(
        MergeInput.Element(0..<version.count, isOpen: task.isOpen, in: version).meaning)
    {
      parts.append(.new(version))
    }
    return parts
  }

  // MARK: Order

  private func isOpen(_ number: Int) -> Bool { tasks[number]?.isOpen == true }

  /// The open tasks in their order.
  private var openNumbers: [Int] {
    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    let ourOpen = (0..<ours.openCount).filter(isOpen)
    let order = MergeOrder(
      ours: ourOpen, theirs: numbers[..<theirs.openCount].filter(isOpen),
      base: oldPlaces(ourOpen)
    ) { Container.bytes(under: .added, in: Array(text($0))) ?? [] }
    return order.tasks
  }

  /// The parts of the open list, those of snoozed tasks behind all others.
  private func openParts(_ existing: Set<JSONDigest>) -> [Container.Part] {
    // Most queues have no snoozed tasks, and then none of the tasks has to be read.
    if ours.document.snoozed.isEmpty, theirs.document.snoozed.isEmpty {
      return openNumbers.flatMap { parts($0, existing) }
    }
    var isSnoozed: [Bool] = []
    let all = openNumbers.flatMap { number in
      let parts = parts(number, existing)
      let texts = [text(number), tasks[number]?.theirVersion?[...] ?? []]
      isSnoozed += zip(parts, texts).map { QueuedTask(validated: Array($1)).until != nil }
      return parts
    }
    let places = all.indices.filter { !isSnoozed[$0] } + all.indices.filter { isSnoozed[$0] }
    return places.map { all[$0] }
  }

  /// For each task, its place in the older order; `nil` if it has none.
  private func oldPlaces(_ ourOpen: [Int]) -> [Int?] {
    guard let knowledge else {
      return matches.map { match in match.base.flatMap { $0 < base.openCount ? $0 : nil } }
    }
    // Without a base, ours has the older order unless a command here rearranged the tasks that both
    // sides have open.
    let isRearranged = ourOpen.contains {
      matches[$0].theirs != nil && knowledge.hasMoved(ours.elements[$0])
    }
    return matches.indices.map { isRearranged ? nil : $0 }
  }

  /// The ended tasks in their order. If theirs has no new entry, our order stays. Otherwise the
  /// entries of the base come first, in our order, and then the new ones by date; of equal dates,
  /// ours is first.
  private var endedNumbers: [Int] {
    let all = matches.indices.filter { tasks[$0]?.isOpen == false }
    if all.allSatisfy(isEndedInOurs) { return all }
    let isOld = { isEndedInOurs($0) && matches[$0].base ?? -1 >= base.openCount }
    let new = all.filter { !isOld($0) }.map { (number: $0, date: TaskEndingKey(of: text($0)).date) }
    let sorted = new.sorted { $0.date.lexicographicallyPrecedes($1.date) }
    return all.filter(isOld) + sorted.map { $0.number }
  }

  private func isEndedInOurs(_ number: Int) -> Bool {
    matches[number].ours.map { !ours.elements[$0].isOpen } == true
  }
}
