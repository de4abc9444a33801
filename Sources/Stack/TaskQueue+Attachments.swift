// What is attached to a task.

extension TaskQueue {
  /// Attaches files and URLs to the current task; what is attached already stays as it is.
  ///
  /// - Parameter items: Absolute paths and URLs.
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func attach(_ items: [String]) throws(QueueError) -> Outcome {
    try replaceTask(as: "attach") { (task) in task.attaching(items) }
  }

  /// Takes attachments off the current task.
  ///
  /// - Parameter items: Which ones; `nil` for all.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.notAttached` for an item that isn't there.
  @discardableResult
  public func detach(_ items: [String]?) throws(QueueError) -> Outcome {
    try replaceTask(as: "detach") { (task) throws(QueueError) in
      let attachments = task.attachments
      let attached = attachments.asBytes
      for item in items ?? [] where !attached.contains(Array(item.utf8)) { throw .notAttached(item) }
      return task.detaching(items ?? attachments)
    }
  }
}
