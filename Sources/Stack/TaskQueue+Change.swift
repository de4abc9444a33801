/// The result of a change.
public struct QueueChange: Sendable {
  /// The tasks that the change was about, as they are after it: added, changed, moved or ended.
  /// Empty after `merge` and `rearrange`, which can change any task.
  public let tasks: [QueuedTask]
  /// The title before the change, if it was about one task.
  package let title: String?
  /// The front of the queue after the change.
  public let front: QueueFront
  /// Whether there was no current task before.
  public let wasEmpty: Bool
  /// Whether the file changed; if not, nothing was written.
  public let isChanged: Bool
  /// Whether another program changed the same task in the meantime, so both versions are kept.
  public internal(set) var hasConflict = false
  /// The tasks that another program ended in the meantime, with this change in their entries of
  /// `completed`. If one was sent to another stack, that stack doesn't have this change.
  public internal(set) var changedAfterEnding: [QueuedTask] = []
}

extension QueueChange {
  /// Creates the result of a change, such as one for a preview or a test of an app.
  public init(
    tasks: [QueuedTask] = [], front: QueueFront, wasEmpty: Bool = false, isChanged: Bool = true,
    hasConflict: Bool = false, changedAfterEnding: [QueuedTask] = []
  ) {
    self.init(
      tasks: tasks, title: tasks.count == 1 ? tasks[0].title : nil, front: front,
      wasEmpty: wasEmpty, isChanged: isChanged, hasConflict: hasConflict,
      changedAfterEnding: changedAfterEnding)
  }
}

extension TaskQueue {
  /// Begins a transaction on the file, which keeps the replaced version for `undo`. `prompt` is
  /// what the user's prompt shows of the queue, if the change depends on that.
  func transaction(prompt: ShownTask? = nil) throws(QueueError) -> Transaction {
    try Transaction(on: path, keepingIn: try directories.state(), prompt: prompt)
  }

  /// The tasks that a change is about, as they are after it, and the title for the history.
  struct Changed {
    let tasks: [QueuedTask]
    let title: String?

    /// - Parameter title: The title before the change, if the change is about one task. Otherwise
    ///   that of the only element of `tasks`.
    init(_ tasks: [QueuedTask], title: String? = nil) {
      self.tasks = tasks
      self.title = title ?? (tasks.count == 1 ? tasks[0].title : nil)
    }
  }

  /// Makes a change in its own transaction. `edit` edits the document, in which the woken tasks are
  /// ordinary ones, and returns the tasks that the change is about. In the history, `detail`
  /// follows the task's title.
  ///
  /// - Throws: `QueueError.notShown` if the change is `ofCurrentTask`, and the user doesn't know
  ///   that this task is the current one.
  func change(
    _ command: String, detail: String = "", ofCurrentTask isOfCurrentTask: Bool = false,
    _ edit: (inout Document) throws(QueueError) -> Changed
  ) throws(QueueError) -> QueueChange {
    let transaction = try transaction(prompt: shownTask(path))
    var document = try Document(transaction.text, of: path)
    let current = document.currentTask(at: .wallClock)?.task
    if isOfCurrentTask, let current, try !attempt(transaction.isKnown(current)) {
      throw .notShown(current: current.title)
    }
    let awakened = document.awakened(at: .wallClock)
    let original = document.text
    document = awakened?.document ?? document
    let changed = try edit(&document)
    let isIdentified = changed.tasks.allSatisfy { $0.copy.isOnlyOne }
    let tasks = isIdentified ? changed.tasks : document.identified(changed.tasks)
    let reason = Transaction.Change(command: command, title: changed.title.map { $0 + detail })
    var patch = document.patch
    if let awakened {
      // By itself, waking is no change.
      patch =
        patch.isIdentity(on: document.text)
        ? .identity(ofSize: original.count) : patch.following(awakened.patch)
    }
    let (front, isChanged) = try transaction.commit(.newText(patch), as: reason)
    return QueueChange(
      tasks: tasks, title: changed.title, front: front, wasEmpty: current == nil,
      isChanged: isChanged)
  }

  /// Changes one task: the current one, or `wanted`, which is found by its identity wherever it is
  /// in the queue. `edit` edits the document, and returns the task as it is then.
  func changeTask(
    _ wanted: QueuedTask? = nil, as command: String, detail: String = "",
    _ edit: (_ document: inout Document, _ index: Int, QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> QueueChange {
    let missing: QueueError = wanted == nil ? .noTask : .changedMeanwhile
    // Checked before the lock is taken, because that creates the file's directory.
    if try !exists() { throw missing }
    return try change(command, detail: detail, ofCurrentTask: wanted == nil) {
      (document) throws(QueueError) in
      let found =
        wanted.map { document.found($0.woken(at: .wallClock)) }
        ?? document.currentTask(at: .wallClock)
      guard let (index, task) = found else { throw missing }
      return Changed([try edit(&document, index, task)], title: task.title)
    }
  }

  /// The current task, for a change of it that takes time, such as in an editor. It is the one that
  /// the user's prompt shows.
  package func taskToChange() throws(QueueError) -> QueuedTask {
    try requireOwner()
    guard let task = try front(within: 1).task else { throw .noTask }
    if shownTask(path)?.shows(task) != false { return task.awake }
    // Only under the lock it is certain which change was the last one.
    return try changeTask(as: "check") { _, _, current in current }.tasks.first ?? task.awake
  }

  /// The tasks in the order in which a change finds them: with the woken ones as ordinary ones.
  package func tasksToChange() throws(QueueError) -> [QueuedTask] {
    try requireOwner()
    guard let document = try document() else { return [] }
    return (document.awakened(at: .wallClock)?.document ?? document).openTasks.identified
  }

  /// Refuses at once what the change itself would refuse later: root changes only its own files.
  private func requireOwner() throws(QueueError) {
    guard System.effectiveUser == 0,
      let (directory, name) = try attempt(unless(.unreachable, PathWalk.parent(of: path)))
    else { return }
    try attempt(directory.requireOwner(of: name))
  }

  /// Replaces a task, found as in `changeTask`, by an edited one.
  func replaceTask(
    _ wanted: QueuedTask? = nil, as command: String,
    _ edit: (QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> QueueChange {
    try changeTask(wanted, as: command) { (document, index, task) throws(QueueError) in
      let edited = try edit(task)
      if edited != task { document.replace(index, with: edited) }
      return edited
    }
  }
}
