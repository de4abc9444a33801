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
    // Checked before the lock is taken, because that creates the file's directory.
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
      // If the file is malformed, the failure isn't the version's, so the version isn't marked.
      if reversal != nil || isMalformed { break }
      let kept = try attempt(history.markFailed(version))
      failure = problem ?? .notReversible(command: version.command, version: kept)
      // Another program may have replaced the file only temporarily, so the next `undo` tries this version again.
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
  /// How to reverse a change: the patch of the file (`nil` removes the file), the title of the task that the change was
  /// about, and whether the entire version is restored because it has no record.
  fileprivate typealias Reversal = (patch: Patch?, title: String?, restoresEntireFile: Bool)

  /// How to reverse only the change that replaced a version.
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
    for match in TaskMatch.matches(base: base, ours: ours, theirs: theirs, identity: nil) {
      if let index = match.base { matches[index] = match }
    }
    for (match, old) in zip(matches, base.elements) {
      let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
      // The change was about a task without `added`. Another program may have reworded it; the merge would add it
      // again.
      if our == nil, old.added == .none, their?.meaning != old.meaning { return nil }
      // The change ended the task, and another program has changed the ending since.
      if let our, !our.isOpen, !old.isOpen, our.ending != old.ending, their?.isOpen == true { return nil }
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return !merge.isChanged || merge.hasConflict ? nil : (merge.patch, record?.title, false)
  }

  /// How to restore the text that the last command left in place of a malformed one (see
  /// <doc:UndoHistory#Damaged-files>).
  ///
  /// - Returns: The reversal, `nil` if no such text is known or if `redo` has just brought the damage back; and the
  ///   version that is restored itself, because it has no record.
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
