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
  /// The conflict copy that was merged, or whose merge was undone.
  let copy: KeptCopy?
  /// Where the text before the change is kept; `nil` if there was none.
  let textBefore: Pathname?
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
      changedAfterEnding: changedAfterEnding, copy: nil, textBefore: nil)
  }
}

extension TaskQueue {
  /// Begins a transaction on the file, which keeps the replaced version for `undo`. `prompt` is
  /// what the user's prompt shows of the queue, if the change depends on that.
  func transaction(prompt: ShownTask? = nil) throws(QueueError) -> Transaction {
    try Transaction(on: path, keepingIn: try directories.state(), prompt: prompt)
  }

  /// Makes a change in its own transaction. `plan` plans it for the document, in which the woken
  /// tasks are ordinary ones.
  ///
  /// - Throws: `QueueError.notShown` if the change is `ofCurrentTask`, and the user doesn't know
  ///   that this task is the current one.
  func change(
    ofCurrentTask isOfCurrentTask: Bool = false,
    _ plan: (Document) throws(QueueError) -> Change
  ) throws(QueueError) -> QueueChange {
    let transaction = try transaction(prompt: shownTask)
    let original = try Document(transaction.text, of: path)
    if isOfCurrentTask { try transaction.requireKnownFront() }
    let awakened = original.awakened(at: .wallClock)
    let document = awakened?.document ?? original
    var change = try plan(document)
    if let patch = change.patch {
      if !change.tasks.allSatisfy({ $0.copy.isOnlyOne }) {
        change.tasks = document.identified(change.tasks, after: patch)
      }
      if let awakened {
        // By itself, waking is no change.
        change.patch =
          patch.isIdentity(on: document.text)
          ? original.unchanged : patch.following(awakened.patch)
      }
    }
    return try transaction.commit(change)
  }

  /// Changes one task: the current one, or `wanted`, which is found by its identity wherever it is
  /// in the queue. `edit` returns the task as it is then, and the patch of the document.
  func changeTask(
    _ wanted: QueuedTask? = nil, as command: String, detail: String = "",
    _ edit: (Document, _ index: Int, QueuedTask) throws(QueueError) -> (QueuedTask, Patch)
  ) throws(QueueError) -> QueueChange {
    let missing: QueueError = wanted == nil ? .noTask : .changedMeanwhile
    // Checked before the lock is taken, because that creates the file's directory.
    if try !exists() { throw missing }
    return try change(ofCurrentTask: wanted == nil) { (document) throws(QueueError) in
      let found =
        wanted.map { document.found($0.woken(at: .wallClock)) }
        ?? document.currentTask(at: .wallClock)
      guard let (index, task) = found else { throw missing }
      let (edited, patch) = try edit(document, index, task)
      return Change(command, patch, of: [edited], title: task.title, detail: detail)
    }
  }

  /// The current task, for a change of it that takes time, such as in an editor. It is the one that
  /// the user's prompt shows.
  package func taskToChange() throws(QueueError) -> QueuedTask {
    try requireOwner()
    // All of the text is validated, because sending a task can't be taken back.
    guard let task = try document()?.currentTask(at: .wallClock)?.task else { throw .noTask }
    if shownTask?.shows(task) != false { return task.awake }
    // Only under the lock it is certain which change was the last one.
    let check = try changeTask(as: "check") { document, _, task in (task, document.unchanged) }
    return check.tasks.first ?? task.awake
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
      return (edited, edited == task ? document.unchanged : document.replacing(index, with: edited))
    }
  }
}
