// Putting a task aside until a moment, and bringing one to the front.

extension TaskQueue {
  /// Puts the current task, or another `task`, aside until a moment, whose fraction of a second is
  /// dropped. Until then, it isn't the current task; after that, it is the next one. A moment after
  /// the year 9999 means its end. Finds the task and throws as `complete(_:)` does.
  ///
  /// - Throws: `QueueError.customUntil` if the task's `until` is a custom key.
  @discardableResult public func snooze(_ task: QueuedTask? = nil, until: Timestamp)
    throws(QueueError) -> QueueChange
  {
    try changeTask(task, as: "snooze") { (document, index, task) throws(QueueError) in
      guard let snoozed = task.snoozed(until: until) else { throw .customUntil }
      return (snoozed, document.snoozing(index, as: snoozed))
    }
  }

  /// Makes a `task` the current one. If it is snoozed, it isn't any more. Finds the task and throws
  /// as `complete(_:)` does.
  @discardableResult public func bringToFront(_ task: QueuedTask) throws(QueueError) -> QueueChange
  {
    try changeTask(task, as: "top") { document, index, task in
      (task.awake, document.bringingToFront(index, task))
    }
  }

  /// Makes the task current whose title has some words, as `Document.task(matching:current:)` finds
  /// it. If it is the current one already, nothing changes.
  ///
  /// - Throws: `QueueError.noOnlyMatch`.
  package func bringToFront(matching words: String) throws(QueueError) -> QueueChange {
    let search = TitleSearch(words)
    // Checked before the lock is taken, because that creates the file's directory.
    if try !exists() { throw .noOnlyMatch(words: words, count: 0) }
    return try change { (document) throws(QueueError) in
      let current = document.currentTask(at: .wallClock)?.index
      let (found, count) = document.task(matching: search, current: current)
      guard let (index, task) = found else { throw .noOnlyMatch(words: words, count: count) }
      let patch =
        index == current ? document.unchanged : document.bringingToFront(index, task)
      return Change("top", patch, of: [task.awake], title: task.title)
    }
  }

  /// The titles of the waiting tasks among which `bringToFront(matching:)` looks: those that have
  /// all the words.
  package func waitingTitles(matching words: String) throws(QueueError) -> [String] {
    let search = TitleSearch(words)
    let current = try front(within: 1).task?.id
    return try tasks().filter { $0.id != current && search.finds($0.title) }.map { $0.title }
  }
}
