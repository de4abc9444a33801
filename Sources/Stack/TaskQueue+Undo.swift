// Undoing changes and redoing them. <doc:UndoHistory> states the rules.

extension TaskQueue {
  /// What `undo` or `redo` did.
  public struct Restoration: Sendable {
    /// The command that was undone or redone; `damage` if `isDamage`.
    public let command: String
    /// The title of the task that the command was about; `nil` if it was about several tasks or none.
    public let title: String?
    /// Whether an entire version was restored because it has no record. Then changes by other programs are undone, too.
    public let restoresEntireFile: Bool
    /// If the command was a merge that moved its copy into the history: the path of the copy there.
    public let mergedCopy: Pathname?
    /// The front of the queue afterwards.
    public let front: QueueFront

    /// Whether a damaged (malformed) text was replaced or brought back, instead of undoing or redoing a command.
    public var isDamage: Bool { command == Version.damage }
  }

  /// Undoes the last change, and keeps what other programs have changed since. If the file is malformed, restores the
  /// text that the last command left. <doc:UndoHistory#What-undo-does> has the rules.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no version is kept, `QueueError.notReversible` if another program has
  ///   changed the results of the change, `QueueError.alreadyRestored` if the file already has the old bytes.
  @discardableResult public func undo() throws(QueueError) -> Restoration { try restore(.undo) }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was undone since the last change; otherwise like `undo()`.
  @discardableResult public func redo() throws(QueueError) -> Restoration { try restore(.redo) }

  /// Whether a version of the file is kept, so that `undo` can restore a malformed one.
  package func hasVersions() throws(QueueError) -> Bool {
    let state = try directories.state()
    return try attempt(History.hasVersions(of: FileSystem.nearestRealPath(of: path), in: state))
  }

  private func restore(_ role: Version.Role) throws(QueueError) -> Restoration {
    // Check before locking, because locking creates the directory of the file.
    if try attempt(FileSystem.status(of: path)) == nil, try !hasVersions() { throw role.nothingLeft }
    let transaction = try transaction()
    let choice = try transaction.reversal(for: role, of: path)
    let front = try transaction.commit(
      choice.effect,
      as: Transaction.Entry(
        command: choice.command, title: choice.title, role: role == .undo ? .redo : .undo, restored: choice.restored))
    return Restoration(
      command: choice.command, title: choice.title, restoresEntireFile: choice.restoresEntireFile,
      mergedCopy: transaction.history?.newestCopy, front: front)
  }
}
