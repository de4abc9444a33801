// Rewording tasks and changing their order.

extension TaskQueue {
  /// Moves the current task to the back of the queue. If it is the only task, nothing changes.
  @discardableResult public func skip() throws(QueueError) -> QueueChange {
    try changeTask(as: "skip") { document, _, _ in
      if document.taskCount > 1 { document.newTasks = [.kept(1..<document.taskCount), .kept(0..<1)] }
    }
  }

  /// Gives a `task`, found as in `complete(_:)`, another `title`, other `notes`, or both; `nil` keeps the old ones.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if the queue no longer has the task as it was, `QueueError.customNotes` if
  ///   `notes` are given and the task's `notes` is a custom key, `QueueError.invalidArrangement` if the task has no
  ///   note with one of their indices.
  @discardableResult public func retitle(
    _ task: QueuedTask? = nil, as title: TaskTitle?, notes: [QueuedTask.EditedNote]? = nil
  ) throws(QueueError) -> QueueChange {
    try replaceTask(task, as: "edit") { (task) throws(QueueError) in
      let old = task.notes.indices
      for case .kept(let index) in notes ?? [] where !old.contains(index) { throw .invalidArrangement(index: index) }
      guard let task = notes.map({ task.replacingNotes(by: $0) }) ?? task else { throw .customNotes }
      return title.map { task.retitled($0) } ?? task
    }
  }

  /// The task at a position of a rearranged queue.
  public enum Arrangement: Equatable, Sendable {
    /// The task with this index in the old queue.
    case task(Int)
    /// The task with this index in the old queue, with another title.
    case retitled(Int, TaskTitle)
    /// A new task.
    case new(TaskTitle)
  }

  /// Rearranges the whole queue, which is `tasks` as ``tasks()`` returned them, into `arrangement`. Tasks that aren't
  /// in the new arrangement are dropped: moved to the finished tasks.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if the queue isn't `tasks` any more, `QueueError.invalidArrangement` if an
  ///   index is out of range or occurs twice.
  @discardableResult public func rearrange(
    _ tasks: [QueuedTask], as arrangement: [Arrangement]
  ) throws(QueueError) -> QueueChange {
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
        case .task(let index): .item(index)
        case .retitled(let index, let title): .changed(index, tasks[index].retitled(title).text)
        case .new(let title): .new(QueuedTask(title: title, attachments: [], added: stamps.next() ?? now).text)
        }
      }
      document.complete(dropped.sorted().map { tasks[$0].ended(.dropped, at: now) })
      return nil
    }
  }
}
