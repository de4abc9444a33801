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
    try Transaction(on: file, keepingIn: try folders.state())
  }

  /// Makes a change in a transaction of its own.
  ///
  /// - Parameters:
  ///   - command: The name under which the change stands in the history.
  ///   - edit: Says what is to be different. Returns the task that the change is about.
  func change(
    _ command: String, _ edit: (inout Document) throws(QueueError) -> QueuedTask?
  ) throws(QueueError) -> Outcome {
    let transaction = try transaction()
    var document = try Document(transaction.text ?? Document.emptyText, of: path)
    let task = try edit(&document)
    let wasEmpty = document.taskCount == 0
    guard let patch = document.patch else {
      try transaction.confirm()
      return Outcome(task: task, front: Front(of: document.text), wasEmpty: wasEmpty, isChanged: false)
    }
    try transaction.commit(.patch(patch, of: document.text), as: command, about: task?.title)
    return Outcome(
      task: task, front: Front(of: patch, from: document.text), wasEmpty: wasEmpty, isChanged: true)
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

  /// Where a task stands now, so that it can be changed there.
  mutating func index(of task: QueuedTask) throws(QueueError) -> Int {
    noteElements()
    guard let index = elements(of: .tasks).firstIndex(where: { $0.elementsEqual(task.text) }) else {
      throw .changedMeanwhile
    }
    return index
  }
}
