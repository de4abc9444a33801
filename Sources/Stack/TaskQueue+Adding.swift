// Adding tasks to a queue.

extension TaskQueue {
  /// Adds tasks at the back of the queue, or in front, in one change.
  ///
  /// - Parameters:
  ///   - titles: What there is to do, in the order in which it is to be done.
  ///   - attachments: What is attached to each: absolute paths and URLs.
  ///   - inFront: Whether the tasks go before all others.
  @discardableResult
  public func push(
    _ titles: [TaskTitle], attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> Outcome {
    let now = Timestamp.now
    let tasks = titles.map { QueuedTask(title: $0, attachments: attachments, added: now) }
    return try add(tasks, inFront: inFront, command: "push")
  }

  /// Adds a task that came from another machine.
  @discardableResult
  package func receive(_ task: QueuedTask) throws(QueueError) -> Outcome {
    try add([task], inFront: false, command: "receive")
  }

  private func add(_ tasks: [QueuedTask], inFront: Bool, command: String) throws(QueueError) -> Outcome {
    try change(command) { (document) in
      document.add(tasks, inFront: inFront)
      return tasks.count == 1 ? tasks.first : nil
    }
  }
}
