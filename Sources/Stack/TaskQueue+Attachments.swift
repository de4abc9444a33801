// Attachments of a task.

extension TaskQueue {
  /// Attaches a file (an absolute path) or a URL to the current task, or to another `task`, unless
  /// it is attached already. Finds the task as `complete(_:)` does.
  ///
  /// - Throws: `QueueError.invalidAttachment` if the item is neither of the two.
  @discardableResult
  public func attach(_ item: String, to task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try attach(contentsOf: [item], to: task)
  }

  /// Attaches files (absolute paths) and URLs to the current task, or to another `task`, except
  /// those that are attached already. Finds the task as `complete(_:)` does.
  ///
  /// - Throws: `QueueError.invalidAttachment` for an item that is neither of the two.
  @discardableResult public func attach(contentsOf items: [String], to task: QueuedTask? = nil)
    throws(QueueError) -> QueueChange
  {
    try QueuedTask.validate(attachments: items)
    return try replaceTask(task, as: "attach") { (task) in task.attaching(items) }
  }

  /// Removes an attachment from the current task, or from another `task`, which it finds as
  /// `complete(_:)` does.
  ///
  /// - Throws: `QueueError.notAttached` if the item isn't there.
  @discardableResult
  public func detach(_ item: String, from task: QueuedTask? = nil) throws(QueueError) -> QueueChange
  {
    try detach(contentsOf: [item], from: task)
  }

  /// Removes attachments from the current task, or from another `task`, all of them or none. Finds
  /// the task as `complete(_:)` does.
  ///
  /// - Throws: `QueueError.notAttached` for an item that isn't there.
  @discardableResult public func detach(contentsOf items: [String], from task: QueuedTask? = nil)
    throws(QueueError) -> QueueChange
  {
    try replaceTask(task, as: "detach") { (task) throws(QueueError) in
      let attached = task.attachments.asBytes
      for item in items where !attached.contains(Array(item.utf8)) { throw .notAttached(item) }
      return task.detaching(items)
    }
  }

  /// Removes all attachments from the current task, or from another `task`, which it finds as
  /// `complete(_:)` does.
  @discardableResult public func detachAll(from task: QueuedTask? = nil) throws(QueueError)
    -> QueueChange
  {
    try replaceTask(task, as: "detach") { (task) in task.detaching(task.attachments) }
  }
}

extension QueuedTask {
  /// Checks that each text can be attached: an absolute path or a URL, without NUL.
  static func validate(attachments: [String]) throws(QueueError) {
    for text in attachments
    where text.utf8.first != .slash && text.urlScheme == nil || text.utf8.contains(0) {
      throw .invalidAttachment(text)
    }
  }
}
