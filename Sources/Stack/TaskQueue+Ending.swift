// Removing tasks from a queue and recording how they ended.

extension TaskQueue {
  /// Completes the current task, or another `task`: moves it to the finished tasks.
  ///
  /// Finds the task by its ``QueuedTask/id-swift.property``, so it may have been changed since it
  /// was read. A task without microseconds in `added`, or one of which a merge kept two wordings,
  /// is found by its exact text.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if the queue doesn't have the task any more.
  @discardableResult public func complete(_ task: QueuedTask? = nil) throws(QueueError)
    -> QueueChange
  {
    try end(task, "done", as: .completed)
  }

  /// Drops a `task`: moves it to the finished tasks without completing it. Finds it and throws as
  /// `complete(_:)` does.
  @discardableResult public func drop(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, "drop", as: .dropped)
  }

  /// Moves a `task` that was sent elsewhere to the finished tasks, with the `recipient` that has it
  /// now: `HOST`, `HOST:NAME`, or `:NAME` for another stack of this user. Finds the task and throws
  /// as `complete(_:)` does, and also throws if the task was changed, because the recipient doesn't
  /// have that change.
  @discardableResult
  public func markSent(_ task: QueuedTask? = nil, to recipient: String) throws(QueueError)
    -> QueueChange
  {
    try end(task, "send", as: .sent(to: recipient), detail: " to \(recipient)")
  }

  private func end(
    _ task: QueuedTask?, _ command: String, as ending: TaskEnding.Kind, detail: String = ""
  ) throws(QueueError) -> QueueChange {
    let wanted = task
    return try changeTask(task, as: command, detail: detail) {
      (document, index, task) throws(QueueError) in
      if case .sent = ending, let wanted, wanted.woken(at: .wallClock).text != task.text {
        throw .changedMeanwhile
      }
      let ended = task.ended(ending, at: .wallClock)
      return (ended, document.ending(index, as: ended))
    }
  }
}
