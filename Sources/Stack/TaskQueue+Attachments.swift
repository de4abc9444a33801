// Attachments and notes of a task.

extension TaskQueue {
  /// Adds a line to the notes of the current task.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.customNotes` if the task's `notes` is a custom key.
  @discardableResult
  public func note(_ line: TaskTitle) throws(QueueError) -> Outcome {
    try replaceTask(as: "note") { (task) throws(QueueError) in
      guard let noted = task.noting(line) else { throw .customNotes }
      return noted
    }
  }

  /// Attaches files and URLs to the current task, except those that are attached already.
  ///
  /// - Parameter items: Absolute paths and URLs.
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func attach(_ items: [String]) throws(QueueError) -> Outcome {
    try replaceTask(as: "attach") { (task) in task.attaching(items) }
  }

  /// Removes attachments from the current task.
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
