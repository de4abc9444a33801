// How every change of a queue comes about.

/// What a change came to.
public struct Outcome: Sendable {
  /// The task that the change was about, as it was before; `nil` if it was about none.
  public let task: QueuedTask?
  /// What stands at the front afterwards.
  public let front: Front
  /// Whether there was no task before.
  public let wasEmpty: Bool
  /// Whether there was anything to change; if not, nothing was written.
  public let isChanged: Bool
}

extension TaskQueue {
  /// A transaction on the file, whose past is kept.
  func transaction() throws(QueueError) -> Transaction {
    try Transaction(on: path, keepingIn: try folders.state())
  }

  /// Makes a change in a transaction of its own.
  ///
  /// - Parameters:
  ///   - command: The name under which the change stands in the history.
  ///   - list: The list whose elements the edit must know.
  ///   - edit: Says what is to be different. Returns the task that the change is about.
  func change(
    _ command: String, noting list: ListName? = nil,
    _ edit: (inout Document) throws(QueueError) -> QueuedTask?
  ) throws(QueueError) -> Outcome {
    let transaction = try transaction()
    var document = try Document(transaction.text, of: path, noting: list)
    let task = try edit(&document)
    let patch = document.patch
    let front =
      if let patch {
        try transaction.commit(patch, as: command, about: task?.title)
      } else {
        try transaction.confirm()
      }
    return Outcome(task: task, front: front, wasEmpty: document.taskCount == 0, isChanged: patch != nil)
  }

  /// Changes the current task.
  func changeFront(
    _ command: String, _ edit: (QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> Outcome {
    try change(command) { (document) throws(QueueError) in
      let task = try document.currentTask()
      let edited = try edit(task)
      if edited != task { document.replace(0, with: edited) }
      return task
    }
  }
}

extension Document {
  /// - Throws: `QueueError.noTask` if the queue is empty.
  func currentTask() throws(QueueError) -> QueuedTask {
    guard let front else { throw .noTask }
    return front
  }

  /// Where a task stands now; the tasks must have been noted.
  func index(of task: QueuedTask) throws(QueueError) -> Int {
    guard let index = elements(of: .tasks).firstIndex(where: { $0.elementsEqual(task.text) }) else {
      throw .changedMeanwhile
    }
    return index
  }
}
