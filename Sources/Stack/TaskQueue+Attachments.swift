// Attachments and notes of a task.

extension TaskQueue {
  /// Adds a line to the notes of the current task.
  ///
  /// - Throws: `QueueError.customNotes` if the task's `notes` is a custom key, because it isn't an array of strings.
  @discardableResult public func addNote(_ line: TaskTitle) throws(QueueError) -> QueueChange {
    try replaceTask(as: "note") { (task) throws(QueueError) in
      guard let noted = task.noting(line) else { throw .customNotes }
      return noted
    }
  }

  /// Attaches a file (an absolute path) or a URL to the current task, unless it is attached already.
  @discardableResult
  public func attach(_ item: String) throws(QueueError) -> QueueChange { try attach(contentsOf: [item]) }

  /// Attaches files (absolute paths) and URLs to the current task, except those that are attached already.
  @discardableResult public func attach(contentsOf items: [String]) throws(QueueError) -> QueueChange {
    try replaceTask(as: "attach") { (task) in task.attaching(items) }
  }

  /// Removes an attachment from the current task.
  ///
  /// - Throws: `QueueError.notAttached` if the item isn't there.
  @discardableResult
  public func detach(_ item: String) throws(QueueError) -> QueueChange { try detach(contentsOf: [item]) }

  /// Removes attachments from the current task, all of them or none.
  ///
  /// - Throws: `QueueError.notAttached` for an item that isn't there.
  @discardableResult public func detach(contentsOf items: [String]) throws(QueueError) -> QueueChange {
    try replaceTask(as: "detach") { (task) throws(QueueError) in
      let attached = task.attachments.asBytes
      for item in items where !attached.contains(Array(item.utf8)) { throw .notAttached(item) }
      return task.detaching(items)
    }
  }

  /// Removes all attachments from the current task.
  @discardableResult public func detachAll() throws(QueueError) -> QueueChange {
    try replaceTask(as: "detach") { (task) in task.detaching(task.attachments) }
  }
}
