extension TaskQueue {
  /// Adds a line to the notes of the current task, or of another `task`, which it finds as
  /// `complete(_:)` does.
  ///
  /// - Throws: `QueueError.customNotes` if the task's `notes` is a custom key, because it isn't an
  ///   array of strings.
  @discardableResult public func addNote(_ line: TaskTitle, to task: QueuedTask? = nil)
    throws(QueueError) -> QueueChange
  {
    try replaceTask(task, as: "note") { (task) throws(QueueError) in
      guard let noted = task.noting(line) else { throw .customNotes }
      return noted
    }
  }
}
