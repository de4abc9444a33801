// What becomes of all tasks: which are open and which are ended, in order, as they come into our text.

/// The tasks of a merged stack. They are known by their numbers: ours in their order, then what only theirs has.
struct MergedTasks {
  private let ours: MergeCopy
  private let theirs: MergeCopy
  private let matches: [MatchedTask]
  private let tasks: [MergedTask?]
  /// Which tasks are open, in order.
  private(set) var open: [Int] = []
  /// Which tasks are ended, in order.
  private(set) var ended: [Int] = []

  init(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) {
    self.ours = ours
    self.theirs = theirs
    matches = MatchedTask.matches(base: base, ours: ours, theirs: theirs)
    let merge = TaskMerge(base: base, ours: ours, theirs: theirs)
    tasks = matches.map { merge.merged($0) }
    open = openTasks(openInBase: base.openCount)
    ended = endedTasks(openInBase: base.openCount)
  }

  /// Whether a key of a task needs both values.
  var hasConflict: Bool { tasks.contains { $0?.theirVersion != nil } }

  private func isOpen(_ number: Int) -> Bool { tasks[number]?.isOpen == true }

  private func openTasks(openInBase: Int) -> [Int] {
    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    return MergeOrder.open(
      ours: (0..<ours.openCount).filter(isOpen), theirs: numbers[..<theirs.openCount].filter(isOpen),
      base: matches.map { match in match.base.flatMap { $0 < openInBase ? $0 : nil } }
    ) { object($0)?.string(under: .added) ?? [] }
  }

  /// Those of the base in the order of ours, and then the new ones by date; in a tie ours come first.
  private func endedTasks(openInBase: Int) -> [Int] {
    var old: [Int] = []
    var new: [(number: Int, date: [UInt8])] = []
    for (number, task) in tasks.enumerated() where task?.isOpen == false {
      let wasEnded = matches[number].base.map { $0 >= openInBase } ?? false
      if wasEnded, (ours.openCount..<ours.elements.count).contains(number) {
        old.append(number)
      } else {
        new.append((number, object(number)?.ending.date ?? []))
      }
    }
    new.sort { $0.date == $1.date ? $0.number < $1.number : $0.date.lexicographicallyPrecedes($1.date) }
    return old + new.map { $0.number }
  }

  /// A task as it is now; `nil` for what is no object.
  private func object(_ number: Int) -> MergeObject? { tasks[number].flatMap { MergeObject($0.text) } }

  /// What a list of ours is to hold.
  func parts(_ numbers: [Int], of list: SchemaKey) -> [Container.Part] {
    let indices = list == .tasks ? 0..<ours.openCount : ours.openCount..<ours.elements.count
    var parts: [Container.Part] = []
    for number in numbers {
      guard let task = tasks[number] else { continue }
      // Ours have their places as their numbers.
      let place = number - indices.lowerBound
      if !indices.contains(number) {
        parts.append(.new(task.text))
      } else if ours.text[ours.elements[number].place].elementsEqual(task.text) {
        parts.append(.kept(place..<(place + 1)))
      } else {
        parts.append(.changed(place, task.text))
      }
      if let version = task.theirVersion { parts.append(.new(version)) }
    }
    return parts
  }
}
