/// The tasks of a merged stack: which are open, which are ended, and in which order.
struct MergedTasks {
  /// The new contents of our two lists.
  private(set) var open: [Container.Part] = []
  private(set) var ended: [Container.Part] = []
  /// Whether a key of a task needs both values.
  let hasConflict: Bool

  init(_ past: MergePast, ours: MergeInput, theirs: MergeInput) {
    let base = past.base ?? .empty
    // Tasks are numbered: ours in their order, then those that only theirs has.
    let matches = TaskMatch.matches(past, ours: ours, theirs: theirs)
    let tasks = matches.map { MergedTask($0, past, ours: ours, theirs: theirs) }
    hasConflict = tasks.contains { $0?.hasConflict == true }
    // An earlier merge may have added theirs as a task of its own already.
    let existing = hasConflict ? Set(ours.elements.map { $0.meaning }) : []
    func parts(_ number: Int) -> [Container.Part] {
      guard let task = tasks[number] else { return [] }
      let place = number - (task.isOpen ? 0 : ours.openCount)
      var part = Container.Part.kept(place..<(place + 1))
      if !task.isKept {
        let isInList = matches[number].ours.map { ours.elements[$0].isOpen } == task.isOpen
        part = isInList ? .changed(place, Array(task.text)) : .new(Array(task.text))
      }
      guard let version = task.theirVersion else { return [part] }
      let item = Container.Item(range: 0..<version.count, valueStart: 0)
      let element = MergeInput.Element(item, isOpen: task.isOpen, in: version)
      return existing.contains(element.meaning) ? [part] : [part, .new(version)]
    }

    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    let isOpen = { (number: Int) in tasks[number]?.isOpen == true }
    let ourOpen = (0..<ours.openCount).filter(isOpen)
    open = MergeOrder.open(
      ours: ourOpen, theirs: numbers[..<theirs.openCount].filter(isOpen),
      base: Self.placesInBase(past, matches, ours, ourOpen),
      added: { tasks[$0].flatMap { Container.bytes(under: .added, in: Array($0.text)) } ?? [] }
    ).flatMap(parts)

    let all = matches.indices.filter { tasks[$0]?.isOpen == false }
    let isEndedInOurs = { (number: Int) in ours.openCount <= number && number < ours.elements.count }
    // If theirs has no new entry, our order stays. Otherwise the entries of the base come first, in our order, and then
    // the new ones by date; of equal dates, ours is first.
    var new: [(number: Int, date: [UInt8])] = []
    let keepsOrder = all.allSatisfy(isEndedInOurs)
    for number in all {
      let isOld = matches[number].base.map { $0 >= base.openCount } ?? false
      if keepsOrder || isOld && isEndedInOurs(number) {
        ended += parts(number)
      } else {
        new.append((number, tasks[number].map { MergedTask.ending(of: Array($0.text)).date } ?? []))
      }
    }
    new.sort { $0.date.lexicographicallyPrecedes($1.date) }
    ended += new.flatMap { parts($0.number) }
  }

  /// For each task its place among the open ones of the base. If the base isn't known, ours has the older order unless
  /// a command here rearranged the tasks that both sides have open.
  private static func placesInBase(
    _ past: MergePast, _ matches: [TaskMatch], _ ours: MergeInput, _ open: [Int]
  ) -> [Int?] {
    switch past {
    case .ancestor(let base): return matches.map { match in match.base.flatMap { $0 < base.openCount ? $0 : nil } }
    case .commands(let knowledge):
      let isRearranged = open.contains { matches[$0].theirs != nil && knowledge.hasMoved(ours.elements[$0]) }
      return matches.indices.map { isRearranged ? nil : $0 }
    }
  }
}
