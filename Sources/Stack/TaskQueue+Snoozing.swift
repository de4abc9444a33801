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
      document.snooze(index, as: snoozed)
      return snoozed
    }
  }

  /// Makes a `task` the current one. If it is snoozed, it isn't any more. Finds the task and throws
  /// as `complete(_:)` does.
  @discardableResult public func bringToFront(_ task: QueuedTask) throws(QueueError) -> QueueChange
  {
    try changeTask(task, as: "top") { document, index, task in
      document.bringToFront(index, task)
      return task.awake
    }
  }
}
