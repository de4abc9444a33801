// Adding tasks to a queue.

extension TaskQueue {
  /// Adds a task with this `title` and `attachments` (absolute paths and URLs) at the back of the
  /// queue. If `inFront` is true, the task becomes the current one. With `until`, it is snoozed
  /// until then instead, at most to the end of the year 9999.
  ///
  /// - Throws: `QueueError.invalidAttachment` for an attachment that is neither of the two.
  @discardableResult public func push(
    _ title: TaskTitle, attachments: [String] = [], inFront: Bool = false, until: Timestamp? = nil
  ) throws(QueueError) -> QueueChange {
    try push(contentsOf: [title], attachments: attachments, inFront: inFront, until: until)
  }

  /// Adds a task for each of the `titles` at the back of the queue, or before all others if
  /// `inFront` is true, in one change. Each task has all the `notes` and all the `attachments`
  /// (absolute paths and URLs). With `until`, all are snoozed until then instead. Throws like
  /// `push(_:attachments:inFront:until:)`.
  @discardableResult public func push(
    contentsOf titles: [TaskTitle], notes: [TaskTitle] = [], attachments: [String] = [],
    inFront: Bool = false, until: Timestamp? = nil
  ) throws(QueueError) -> QueueChange {
    try QueuedTask.validate(attachments: attachments)
    if titles.isEmpty { return try unchanged() }
    return try change { (document) in
      let tasks = zip(titles, document.stamps(titles.count, from: .wallClock)).map {
        let task = QueuedTask(title: $0, attachments: attachments, notes: notes, added: $1)
        return until.flatMap { task.snoozed(until: $0) } ?? task
      }
      return Change("push", document.adding(tasks, inFront: inFront), of: tasks)
    }
  }

  /// Adds `tasks` as they are, with their notes, attachments and custom keys, at the back of the
  /// queue, or before all others if `inFront` is true, in one change: for example those that an
  /// importer has made.
  ///
  /// Tasks with `until` are snoozed. A task without `added` gets the time now. The keys of an
  /// ending are removed, because a task in the queue is open. Throws like
  /// `push(_:attachments:inFront:until:)`.
  @discardableResult public func push(
    contentsOf tasks: [QueuedTask], inFront: Bool = false
  ) throws(QueueError) -> QueueChange {
    for task in tasks { try QueuedTask.validate(attachments: task.attachments) }
    if tasks.isEmpty { return try unchanged() }
    return try change { (document) in
      var stamps = document.stamps(tasks.count, from: .wallClock).makeIterator()
      let added = tasks.map { (task) -> QueuedTask in
        var open = task.onOneLine.withoutEnding
        guard !open.hasValue(.added), let stamp = stamps.next() else {
          // There may be others with the same `added`.
          open.copy.isOnlyOne = false
          return open
        }
        return open.setting(.added, toString: stamp.preciseText)
      }
      return Change("push", document.adding(added, inFront: inFront), of: added)
    }
  }

  /// The result of adding nothing. A change would create the file's directory.
  private func unchanged() throws(QueueError) -> QueueChange {
    let front = try front()
    return QueueChange(front: front, wasEmpty: front.task == nil, isChanged: false)
  }

  /// Adds a task that was sent here from another machine, or from another queue of this user.
  ///
  /// It is another task than the sender's: its `added` is derived from that of the sender's, or is
  /// the present time. If this queue has the derived one open and unchanged, it was sent before, so
  /// nothing is added.
  @discardableResult
  package func receive(_ sent: QueuedTask) throws(QueueError) -> QueueChange {
    try change { (document) in
      let (task, isNew) = document.arriving(sent.awake, at: .wallClock)
      let patch = isNew ? document.adding([task], inFront: false) : document.unchanged
      return Change(Entry.arrival, patch, of: [task])
    }
  }
}
