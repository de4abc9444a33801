/// The result of a change.
public struct QueueChange: Sendable {
  /// The task that was changed, as it was before; `nil` if the change was about several tasks or none.
  public let task: QueuedTask?
  /// The front of the queue after the change.
  public let front: QueueFront
  /// Whether the queue was empty before.
  public let wasEmpty: Bool
  /// Whether the file changed; if not, nothing was written.
  public let isChanged: Bool
}

extension TaskQueue {
  /// Begins a transaction on the file, which keeps the replaced version for `undo`.
  func transaction() throws(QueueError) -> Transaction { try Transaction(on: path, keepingIn: try directories.state()) }

  /// Makes a change in its own transaction. `edit` edits the document, and returns the task that the change is about.
  /// In the history, `detail` follows the task's title.
  func change(
    _ command: String, detail: String = "", _ edit: (inout Document) throws(QueueError) -> QueuedTask?
  ) throws(QueueError) -> QueueChange {
    let transaction = try transaction()
    var document = try Document(transaction.text, of: path)
    let task = try edit(&document)
    let entry = Transaction.Entry(command: command, title: task.map { $0.title + detail })
    let (front, isChanged) = try transaction.commit(.newText(document.patch), as: entry)
    return QueueChange(task: task, front: front, wasEmpty: document.taskCount == 0, isChanged: isChanged)
  }

  /// Changes one task: the current one, or `wanted`, which is found by its exact text wherever it is in the queue.
  func changeTask(
    _ wanted: QueuedTask? = nil, as command: String, detail: String = "",
    _ edit: (_ document: inout Document, _ index: Int, QueuedTask) throws(QueueError) -> Void
  ) throws(QueueError) -> QueueChange {
    // Checked before the lock is taken, because that creates the file's directory.
    if wanted == nil, try attempt(FileSystem.status(of: path)) == nil { throw .noTask }
    return try change(command, detail: detail) { (document) throws(QueueError) in
      guard let task = wanted ?? document.front else { throw .noTask }
      let index = wanted == nil ? 0 : document.elements(of: .tasks).firstIndex { $0.elementsEqual(task.text) }
      guard let index else { throw .changedMeanwhile }
      try edit(&document, index, task)
      return task
    }
  }

  /// Replaces a task, found as in `changeTask`, by an edited one.
  func replaceTask(
    _ wanted: QueuedTask? = nil, as command: String, _ edit: (QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> QueueChange {
    try changeTask(wanted, as: command) { (document, index, task) throws(QueueError) in
      let edited = try edit(task)
      if edited != task { document.replace(index, with: edited) }
    }
  }
}
