// Taking tasks out of a queue.

/// How a task leaves the queue.
public enum Ending: Sendable {
  /// It is done.
  case completed
  /// It is deleted.
  case dropped
  /// It went to somebody else.
  case sent(to: String)

  fileprivate var command: String {
    switch self {
    case .completed: "done"
    case .dropped: "drop"
    case .sent: "send"
    }
  }
}

extension TaskQueue {
  /// Takes the current task out of the queue and keeps it under `completed`.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func end(as ending: Ending) throws(QueueError) -> Outcome {
    try changeTask(as: ending.command) { $0.end($1, as: $2.ended(ending)) }
  }

  /// Takes this very task out of the queue, wherever it stands by now, and keeps it under `completed`.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if it isn't there any more as it was.
  @discardableResult
  public func end(_ task: QueuedTask, as ending: Ending) throws(QueueError) -> Outcome {
    try changeTask(task, as: ending.command) { $0.end($1, as: $2.ended(ending)) }
  }
}

extension QueuedTask {
  /// The task as it stands under `completed`.
  func ended(_ ending: Ending, at time: Timestamp = .now) -> QueuedTask {
    switch ending {
    case .completed: setting(.completed, toString: time.dateText)
    case .dropped: setting(.dropped, toString: time.dateText)
    case .sent(let recipient): setting(.sent, toString: time.dateText).setting(.to, toString: recipient)
    }
  }
}
