// Rewording tasks and putting them into another order.

extension TaskQueue {
  /// Moves the current task to the back of the queue. Alone in the queue, it stays where it is.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func skip() throws(QueueError) -> Outcome {
    try changeTask(as: "skip") { document, _, _ in
      if document.taskCount > 1 { document.newTasks = [.kept(1..<document.taskCount), .kept(0..<1)] }
    }
  }

  /// Gives the current task another title.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func retitle(as title: TaskTitle) throws(QueueError) -> Outcome {
    try replaceTask(as: "edit") { (task) in task.retitled(title) }
  }

  /// Gives this very task another title, wherever it stands by now.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if it isn't there any more as it was.
  @discardableResult
  public func retitle(_ task: QueuedTask, as title: TaskTitle) throws(QueueError) -> Outcome {
    try replaceTask(task, as: "edit") { (task) in task.retitled(title) }
  }

  /// What a place in a rearranged queue holds.
  public enum Arrangement: Equatable, Sendable {
    /// The task that had this index.
    case task(Int)
    /// The task that had this index, with another title.
    case retitled(Int, TaskTitle)
    /// A new task.
    case new(TaskTitle)
  }

  /// Rearranges the queue. Tasks that are not mentioned are dropped: they stand under `completed` afterwards.
  ///
  /// - Parameters:
  ///   - tasks: The whole queue as it was when the person began.
  ///   - arrangement: The whole queue as it is to be.
  /// - Throws: `QueueError.changedMeanwhile` if the queue isn't `tasks` any more,
  ///   `QueueError.invalidArrangement` if a task is named that isn't there, or is named twice.
  @discardableResult
  public func rearrange(_ tasks: [QueuedTask], as arrangement: [Arrangement]) throws(QueueError) -> Outcome {
    let now = Timestamp.now
    var dropped = Set(tasks.indices)
    for element in arrangement {
      switch element {
      case .task(let index), .retitled(let index, _):
        if dropped.remove(index) == nil { throw .invalidArrangement(index: index) }
      case .new: break
      }
    }
    return try change("edit") { (document) throws(QueueError) in
      guard document.elements(of: .tasks).elementsEqual(tasks, by: { $0.elementsEqual($1.text) }) else {
        throw .changedMeanwhile
      }
      var stamps = document.stamps(arrangement.count, from: now).makeIterator()
      document.newTasks = arrangement.map { element in
        switch element {
        case .task(let index): .kept(index..<(index + 1))
        case .retitled(let index, let title): .changed(index, tasks[index].retitled(title).text)
        case .new(let title):
          .new(QueuedTask(title: title, attachments: [], added: stamps.next() ?? now).text)
        }
      }
      document.complete(dropped.sorted().map { tasks[$0].ended(.dropped, at: now) })
      return nil
    }
  }
}
