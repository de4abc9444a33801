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
  func currentTask(at now: @autoclosure () -> Timestamp) -> (index: Int, task: QueuedTask)? {
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

// MARK: - Waking

extension Document {
  /// The document with its woken tasks as ordinary ones right after the current task, the earliest
  /// first, and the patch that makes it; `nil` if no task has woken. If the current task has woken,
  /// too, they are at the front.
  func awakened(at now: @autoclosure () -> Timestamp) -> (document: Document, patch: Patch)? {
    if snoozed.isEmpty { return nil }
    let woken = woken(at: now())
    if woken.isEmpty { return nil }
    let isCurrentWoken = firstOrdinaryIndex == taskCount
    let patch = putting(
      woken.map { .changed($0.index, task(in: $0.range).awake.text) },
      at: isCurrentWoken ? 0 : firstOrdinaryIndex + 1, moving: woken.map { $0.index })
    return patch.applied(to: text).flatMap { try? Document($0) }.map { ($0, patch) }
  }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the back of the queue, or at the front. Snoozed ones go to the end.
  func adding(_ new: [QueuedTask], inFront: Bool) -> Patch {
    if new.isEmpty { return unchanged }
    let ordinary = new.filter { $0.until == nil }.map { Container.Part.new($0.text) }
    let snoozed = new.filter { $0.until != nil }.map { Container.Part.new($0.text) }
    return patch(tasks: tasks(with: ordinary, at: inFront ? 0 : backIndex) + snoozed)
  }

  /// Replaces a task by an edited one.
  func replacing(_ index: Int, with edited: QueuedTask) -> Patch {
    putting([.changed(index, edited.text)], at: index, moving: [index])
  }

  /// Removes a task from the queue, and appends it in its ended form to `completed`.
  func ending(_ index: Int, as ended: QueuedTask) -> Patch {
    patch(tasks: tasks(with: [], at: index, moving: [index]), completed: completed(with: [ended]))
  }

  /// Moves a task behind all others that aren't snoozed. If there are none, or if it is snoozed
  /// itself, nothing changes.
  func skipping(_ index: Int, _ task: QueuedTask) -> Patch {
    if taskCount - snoozed.count == 1 || task.until != nil { return unchanged }
    return putting([.item(index)], at: backIndex, moving: [index])
  }

  /// Moves a task, which has the key `until` now, behind all others.
  func snoozing(_ index: Int, as task: QueuedTask) -> Patch {
    putting([.changed(index, task.text)], at: taskCount, moving: [index])
  }

  /// Moves a task before all others, as one that isn't snoozed.
  func bringingToFront(_ index: Int, _ task: QueuedTask) -> Patch {
    putting(
      [task.until == nil ? .item(index) : .changed(index, task.awake.text)], at: 0, moving: [index])
  }

  /// The patch that puts `parts` before the task at an index, and removes the tasks that they take
  /// the place of.
  private func putting(
    _ parts: [Container.Part], at place: Int, moving moved: [Int]
  ) -> Patch {
    patch(tasks: tasks(with: parts, at: place, moving: moved))
  }

  /// The content of `tasks` after that.
  private func tasks(
    with parts: [Container.Part], at place: Int, moving moved: [Int] = []
  ) -> [Container.Part] {
    let moved = moved.sorted()
    func kept(_ range: Range<Int>) -> [Container.Part] {
      var parts: [Container.Part] = []
      var start = range.lowerBound
      for index in moved where range.contains(index) {
        parts.append(.kept(start..<index))
        start = index + 1
      }
      return parts + [.kept(start..<range.upperBound)]
    }
    return kept(0..<place) + parts + kept(place..<taskCount)
  }

  /// The index behind all tasks except the snoozed ones at the end.
  private var backIndex: Int {
    var index = taskCount
    for task in snoozed.reversed() where task.index == index - 1 { index -= 1 }
    return index
  }
}
