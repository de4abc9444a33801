/// A change of a file that a command wants to make.
struct Change {
  /// What it does to the file.
  enum Effect {
    case newText(Patch)
    case removal
    /// Only the history changes.
    case none
  }

  /// The command that makes the change; for `undo` and `redo`, the command that they reverse.
  let command: String
  /// The title of the task that the change is about, if it is about one.
  var title: String?
  let effect: Effect
  /// How the change treats an older one; `nil` for a command.
  var reversal: (way: Way, entry: Entry)?
  /// A copy that was merged in full. If it is a conflict copy next to the file, it is moved into
  /// the history, even if the change has no effect on the file.
  var mergedCopy: MergedCopy?
  /// The text that the file has in common with a commit of a repository from then on.
  var common: CommonText?
  /// The commit whose common text stays, because the repository may not get the one of `common`.
  var base: String?

  /// Whether the text that the change gives another text is the same, so that only the history
  /// could change.
  func isIdentity(on text: [UInt8]) -> Bool {
    switch effect {
    case .newText(let patch): patch.isIdentity(on: text)
    case .removal: false
    case .none: true
    }
  }
}

/// What came of a change.
struct Outcome {
  /// The front of the queue afterwards.
  let front: QueueFront
  /// Whether the change was made. If not, nothing was written.
  var isChanged = true
  /// The conflict copy that was merged, or whose merge was undone.
  var copy: KeptCopy?
  /// Where the text before the change is kept; `nil` if there was none.
  var textBefore: Pathname?
}
