// Removing tasks from a queue and recording how they ended.

extension TaskEnding.Kind {
  fileprivate var command: String {
    switch self {
    case .completed: "done"
    case .dropped: "drop"
    case .sent: "send"
    }
  }

  /// What the history has after the task's title.
  fileprivate var detail: String {
    if case .sent(let recipient?) = self { ", to \(recipient)" } else { "" }
  }
}

extension TaskQueue {
  /// Marks a task as done: it moves to the finished tasks.
  ///
  /// - Parameter task: Exactly this task, at whatever position it is by now; `nil` for the current one.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.changedMeanwhile` if it no longer has the task
  ///   as it was.
  @discardableResult
  public func complete(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, as: .completed)
  }

  /// Deletes a task without doing it: it moves to the finished tasks as dropped. Throws as `complete(_:)` does.
  @discardableResult
  public func drop(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, as: .dropped)
  }

  /// Moves a task that was sent elsewhere to the finished tasks. Throws as `complete(_:)` does.
  ///
  /// - Parameters:
  ///   - task: Exactly this task; `nil` for the current one.
  ///   - recipient: Whose stack has it now: `HOST`, `HOST:NAME`, or `:NAME` for one of this user's own.
  @discardableResult
  public func markSent(_ task: QueuedTask? = nil, to recipient: String) throws(QueueError) -> QueueChange {
    try end(task, as: .sent(to: recipient))
  }

  private func end(_ task: QueuedTask?, as ending: TaskEnding.Kind) throws(QueueError) -> QueueChange {
    try changeTask(task, as: ending.command, detail: ending.detail) { $0.end($1, as: $2.ended(ending)) }
  }
}

extension QueuedTask {
  /// The task as an entry of `completed`. This ending replaces any older one.
  func ended(_ ending: TaskEnding.Kind, at time: Timestamp = .now) -> QueuedTask {
    let task = withoutEnding
    return switch ending {
    case .completed: task.setting(.completed, toString: time.dateText)
    case .dropped: task.setting(.dropped, toString: time.dateText)
    case .sent(let recipient):
      task.setting(.sent, toString: time.dateText).setting(.to, to: recipient.map { JSONText.encode($0) })
    }
  }
}
