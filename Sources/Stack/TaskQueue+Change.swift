// How every change of a queue comes about.

/// What a change came to.
public struct Outcome: Sendable {
  /// The task that the change was about, as it was before; `nil` if it was about none.
  public let task: QueuedTask?
  /// What stands at the front afterwards.
  public let front: Front
  /// Whether there was anything to change; if not, nothing was written.
  public let isChanged: Bool
}

/// What a change is about, as it stands in the history.
enum Subject {
  /// The task that the edit returns.
  case editedTask
  /// A task of this title.
  case title(String)
  /// No single task.
  case several

  fileprivate func title(_ edited: QueuedTask?) -> String? {
    switch self {
    case .editedTask: edited?.title
    case .title(let title): title
    case .several: nil
    }
  }
}

extension TaskQueue {
  /// Makes a change in a transaction of its own.
  ///
  /// - Parameters:
  ///   - command: The name under which the change stands in the history.
  ///   - subject: What it is about, as it stands there.
  ///   - extent: What the edit must know of the file.
  ///   - edit: Says what is to be different. Returns the task that the change is about.
  func change(
    _ command: String, about subject: Subject = .editedTask, reading extent: ReadingExtent = .whole,
    _ edit: (inout Document) throws(QueueError) -> QueuedTask?
  ) throws(QueueError) -> Outcome {
    let state = try folders.state()
    let transaction = try Transaction(on: file)
    var document = try transaction.document(extent)
    let task = try edit(&document)
    if document.isUnchanged {
      try transaction.confirm()
      return Outcome(task: task, front: Front(document.outline), isChanged: false)
    }
    var history = try transaction.history(in: state)
    let front = try transaction.commit(
      .patch(document.patch), keeping: history.next(.undo, command: command),
      about: subject.title(task), in: &history)
    return Outcome(task: task, front: front, isChanged: true)
  }

  /// Changes the current task.
  func changeFront(
    _ command: String, _ edit: (QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> Outcome {
    try change(command) { (document) throws(QueueError) in
      let task = try document.currentTask()
      guard let place = document.outline.tasks?.first else { return task }
      let edited = try edit(task)
      if edited != task { document.replace(place, with: edited) }
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

  /// Where a task stands now; the tasks must have been noted in the outline.
  func index(of task: QueuedTask) throws(QueueError) -> Int {
    guard let index = taskTexts.firstIndex(where: { $0.elementsEqual(task.text) }) else {
      throw .changedMeanwhile
    }
    return index
  }
}
