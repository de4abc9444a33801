// Putting a task aside until a moment.

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
}
