// Adding tasks to a queue.

extension TaskQueue {
  /// Adds a task with this `title` and `attachments` (absolute paths and URLs) at the back of the queue. If `inFront`
  /// is true, the task becomes the current one.
  @discardableResult public func push(
    _ title: TaskTitle, attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> QueueChange {
    try push(contentsOf: [title], attachments: attachments, inFront: inFront)
  }

  /// Adds a task for each of the `titles` at the back of the queue, or before all others if `inFront` is true, in one
  /// change. Each task has all the `attachments` (absolute paths and URLs).
  @discardableResult public func push(
    contentsOf titles: [TaskTitle], attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> QueueChange {
    try change("push") { (document) in
      let tasks = zip(titles, document.stamps(titles.count, from: .now)).map {
        QueuedTask(title: $0, attachments: attachments, added: $1)
      }
      document.add(tasks, inFront: inFront)
      return tasks.count == 1 ? tasks.first : nil
    }
  }

  /// Adds a task that was sent from another machine, or from this user's queue NAME if `origin` is `:NAME`.
  @discardableResult
  package func receive(_ task: QueuedTask, from origin: String? = nil) throws(QueueError) -> QueueChange {
    try change("receive", detail: origin.map { ", from \($0)" } ?? "") { (document) in
      // A task from this user's other queue keeps `added`, its identity, unless a task here has the same.
      let isKept = origin != nil && !document.hasTask(addedLike: task)
      let received = isKept ? task : task.setting(.added, toString: document.stamps(1, from: .now)[0].preciseText)
      document.add([received], inFront: false)
      return received
    }
  }
}
