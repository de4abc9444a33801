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
  /// Takes a task out of the queue and keeps it under `completed`.
  ///
  /// - Parameter task: This very task, wherever it stands by now; `nil` for the current one.
  /// - Throws: `QueueError.noTask` if there is no current one, `QueueError.changedMeanwhile` if this one isn't there
  ///   any more as it was.
  @discardableResult
  public func end(_ task: QueuedTask? = nil, as ending: Ending) throws(QueueError) -> Outcome {
    try changeTask(task, as: ending.command) { document, index, task in
      document.end(index, as: task.ended(ending))
    }
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
