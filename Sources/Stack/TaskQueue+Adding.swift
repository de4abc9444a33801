// Adding tasks to a queue.

extension TaskQueue {
  /// Adds a task at the back of the queue, or in front.
  ///
  /// - Parameters:
  ///   - title: The title; see ``TaskTitle``.
  ///   - attachments: Absolute paths and URLs.
  ///   - inFront: Whether the task becomes the current one.
  @discardableResult
  public func push(
    _ title: TaskTitle, attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> QueueChange {
    try push(contentsOf: [title], attachments: attachments, inFront: inFront)
  }

  /// Adds tasks at the back of the queue, or in front, in one change.
  ///
  /// - Parameters:
  ///   - titles: The titles, the first task's first.
  ///   - attachments: The attachments of each task: absolute paths and URLs.
  ///   - inFront: Whether the tasks are added before all others.
  @discardableResult
  public func push(
    contentsOf titles: [TaskTitle], attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> QueueChange {
    try change("push") { (document) in
      let tasks = zip(titles, document.stamps(titles.count)).map {
        QueuedTask(title: $0, attachments: attachments, added: $1)
      }
      document.add(tasks, inFront: inFront)
      return tasks.count == 1 ? tasks.first : nil
    }
  }

  /// Adds a task that was sent from another machine, or from another queue of this user.
  ///
  /// - Parameter origin: `:NAME` if the task comes from this user's own queue, for the history.
  @discardableResult
  package func receive(_ task: QueuedTask, from origin: String? = nil) throws(QueueError) -> QueueChange {
    try change("receive", detail: origin.map { ", from \($0)" } ?? "") { (document) in
      // A task of this user keeps `added`, its identity, unless this queue has a task with it already.
      let isKept = origin != nil && !document.hasTask(addedLike: task)
      let received = isKept ? task : task.setting(.added, toString: document.stamps(1)[0].preciseText)
      document.add([received], inFront: false)
      return received
    }
  }
}
