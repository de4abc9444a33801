// Taking back what a command did, and putting it back.

extension TaskQueue {
  /// What `undo` or `redo` did.
  public struct Restoration: Sendable {
    /// The command that was taken back, or put back.
    public let command: String
    /// The title of the task that the command was about, if it was about one.
    public let title: String?
    /// Whether a whole version came back, and with it went whatever else was changed since: the version was kept
    /// by a release that didn't know yet how to tell the two apart.
    public let isWhole: Bool
    /// What stands at the front afterwards.
    public let front: Front
  }

  /// Takes back the last change, and nothing else that was changed since.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no earlier version is kept, `QueueError.notReversible` if nothing of
  ///   the change can be taken back any more.
  @discardableResult
  public func undo() throws(QueueError) -> Restoration {
    try restore(.undo, keepingCurrentFor: .redo, orElse: .nothingToUndo)
  }

  /// Puts back the change that was taken back last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was taken back, or a change was made since,
  ///   `QueueError.notReversible` if nothing of it can be put back any more.
  @discardableResult
  public func redo() throws(QueueError) -> Restoration {
    try restore(.redo, keepingCurrentFor: .undo, orElse: .nothingToRedo)
  }

  private func restore(
    _ role: Version.Role, keepingCurrentFor opposite: Version.Role, orElse nothing: QueueError
  ) throws(QueueError) -> Restoration {
    let state = try folders.state()
    let transaction = try Transaction(on: file)
    // Nothing is written in the place of a file that is not sound.
    if let text = try transaction.text() { _ = try Document(text, of: path) }
    var history = try transaction.history(in: state)
    guard let candidate = try transaction.candidate(for: role, in: &history) else {
      try transaction.confirm()
      throw nothing
    }
    guard let reversal = try transaction.reversal(of: candidate) else {
      let kept = try transaction.supersede(candidate.version, in: &history)
      throw .notReversible(command: candidate.version.command, version: kept)
    }
    var version = history.next(opposite, command: candidate.version.command)
    version.isFromRedo = role == .redo
    try transaction.commit(
      reversal.change, keeping: version, about: candidate.record?.title, in: &history,
      restoring: candidate.version)
    return Restoration(
      command: candidate.version.command, title: candidate.record?.title,
      isWhole: reversal.isWhole, front: reversal.front)
  }
}
