// Rewording tasks and changing their order.

extension TaskQueue {
  /// Moves the current task, or another `task` that isn't asleep, to the back of the queue. If all
  /// others are asleep, nothing changes. Finds the task and throws as `complete(_:)` does.
  @discardableResult public func skip(_ task: QueuedTask? = nil) throws(QueueError) -> QueueChange {
    try changeTask(task, as: "skip") { document, index, task in
      (task, document.skipping(index, task))
    }
  }

  /// Makes a `task` the current one. If it is snoozed, it isn't any more. Finds the task and throws
  /// as `complete(_:)` does.
  @discardableResult public func bringToFront(_ task: QueuedTask) throws(QueueError) -> QueueChange
  {
    try changeTask(task, as: "top") { document, index, task in
      (task.awake, document.bringingToFront(index, task))
    }
  }

  /// Gives the current task, or another `task`, another `title`, other `notes`, or both; `nil`
  /// keeps the old ones. Finds the task and throws as `complete(_:)` does.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if `notes` are given and the notes of `task` have been
  ///   changed since it was read, `QueueError.customNotes` if `notes` are given and the task's
  ///   `notes` is a custom key, `QueueError.invalidArrangement` if the task has no note with one of
  ///   their indices.
  @discardableResult public func retitle(
    _ wanted: QueuedTask? = nil, as title: TaskTitle?, notes: [QueuedTask.EditedNote]? = nil
  ) throws(QueueError) -> QueueChange {
    try replaceTask(wanted, as: "edit") { (task) throws(QueueError) in
      // The indices of the kept notes are those of the notes that the caller knows.
      if let wanted, notes != nil, wanted.notes != task.notes { throw .changedMeanwhile }
      return try task.edited(title, notes: notes)
    }
  }

  /// The task at a position of a rearranged queue.
  public enum Arrangement: Equatable, Sendable {
    /// The task with this index in the old queue.
    case task(Int)
    /// The task with this index in the old queue, with another title.
    case retitled(Int, TaskTitle)
    /// The task with this index in the old queue, with another title, other notes, or both; `nil`
    /// keeps the old ones.
    case edited(Int, TaskTitle?, [QueuedTask.EditedNote]?)
    /// A new task.
    case new(TaskTitle)

    /// The index in the old queue; `nil` for a new task.
    package var index: Int? {
      switch self {
      case .task(let index), .retitled(let index, _), .edited(let index, _, _): index
      case .new: nil
      }
    }
  }

  /// Rearranges the whole queue into `arrangement`. `tasks` is what ``tasks()`` returned. Tasks
  /// that aren't in the new arrangement are dropped: moved to the finished tasks.
  ///
  /// If the queue isn't `tasks` any more, both changes are merged (see
  /// <doc:Merging#Merging-an-edit>).
  ///
  /// - Throws: `QueueError.invalidArrangement` if an index is out of range or occurs twice, or if a
  ///   task has no note with an index, `QueueError.customNotes` if there are notes for a task whose
  ///   `notes` is a custom key.
  @discardableResult public func rearrange(
    _ tasks: [QueuedTask], as arrangement: [Arrangement]
  ) throws(QueueError) -> QueueChange {
    var retryCount = 0
    while true {
      do throws(QueueError) {
        return try rearrangeOnce(tasks, arrangement)
      } catch {
        // What a person typed is worth more than one attempt.
        guard case .rewrittenMeanwhile = error, retryCount < 10 else { throw error }
        retryCount += 1
      }
    }
  }

  private func rearrangeOnce(
    _ tasks: [QueuedTask], _ arrangement: [Arrangement]
  ) throws(QueueError) -> QueueChange {
    // A missing file isn't a queue whose tasks have all been dropped.
    if !tasks.isEmpty, try attempt(FileSystem.status(of: path)) == nil { throw .changedMeanwhile }
    var merge: Merge?
    var title: String?
    var editedCount = 0
    for case .edited(let index, _, _) in arrangement where tasks.indices.contains(index) {
      editedCount += 1
      title = editedCount == 1 ? tasks[index].title : nil
    }
    var change = try change { (document) throws(QueueError) in
      let now = Timestamp.wallClock
      let items = document.items(of: .tasks)
      let tasks = tasks.map { $0.woken(at: now) }
      if items.elementsEqual(tasks, by: { document.text[$0.range].elementsEqual($1.text) }) {
        return Change(
          "edit", try document.rearranging(tasks, arrangement, at: now), title: title)
      }
      let merged = try document.mergingEdit(of: tasks, arrangement, at: now, of: path)
      merge = merged
      return Change("edit", merged.patch, title: title)
    }
    change.hasConflict = merge?.hasConflict ?? false
    change.changedAfterEnding = merge?.changedAfterEnding ?? []
    return change
  }
}
