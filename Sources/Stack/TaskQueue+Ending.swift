// Removing tasks from a queue and recording how they ended.

extension TaskQueue {
  /// Completes the current task, or a `task` that is found by its exact text: moves it to the finished tasks.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if the queue no longer has the task as it was.
  @discardableResult public func complete(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, "done", as: .completed)
  }

  /// Drops a `task`: moves it to the finished tasks without completing it. Finds it and throws as `complete(_:)` does.
  @discardableResult public func drop(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, "drop", as: .dropped)
  }

  /// Moves a `task` that was sent elsewhere to the finished tasks, with the `recipient` that has it now: `HOST`,
  /// `HOST:NAME`, or `:NAME` for another stack of this user. Finds the task and throws as `complete(_:)` does.
  @discardableResult
  public func markSent(_ task: QueuedTask? = nil, to recipient: String) throws(QueueError) -> QueueChange {
    try end(task, "send", as: .sent(to: recipient), detail: ", to \(recipient)")
  }

  private func end(
    _ task: QueuedTask?, _ command: String, as ending: TaskEnding.Kind, detail: String = ""
  ) throws(QueueError) -> QueueChange {
    try changeTask(task, as: command, detail: detail) { $0.end($1, as: $2.ended(ending, at: .now)) }
  }
}
