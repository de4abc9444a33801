// Rewording tasks and changing their order.

extension TaskQueue {
  /// Moves the current task to the back of the queue. The only task stays where it is.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  @discardableResult
  public func skip() throws(QueueError) -> QueueChange {
    try changeTask(as: "skip") { document, _, _ in
      if document.taskCount > 1 { document.newTasks = [.kept(1..<document.taskCount), .kept(0..<1)] }
    }
  }

  /// Gives a task another title and other notes. `nil` keeps what it has.
  ///
  /// - Parameters:
  ///   - task: Exactly this task, at whatever position it is by now; `nil` for the current one.
  ///   - title: The new title.
  ///   - notes: The lines as they were edited, in which unsafe characters are visible escapes. A line that wasn't
  ///     edited keeps its bytes, and blank lines aren't notes.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.changedMeanwhile` if it no longer has the task
  ///   as it was, `QueueError.customNotes` if there are notes, but the task's `notes` is a custom key.
  @discardableResult
  public func retitle(
    _ task: QueuedTask? = nil, as title: TaskTitle?, notes: [String]? = nil
  ) throws(QueueError) -> QueueChange {
    try replaceTask(task, as: "edit") { (task) throws(QueueError) in
      guard let task = notes.map({ task.replacingNotes(by: $0) }) ?? task else { throw .customNotes }
      return title.map { task.retitled($0) } ?? task
    }
  }

  /// A position of a rearranged queue.
  public enum Arrangement: Equatable, Sendable {
    /// The task that had this index.
    case task(Int)
    /// The task that had this index, with another title.
    case retitled(Int, TaskTitle)
    /// A new task.
    case new(TaskTitle)
  }

  /// Rearranges the queue. Tasks that aren't mentioned are dropped, that is, moved to `completed`.
  ///
  /// - Parameters:
  ///   - tasks: The whole queue as it was when editing began.
  ///   - arrangement: The whole queue as it is to be.
  /// - Throws: `QueueError.changedMeanwhile` if the queue no longer is `tasks`,
  ///   `QueueError.invalidArrangement` if an index is out of range or occurs twice.
  @discardableResult
  public func rearrange(_ tasks: [QueuedTask], as arrangement: [Arrangement]) throws(QueueError)
    -> QueueChange
  {
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
