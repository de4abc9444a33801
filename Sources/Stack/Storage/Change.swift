/// A change of a file that a command wants to make.
struct Change {
  /// The command that makes the change; for `undo` and `redo`, the command that they reverse.
  let command: String
  /// What it does to the text; `nil` if it removes the file.
  var patch: Patch?
  /// The tasks that it is about, as they are after it. Empty if it can change any task.
  var tasks: [QueuedTask]
  /// The title before it, if it is about one task.
  let title: String?
  /// What follows the title in the history.
  let detail: String
  /// How the change treats the entry with this number; `nil` for a command.
  let reversed: (way: Way, number: Int)?
  /// A copy that was merged in full. If it is a conflict copy next to the file, it is moved into
  /// the history, even if the change leaves the file as it is.
  let mergedCopy: MergedCopy?
  /// The text that the file has in common with a commit of a repository from then on.
  let common: CommonText?
  /// The commit whose common text stays, because the repository may not get the one of `common`.
  let base: String?

  /// - Parameter title: By default, that of the only element of `tasks`.
  init(
    _ command: String, _ patch: Patch?, of tasks: [QueuedTask] = [], title: String? = nil,
    detail: String = "", reversing reversed: (way: Way, number: Int)? = nil,
    mergedCopy: MergedCopy? = nil, common: CommonText? = nil, base: String? = nil
  ) {
    self.command = command
    self.patch = patch
    self.tasks = tasks
    self.title = title ?? (tasks.count == 1 ? tasks[0].title : nil)
    self.detail = detail
    self.reversed = reversed
    self.mergedCopy = mergedCopy
    self.common = common
    self.base = base
  }

  /// Whether it leaves a text as it is, so that only the history could change.
  func isIdentity(on text: [UInt8]) -> Bool { patch?.isIdentity(on: text) == true }

  /// Whether the history has an entry even if the file stays as it is.
  var isNoted: Bool { common != nil || reversed?.way == .skip }
}
