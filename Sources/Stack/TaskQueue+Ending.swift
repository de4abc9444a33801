// Removing tasks from a queue and recording how they ended.

/// How a task leaves the queue.
public enum Ending: Sendable {
  /// It is done.
  case completed
  /// It is deleted without being done.
  case dropped
  /// It was moved to another stack: `HOST`, `HOST:NAME`, or `:NAME` for one of this user's own.
  case sent(to: String)

  fileprivate var command: String {
    switch self {
    case .completed: "done"
    case .dropped: "drop"
    case .sent: "send"
    }
  }

  /// What the history has after the task's title.
  fileprivate var detail: String {
    if case .sent(let recipient) = self { ", to \(recipient)" } else { "" }
  }
}

extension TaskQueue {
  /// Moves a task to `completed`.
  ///
  /// - Parameters:
  ///   - task: Exactly this task, at whatever position it is by now; `nil` for the current one.
  ///   - ending: How the task ends.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.changedMeanwhile` if it no longer has the task as it
  ///   was.
  @discardableResult
  public func end(_ task: QueuedTask? = nil, as ending: Ending) throws(QueueError) -> Outcome {
    try changeTask(task, as: ending.command, detail: ending.detail) { $0.end($1, as: $2.ended(ending)) }
  }
}

extension QueuedTask {
  /// The task as an entry of `completed`. This ending replaces any older one.
  func ended(_ ending: Ending, at time: Timestamp = .now) -> QueuedTask {
    let task = withoutEnding
    return switch ending {
    case .completed: task.setting(.completed, toString: time.dateText)
    case .dropped: task.setting(.dropped, toString: time.dateText)
    case .sent(let recipient): task.setting(.sent, toString: time.dateText).setting(.to, toString: recipient)
    }
  }
}
