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
    /// Where the copy is now that was taken in by the merge that was taken back, or put back, if it was moved.
    public let mergedCopy: FilePath?
    /// What stands at the front afterwards.
    public let front: Front
  }

  /// Takes back the last change, and nothing else that was changed since.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no earlier version is kept, `QueueError.notReversible` if nothing of
  ///   the change can be taken back any more.
  @discardableResult
  public func undo() throws(QueueError) -> Restoration {
    try restore(.undo, keepingCurrentFor: .redo)
  }

  /// Where the newest version is that is kept of a queue's file, so that a person can bring it back by hand.
  package static func newestVersion(of path: FilePath) -> FilePath? {
    guard let state = try? Folders().state(), let path = try? FileSystem.realPath(of: path) else {
      return nil
    }
    return History.newestVersion(of: path, in: state)
  }

  /// Puts back the change that was taken back last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was taken back, or a change was made since,
  ///   `QueueError.notReversible` if nothing of it can be put back any more.
  @discardableResult
  public func redo() throws(QueueError) -> Restoration {
    try restore(.redo, keepingCurrentFor: .undo)
  }

  private func restore(
    _ role: Version.Role, keepingCurrentFor opposite: Version.Role
  ) throws(QueueError) -> Restoration {
    let transaction = try transaction()
    // Nothing is written in the place of a file that is not sound.
    _ = try Document(transaction.text, of: path)
    var refusal: QueueError = role == .undo ? .nothingToUndo : .nothingToRedo
    guard let history = try attempt(transaction.openedHistory()) else { throw refusal }
    for version in history.versions.reversed() where version.role == role {
      var reversal: Transaction.Reversal?
      var problem: QueueError?
      do throws(QueueError) {
        if try attempt(history.isInUse(version, transaction.current)) { continue }
        reversal = try transaction.reversal(of: version, in: history)
      } catch {
        // One version that can't be read doesn't stand in the way of another.
        problem = error
      }
      guard let reversal else {
        let kept = try attempt(history.refuse(version))
        refusal = problem ?? .notReversible(command: version.command, version: kept)
        // The file may only be elsewhere for a moment; so the same is tried once more.
        if version.marks.contains(.refused) { continue }
        throw refusal
      }
      let front = try transaction.commit(
        reversal.patch, as: version.command, about: reversal.title, keepingFor: opposite, restoring: version)
      return Restoration(
        command: version.command, title: reversal.title, isWhole: reversal.isWhole,
        mergedCopy: history.newestCopy, front: front)
    }
    try transaction.confirm()
    throw refusal
  }
}

extension Transaction {
  /// What brings a version back: what becomes of the file (`nil` for its removal), the title of the task that the change
  /// was about which took the version's place, and whether the whole version comes back, because nothing says what that
  /// change put where.
  fileprivate typealias Reversal = (patch: Patch?, title: String?, isWhole: Bool)

  /// What takes back the change that took a version's place, and nothing else that was changed since.
  ///
  /// - Returns: `nil` if nothing of it can be taken back alone.
  fileprivate func reversal(of version: Version, in history: History) throws(QueueError) -> Reversal? {
    let kept = try attempt(history.text(of: version))
    let record = try attempt(history.record(of: version))
    if let kept { _ = try Document(kept, of: history.path(of: version)) }
    let whole = kept.map { Patch([.new($0)]) }
    let after: [UInt8]
    if version.marks.contains(.removed) {
      if current == nil { return (whole, record?.title, false) }
      after = Document.emptyText
    } else if let record {
      guard let text = record.patch.applied(to: kept ?? []) else { return nil }
      if current?.text == text { return (kept.map { record.patch.inverted($0) }, record.title, false) }
      after = text
    } else {
      return (whole, nil, true)
    }
    // A version that somebody has rewritten since is of no use here.
    guard let base = try? MergeInput(after), let ours = try? MergeInput(text),
      let theirs = try? MergeInput(kept ?? Document.emptyText)
    else { return nil }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return !merge.isChanged || merge.hasConflict ? nil : (merge.patch, record?.title, false)
  }
}
