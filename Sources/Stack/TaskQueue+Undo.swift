// Undoing changes and redoing them. <doc:UndoHistory> states the rules.

extension TaskQueue {
  /// What `undo` or `redo` did.
  public struct Restoration: Sendable {
    /// The command that was undone or redone; `damage` if `isDamage`.
    public let command: String
    /// The title of the task that the command was about, if it was about one.
    public let title: String?
    /// Whether an entire version was restored because it has no record, so changes by other programs are undone too.
    public let restoresEntireFile: Bool
    /// The new path of the copy that was merged by the undone or redone merge, if it was moved.
    public let mergedCopy: Pathname?
    /// The front of the queue afterwards.
    public let front: QueueFront

    /// Whether no command was undone or redone, but damage that made the file malformed.
    public var isDamage: Bool { command == Version.damage }
  }

  /// Undoes the last change, and keeps what other programs have changed since. A malformed file is restored as the last
  /// command left it.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no version is kept, `QueueError.notReversible` or
  ///   `QueueError.alreadyRestored` if nothing of the change can be undone.
  @discardableResult
  public func undo() throws(QueueError) -> Restoration { try restore(.undo) }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was undone since the last change; otherwise like `undo()`.
  @discardableResult
  public func redo() throws(QueueError) -> Restoration { try restore(.redo) }

  /// Whether a version of the file is kept, so that `undo` can restore a malformed one.
  package func hasVersions() throws(QueueError) -> Bool {
    let state = try directories.state()
    return try attempt(History.hasVersions(of: FileSystem.nearestRealPath(of: path), in: state))
  }

  private func restore(_ role: Version.Role) throws(QueueError) -> Restoration {
    var failure: QueueError = role == .undo ? .nothingToUndo : .nothingToRedo
    // The lock would create the directory of the file.
    if try attempt(FileSystem.status(of: path)) == nil, try !hasVersions() { throw failure }
    let transaction = try transaction()
    var isMalformed = false
    do throws(QueueError) {
      _ = try Document(transaction.text, of: path)
    } catch {
      (failure, isMalformed) = (error, true)
    }
    // A newer release's file isn't damaged.
    if case .malformed(_, _, .newerVersion) = failure { throw failure }
    guard let history = try attempt(transaction.openedHistory()) else { throw failure }
    var command = Version.damage
    var (reversal, restored) = isMalformed && role == .undo ? transaction.recovery(from: history) : (nil, nil)
    for version in history.versions.reversed() where version.role == role && reversal == nil {
      var problem: QueueError?
      do throws(QueueError) {
        if try attempt(history.isCurrentFile(version, transaction.current)) { continue }
        reversal = try transaction.reversal(of: version, in: history)
      } catch {
        // A version that can't be read doesn't block another one.
        problem = error
      }
      (command, restored) = (version.command, version)
      // The version isn't to blame if the file is malformed.
      if reversal != nil || isMalformed { break }
      let kept = try attempt(history.markFailed(version))
      failure = problem ?? .notReversible(command: version.command, version: kept)
      // Another program may have replaced the file for a moment only, so the next `undo` tries once more.
      if !version.marks.contains(.refused) { throw failure }
    }
    guard let reversal else {
      try transaction.confirm()
      throw failure
    }
    let front = try transaction.commit(
      reversal.patch, as: command, about: reversal.title, keepingFor: role == .undo ? .redo : .undo,
      restoring: restored)
    return Restoration(
      command: command, title: reversal.title, restoresEntireFile: reversal.restoresEntireFile,
      mergedCopy: history.newestCopy, front: front)
  }
}

extension Transaction {
  /// How to reverse a change: the patch of the file (`nil` removes it), the title of the task that the change was
  /// about, and whether the entire version is restored because it has no record.
  fileprivate typealias Reversal = (patch: Patch?, title: String?, restoresEntireFile: Bool)

  /// How to reverse the change that replaced a version, and nothing else.
  ///
  /// - Returns: `nil` if the change can't be reversed alone.
  fileprivate func reversal(of version: Version, in history: History) throws(QueueError) -> Reversal? {
    let kept = try attempt(history.text(of: version))
    if let kept, kept == current?.text { throw .alreadyRestored }
    let record = try attempt(history.record(of: version))
    if let kept, version.command != Version.damage { _ = try Document(kept, of: history.path(of: version)) }
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
    // Another program may have damaged the version.
    guard let base = try? MergeInput(after), let ours = try? MergeInput(text),
      let theirs = try? MergeInput(kept ?? Document.emptyText)
    else { return nil }
    var matches = base.elements.indices.map { TaskMatch(base: $0) }
    for match in TaskMatch.matches(.ancestor(base), ours: ours, theirs: theirs) {
      if let index = match.base { matches[index] = match }
    }
    for (match, old) in zip(matches, base.elements) {
      let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
      // The change was about a task without `added`. If another program has reworded it, it would be added once more.
      if our == nil, old.added == .absent, their?.meaning != old.meaning { return nil }
      // The change ended the task, and another program has since ended it in another way.
      if let our, !our.isOpen, !old.isOpen, our.ending != old.ending, their?.isOpen == true { return nil }
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return !merge.isChanged || merge.hasConflict ? nil : (merge.patch, record?.title, false)
  }

  /// How to restore a malformed file as the last command left it. Without a record that text isn't known, so the
  /// version itself is restored.
  ///
  /// - Returns: No reversal if nothing is known, or if `redo` was the last command and restored the damage; and the
  ///   version that is restored itself.
  fileprivate func recovery(from history: History) -> (Reversal?, Version?) {
    for version in history.versions.reversed() {
      if version.marks.contains(.removed) { return ((nil, nil, false), nil) }
      guard let kept = version.isTombstone ? [] : try? history.text(of: version) else { continue }
      let record = try? history.record(of: version)
      let isEntire = record == nil && version.role == .undo
      let last = record == nil ? kept : record?.patch.applied(to: kept)
      if last == text { break }
      if isEntire, version.isTombstone { return ((nil, nil, true), version) }
      if let last, (try? Document(last)) != nil {
        return ((Patch([.new(last)]), nil, isEntire), isEntire ? version : nil)
      }
    }
    return (nil, nil)
  }
}
