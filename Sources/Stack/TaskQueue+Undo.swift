// Undoing changes and redoing them. <doc:UndoHistory> states the rules.

extension TaskQueue {
  /// What `undo` or `redo` did.
  public struct Restoration: Sendable {
    /// The command that was undone, redone or left as it is; `repair` if `isDamage`.
    public let command: String
    /// The title of the task that the command was about; `nil` if it was about several tasks or
    /// none.
    public let title: String?
    /// If a damaged file was restored: when the last command left the text.
    public let restoredDate: Timestamp?
    /// If a merge was undone that moved its copy into the history: the path of the copy. `undo`
    /// creates it again next to the file, unless another file has its name.
    public let mergedCopy: Pathname?
    /// If a damaged file was restored: where its text is kept; `nil` if the file was missing.
    public let damagedText: Pathname?
    /// The front of the queue afterwards.
    public let front: QueueFront
    /// Whether `undo` has put the merged copy back.
    package var isCopyBack = false
    /// Whether the change wasn't made in the shell whose prompt shows the queue.
    package var isOfOther = false

    /// Creates a result, such as one for a preview or a test of an app.
    public init(
      command: String, title: String? = nil, restoredDate: Timestamp? = nil,
      damagedText: Pathname? = nil, mergedCopy: Pathname? = nil, front: QueueFront
    ) {
      self.command = command
      self.title = title
      self.restoredDate = restoredDate
      self.damagedText = damagedText
      self.mergedCopy = mergedCopy
      self.front = front
    }

    /// Whether a damaged file was restored, instead of undoing a command. A file is damaged if it
    /// is malformed, or if another program has removed it.
    public var isDamage: Bool { command == Entry.repair }
  }

  /// Undoes the last change, and keeps what other programs have changed since. If the file is
  /// damaged, restores the text that the last command left. <doc:UndoHistory#What-undo-does> has
  /// the rules.
  ///
  /// - Throws: `QueueError.nothingToUndo`, `QueueError.notReversible` if the change can't be
  ///   reversed on its own, or its files in the history are damaged.
  @discardableResult public func undo() throws(QueueError) -> Restoration { try restore(.undo) }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was undone since the last change; otherwise
  ///   like `undo()`.
  @discardableResult public func redo() throws(QueueError) -> Restoration { try restore(.redo) }

  /// Leaves the last change as it is, so that the next `undo()` reverses the one before it. For a
  /// change that `undo()` refuses to reverse.
  ///
  /// - Throws: `QueueError.nothingToUndo`.
  @discardableResult public func skipUndo() throws(QueueError) -> Restoration {
    try restore(.skip)
  }

  /// Whether anything is kept of the file, so that `undo` can restore a damaged one.
  package func hasHistory() throws(QueueError) -> Bool { try !history().entries.isEmpty }

  /// Whether `undo` restores the file if there is none, because another program has removed it.
  package func undoRestoresFile() throws(QueueError) -> Bool {
    let history = try history()
    if try attempt(history.newestChange())?.kept?.after != nil { return true }
    return !UndoStacks(history.entries).undo.isEmpty
  }

  /// The history as it is found without waiting for the lock.
  func history() throws(QueueError) -> History {
    let state = try directories.state()
    return try attempt(
      History(of: FileSystem.nearestRealPath(of: path), in: state) { () throws(FileError) in
        try unless(.missing, FileSystem.bytes(of: path))
      })
  }

  private func restore(_ way: Way) throws(QueueError) -> Restoration {
    // Check before locking, because locking creates the directory of the file.
    if try !exists(), try !hasHistory() { throw way.nothingLeft }
    return try transaction(prompt: shownTask).reverse(way, of: path)
  }
}
