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
    try change("push") { (document) in
      let tasks = zip(titles, document.stamps(titles.count)).map {
        QueuedTask(title: $0, attachments: attachments, added: $1)
      }
      document.add(tasks, inFront: inFront)
      return tasks.count == 1 ? tasks.first : nil
    }
  }

  /// Adds a task that came from another machine.
  @discardableResult
  package func receive(_ task: QueuedTask) throws(QueueError) -> Outcome {
    try change("receive") { (document) in
      let stamped = task.setting(.added, toString: document.stamps(1)[0].preciseText)
      document.add([stamped], inFront: false)
      return stamped
    }
  }
}
