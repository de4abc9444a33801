// Adding tasks to a queue.

extension TaskQueue {
  /// Adds tasks at the back of the queue, or in front, in one change.
  ///
  /// - Parameters:
  ///   - titles: The titles, in the order in which the tasks are to be done.
  ///   - attachments: The attachments of each task: absolute paths and URLs.
  ///   - inFront: Whether the tasks are added before all others.
  @discardableResult
  public func push(
    _ titles: [TaskTitle], attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> Outcome {
    let now = Timestamp.now
    let tasks = titles.map { QueuedTask(title: $0, attachments: attachments, added: now) }
    return try add(tasks, inFront: inFront, command: "push")
  }

  /// Adds a task that came from another machine, or from another queue of this user.
  ///
  /// - Parameter origin: `:NAME` for the user's own queue that it came from, for the history.
  @discardableResult
  package func receive(_ task: QueuedTask, from origin: String? = nil) throws(QueueError) -> Outcome {
    try add([task], inFront: false, command: "receive", detail: origin.map { ", from \($0)" } ?? "")
  }

  private func add(
    _ tasks: [QueuedTask], inFront: Bool, command: String, detail: String = ""
  ) throws(QueueError) -> Outcome {
    try change(command, detail: detail) { (document) in
      document.add(tasks, inFront: inFront)
      return tasks.count == 1 ? tasks.first : nil
    }
  }
}
