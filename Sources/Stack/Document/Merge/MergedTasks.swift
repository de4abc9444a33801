// What becomes of all tasks: which are open and which are ended, in order, as they come into our text.

/// The tasks of a merged stack.
struct MergedTasks {
  /// What our lists are to hold.
  private(set) var open: [Container.Part] = []
  private(set) var ended: [Container.Part] = []
  /// Whether a key of a task needs both values.
  let hasConflict: Bool

  init(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) {
    // They are known by their numbers: ours in their order, then what only theirs has.
    let matches = TaskMatch.matches(base: base, ours: ours, theirs: theirs)
    let tasks = matches.map { MergedTask($0, base: base, ours: ours, theirs: theirs) }
    hasConflict = tasks.contains { $0?.theirVersion != nil }
    func parts(_ number: Int) -> [Container.Part] {
      guard let task = tasks[number] else { return [] }
      var part = Container.Part.new(task.text)
      if let element = matches[number].ours.map({ ours.elements[$0] }), element.isOpen == task.isOpen {
        let place = number - (task.isOpen ? 0 : ours.openCount)
        let isKept = ours.text[element.place].elementsEqual(task.text)
        part = isKept ? .kept(place..<(place + 1)) : .changed(place, task.text)
      }
      return [part] + (task.theirVersion.map { [.new($0)] } ?? [])
    }

    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    let isOpen = { (number: Int) in tasks[number]?.isOpen == true }
    open = MergeOrder.open(
      ours: (0..<ours.openCount).filter(isOpen), theirs: numbers[..<theirs.openCount].filter(isOpen),
      base: matches.map { match in match.base.flatMap { $0 < base.openCount ? $0 : nil } },
      added: { tasks[$0].flatMap { Container.bytes(under: .added, in: $0.text) } ?? [] }
    ).flatMap(parts)

    let all = tasks.indices.filter { tasks[$0]?.isOpen == false }
    // If theirs brings no new entry, ours keeps its order.
    let keepsOrder = all.allSatisfy { matches[$0].ours.map { $0 >= ours.openCount } == true }
    // Those of the base in the order of ours, and then the new ones by date; in a tie ours come first.
    var new: [(number: Int, date: [UInt8])] = []
    for (number, match) in matches.enumerated() {
      guard let task = tasks[number], !task.isOpen else { continue }
      if keepsOrder {
        ended += parts(number)
      } else if let old = match.base, old >= base.openCount, let index = match.ours, index >= ours.openCount {
        ended += parts(number)
      } else {
        new.append((number, MergedTask.ending(of: task.text).date))
      }
    }
    new.sort { $0.date.lexicographicallyPrecedes($1.date) }
    ended += new.flatMap { parts($0.number) }
  }
}
