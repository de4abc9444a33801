// Removing tasks from a queue and recording how they ended.

extension TaskEnding.Kind {
  fileprivate var command: String {
    switch self {
    case .completed: "done"
    case .dropped: "drop"
    case .sent: "send"
    }
  }

  /// Text that the history appends to the task's title.
  fileprivate var detail: String { if case .sent(let recipient?) = self { ", to \(recipient)" } else { "" } }
}

extension TaskQueue {
  /// Completes a task: moves it to the finished tasks.
  ///
  /// - Parameter task: The task, found by its exact text wherever it is in the queue; `nil` for the current one.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.changedMeanwhile` if it no longer has the task
  ///   as it was.
  @discardableResult public func complete(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, as: .completed)
  }

  /// Drops a task: moves it to the finished tasks without completing it. Throws as `complete(_:)` does.
  @discardableResult public func drop(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try end(task, as: .dropped)
  }

  /// Moves a task that was sent elsewhere to the finished tasks. Throws as `complete(_:)` does.
  ///
  /// - Parameters:
  ///   - task: The task, as for `complete(_:)`.
  ///   - recipient: The stack that has it now: `HOST`, `HOST:NAME`, or `:NAME` for another one of this user.
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
