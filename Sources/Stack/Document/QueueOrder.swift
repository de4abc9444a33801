// Which task is the current one, and where changes put tasks (<doc:FileFormat#Snoozed-tasks>).

/// The place of a snoozed task, which has a valid `until`, in the queue.
struct SnoozedTask {
  let index: Int
  let range: Range<Int>
  let until: Timestamp
}

// MARK: - The current task

extension Document {
  /// The index of the first task that isn't snoozed; the number of tasks if all are.
  private var firstOrdinaryIndex: Int {
    snoozed.indices.first { snoozed[$0].index != $0 } ?? snoozed.count
  }

  /// The current task: the first one that isn't snoozed, else the first one that has woken; `nil`
  /// if there is none. The time is only needed if all are snoozed.
  func current(at now: @autoclosure () -> Timestamp) -> (index: Int, task: QueuedTask)? {
    let index = firstOrdinaryIndex
    guard let tasks, index < tasks.count else {
      let woken = snoozed.isEmpty ? nil : woken(at: now()).first
      return woken.map { ($0.index, currentTask($0.index, in: $0.range)) }
    }
    let start = index == 0 ? tasks.contentRange.lowerBound : snoozed[index - 1].range.upperBound
    var scanner = JSONScanner(text: text, offset: start)
    // The text was validated, so no error can occur.
    let item = try? scanner.nextItem(ofObject: false)
    return item.map { (index, currentTask(index, in: $0.range)) }
  }

  /// The current task with its identity. Only snoozed tasks are before it.
  private func currentTask(_ index: Int, in range: Range<Int>) -> QueuedTask {
    let current = task(in: range)
    return snoozed.isEmpty ? current : identified(current, at: index)
  }

  /// A function of its own, so that showing a task without snoozed ones before it doesn't
  /// instantiate the types that only this one uses.
  @inline(never)
  private func identified(_ current: QueuedTask, at index: Int) -> QueuedTask {
    let before = snoozed.prefix { $0.index < index }.map { task(in: $0.range) }
    return (before + [current]).identified.last ?? current
  }

  /// The snoozed tasks whose time has come, the earliest first.
  private func woken(at now: Timestamp) -> [SnoozedTask] {
    snoozed.filter { $0.until <= now }.sorted { ($0.until, $0.index) < ($1.until, $1.index) }
  }

  /// How many tasks aren't asleep.
  func awakeCount(at now: @autoclosure () -> Timestamp) -> Int {
    snoozed.isEmpty ? taskCount : taskCount - snoozed.count + woken(at: now()).count
  }

  /// When the first snoozed task wakes; `nil` if there is none.
  var firstWaking: Timestamp? { snoozed.map { $0.until }.min() }
}

// MARK: - Changes

extension Document {
  /// Where a change puts a task.
  private enum Place {
    /// Where it is.
    case unchanged
    /// Before all others.
    case front
    /// Behind all others that aren't snoozed.
    case back
    /// Behind all others.
    case end
  }

  /// Adds tasks at the back of the queue, or at the front. Snoozed ones go to the end.
  mutating func add(_ new: [QueuedTask], inFront: Bool, at now: Timestamp) {
    if new.isEmpty { return }
    let ordinary = new.filter { $0.until == nil }.map { Container.Part.new($0.text) }
    put(ordinary, inFront ? .front : .back, at: now)
    newTasks? += new.filter { $0.until != nil }.map { .new($0.text) }
  }

  /// Replaces a task by an edited one. Returns the task as it is then.
  mutating func replace(_ index: Int, with edited: QueuedTask, at now: Timestamp) -> QueuedTask {
    let isShownWoken = shownWoken(at: now)?.index == index
    let task = isShownWoken ? edited.awake : edited
    put(
      [.changed(index, task.text)], isShownWoken ? .front : .unchanged, moving: index, at: now)
    return task
  }

  /// Removes a task from the queue, and appends it in its ended form to `completed`.
  mutating func end(_ index: Int, as ended: QueuedTask, at now: Timestamp) {
    put([], .unchanged, moving: index, endsTurn: true, at: now)
    complete([ended])
  }

  /// Moves a task behind all others that aren't asleep. If there are none, or if it isn't the
  /// current task and is snoozed, nothing changes.
  mutating func skip(_ index: Int, _ task: QueuedTask, at now: Timestamp) {
    let isOnlyOne = awakeCount(at: now) == 1
    if isOnlyOne || task.until != nil && index != current(at: now)?.index { return }
    put([part(index, task.awake, insteadOf: task)], .back, moving: index, endsTurn: true, at: now)
  }

  /// Moves a task, which has the key `until` now, behind all others.
  mutating func snooze(_ index: Int, as task: QueuedTask, at now: Timestamp) {
    put([.changed(index, task.text)], .end, moving: index, endsTurn: true, at: now)
  }

  /// Moves a task before all others, as one that isn't snoozed.
  mutating func bringToFront(_ index: Int, _ task: QueuedTask, at now: Timestamp) {
    put([part(index, task.awake, insteadOf: task)], .front, moving: index, at: now)
  }

  /// Rearranges the `tasks` of this document, as ``TaskQueue/rearrange(_:as:)`` does.
  ///
  /// - Parameter other: A document in which no task may have the `added` of a new one.
  mutating func rearrange(
    _ tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], notIn other: Document? = nil,
    at now: Timestamp
  ) throws(QueueError) {
    let start = other?.stamps(1, from: now).first ?? now
    var stamps = stamps(arrangement.count, from: start).makeIterator()
    var dropped = Set(tasks.indices)
    for index in arrangement.compactMap({ $0.index }) where dropped.remove(index) == nil {
      throw .invalidArrangement(index: index)
    }
    newTasks = try arrangement.map { (element) throws(QueueError) in
      switch element {
      case .task(let index): .item(index)
      case .retitled(let index, let title): .changed(index, tasks[index].retitled(title).text)
      case .edited(let index, let title, let notes):
        .changed(index, try tasks[index].edited(title, notes: notes).text)
      case .new(let title):
        .new(QueuedTask(title: title, attachments: [], added: stamps.next() ?? now).text)
      }
    }
    complete(dropped.sorted().map { tasks[$0].ended(.dropped, at: now) })
  }

  /// Puts the snoozed tasks behind the others in a new arrangement of the queue, or in the result
  /// of a merge, and takes over the woken task that is shown.
  mutating func putSnoozedBehind(at now: Timestamp) {
    if snoozed.isEmpty { return }
    let shown = shownWoken(at: now)
    guard let wholePatch else { return putSnoozedBehind(except: shown?.index, inFront: false) }
    guard !wholePatch.isIdentity(on: text), let text = wholePatch.applied(to: text),
      var merged = try? Document(text)
    else { return }
    merged.newTasks = [.kept(0..<merged.taskCount)]
    let place = shown.flatMap { merged.found(task(in: $0.range)) }?.index
    merged.putSnoozedBehind(except: place, inFront: true)
    self.wholePatch = merged.patch.following(wholePatch)
  }

  /// Puts the snoozed tasks behind the others in a new arrangement, except for the one with an
  /// index in the old queue: it isn't snoozed any more, and stays in its place or comes first.
  private mutating func putSnoozedBehind(except shown: Int?, inFront: Bool) {
    guard let parts = newTasks else { return }
    let snoozed = Set(self.snoozed.map { $0.index })
    var ordinary: [Container.Part] = []
    var behind: [Container.Part] = []
    for (index, part) in parts.flatMap(single) {
      if let index, index == shown {
        let task = QueuedTask(validated: newText(of: part)).awake
        ordinary.insert(.changed(index, task.text), at: inFront ? 0 : ordinary.count)
      } else if let index, snoozed.contains(index) {
        behind.append(part)
      } else {
        ordinary.append(part)
      }
    }
    newTasks = ordinary + behind
  }

  /// The items of a part, each with its index in the old queue.
  private func single(_ part: Container.Part) -> [(index: Int?, part: Container.Part)] {
    switch part {
    case .kept(let range): range.map { ($0, .item($0)) }
    case .edited(let index, _): [(index, part)]
    case .new: [(nil, part)]
    }
  }

  /// The text of a part that is a single item.
  private func newText(of part: Container.Part) -> [UInt8] {
    switch part {
    case .kept(let range): Array(text[items(of: .tasks)[range.lowerBound].range])
    case .edited(_, let patch): patch.applied(to: text) ?? []
    case .new(let new): new
    }
  }

  private func part(_ index: Int, _ task: QueuedTask, insteadOf old: QueuedTask) -> Container.Part {
    task == old ? .item(index) : .changed(index, task.text)
  }

  /// Puts `parts` into the queue, together with the woken tasks that this change takes over.
  ///
  /// - Parameters:
  ///   - index: The task that is changed or moved; `nil` if tasks are added.
  ///   - endsTurn: Whether the change ends or puts aside the task at that index.
  private mutating func put(
    _ parts: [Container.Part], _ place: Place, moving index: Int? = nil, endsTurn: Bool = false,
    at now: Timestamp
  ) {
    let woken = takenOver(by: endsTurn ? index : nil, at: now).filter { $0.index != index }
    var edits = woken.map { (range: $0.index..<$0.index + 1, parts: [Container.Part]()) }
    if let index { edits.append((index..<index + 1, place == .unchanged ? parts : [])) }
    if place == .back { edits.append((backIndex..<backIndex, parts)) }
    edits.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var tasks = place == .front ? parts : []
    tasks += woken.map { .changed($0.index, task(in: $0.range).awake.text) }
    var start = 0
    for (range, parts) in edits {
      tasks.append(.kept(start..<range.lowerBound))
      tasks += parts
      start = range.upperBound
    }
    newTasks = tasks + [.kept(start..<taskCount)] + (place == .end ? parts : [])
  }

  /// The woken tasks that become ordinary ones at the front with a change, the earliest first: all
  /// of them if the change ends the turn of the current task, else the one that is shown.
  private func takenOver(by endedIndex: Int?, at now: Timestamp) -> [SnoozedTask] {
    if snoozed.isEmpty { return [] }
    if endedIndex != nil, endedIndex == current(at: now)?.index { return woken(at: now) }
    return shownWoken(at: now).map { [$0] } ?? []
  }

  /// The current task if it is a woken one. Any change takes it over, so that no other task is
  /// shown instead of it.
  private func shownWoken(at now: Timestamp) -> SnoozedTask? {
    firstOrdinaryIndex < taskCount || snoozed.isEmpty ? nil : woken(at: now).first
  }

  /// The index behind all tasks except the snoozed ones at the end.
  private var backIndex: Int {
    var index = taskCount
    for task in snoozed.reversed() where task.index == index - 1 { index -= 1 }
    return index
  }
}

extension QueuedTask {
  /// Until when the task is snoozed; `nil` if it isn't: if `until` isn't a date in whole seconds,
  /// it is a custom key.
  public var until: Timestamp? {
    Container.string(under: .until, in: text).flatMap { Timestamp(until: $0) }
  }

  /// The task with another `until`; `nil` if `until` is a custom key. Before 1970 and after 9999,
  /// it is the nearest moment in between, because the form of a date has four digits for the year.
  func snoozed(until: Timestamp) -> QueuedTask? {
    let task = awake
    guard Container.value(under: .until, in: task.text) == nil else { return nil }
    let moment = max(Timestamp(seconds: 0), min(until, .last))
    return task.setting(.until, toString: moment.dateText)
  }

  /// The task without a valid `until`.
  var awake: QueuedTask { until == nil ? self : removing { $0 == .until } }
}

extension Timestamp {
  /// The date of the key `until`, in whole seconds; `nil` for any other text.
  init?(until text: String) {
    guard text.utf8.last == UInt8(ascii: "Z"), !text.utf8.contains(.period) else {
      return nil
    }
    self.init(dateText: text)
  }
}
