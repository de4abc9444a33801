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

    /// Whether a damaged file was replaced or brought back, instead of undoing or redoing a command. A file is damaged
    /// if it is malformed, or if another program has removed it.
    public var isDamage: Bool { command == Version.damage }
  }

  /// Undoes the last change, and keeps what other programs have changed since. If the file is damaged, restores the text
  /// that the last command left. <doc:UndoHistory#What-undo-does> has the rules.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no version is kept, `QueueError.notReversible` if another program has
  ///   changed the results of the change, `QueueError.alreadyRestored` if the file already has the old bytes.
  @discardableResult public func undo() throws(QueueError) -> Restoration { try restore(.undo) }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was undone since the last change; otherwise like `undo()`.
  @discardableResult public func redo() throws(QueueError) -> Restoration { try restore(.redo) }

  /// Whether a version of the file is kept, so that `undo` can restore a damaged one.
  package func hasVersions() throws(QueueError) -> Bool {
    let state = try directories.state()
    return try attempt(History.hasVersions(of: FileSystem.nearestRealPath(of: path), in: state))
  }

  private func restore(_ role: Version.Role) throws(QueueError) -> Restoration {
    // Check before locking, because locking creates the directory of the file.
    if try attempt(FileSystem.status(of: path)) == nil, try !hasVersions() { throw role.nothingLeft }
    let transaction = try transaction()
    let reversal = try transaction.reversal(for: role, of: path)
    let front = try transaction.commit(reversal.effect, as: reversal.entry).front
    return Restoration(
      command: reversal.entry.command, title: reversal.entry.title, restoresEntireFile: reversal.restoresEntireFile,
      mergedCopy: transaction.history?.newestCopy, front: front)
  }
}

extension Version.Role {
  /// The error if no version has this role.
  fileprivate var nothingLeft: QueueError { self == .undo ? .nothingToUndo : .nothingToRedo }
}

/// A change that reverses another one.
private struct Reversal {
  let effect: Transaction.Effect
  let entry: Transaction.Entry
  /// Whether the entire version is restored, because it has no record.
  var restoresEntireFile = false
}

// MARK: - Choosing a version

extension Transaction {
  /// Chooses the change that `undo` or `redo` reverses, or how to restore a damaged file. Errors name the file by
  /// `path`.
  fileprivate func reversal(for role: Version.Role, of path: Pathname) throws(QueueError) -> Reversal {
    var failure = role.nothingLeft
    var isMalformed = false
    do throws(QueueError) {
      _ = try Document(text, of: path)
    } catch {
      // A newer release's file isn't damaged.
      if case .malformed(_, _, .newerVersion) = error { throw error }
      (failure, isMalformed) = (error, true)
    }
    guard let history = try attempt(openedHistory()) else { throw failure }
    if isMalformed || current == nil, role == .undo, let recovery = recovery(from: history) { return recovery }
    for version in history.versions.reversed() where version.role == role {
      if version.isTombstone, current == nil { continue }
      do throws(QueueError) {
        if try attempt(history.isCurrentFile(version, current)) { continue }
        return try reversal(of: version, in: history)
      } catch {
        // If the file is malformed, the failure isn't the version's, so the version isn't marked.
        if isMalformed { break }
        // A version that can't be read doesn't block another one.
        let kept = try attempt(history.markFailed(version))
        failure =
          switch error {
          case .malformed(_, let position, let problem): .malformed(kept, position, problem)
          case .notReversible(let command, _): .notReversible(command: command, version: kept)
          default: error
          }
        // At the first refusal, stop: if another program replaced the file temporarily, the next `undo` may succeed. At
        // the second, go on.
        if !version.marks.contains(.refused) { throw failure }
      }
    }
    try confirm()
    throw failure
  }

  /// How to reverse the change that replaced a version; without a record, by restoring the entire version.
  private func reversal(of version: Version, in history: History) throws(QueueError) -> Reversal {
    let path = history.path(of: version)
    let kept = try attempt(history.text(of: version))
    if let kept, kept == current?.text { throw .alreadyRestored }
    let record = try attempt(history.record(of: version))
    if let kept, version.command != Version.damage { _ = try Document(kept, of: path) }
    let entry = Entry(
      command: version.command, title: record?.title, role: version.role == .undo ? .redo : .undo, restored: version)
    let restoring = kept.map { Effect.newText(Patch([.new($0)])) } ?? .removal
    var after: [UInt8]? = Document.emptyText
    if version.marks.contains(.removed) {
      if current == nil { return Reversal(effect: restoring, entry: entry) }
    } else if let record {
      // A merge with a missing file would restore only the task of this change.
      guard current != nil else { throw .notReversible(command: version.command, version: path) }
      after = record.patch.applied(to: kept ?? [])
      if let after, after == current?.text {
        return Reversal(effect: kept.map { .newText(record.patch.inverted($0)) } ?? .removal, entry: entry)
      }
    } else {
      return Reversal(effect: restoring, entry: entry, restoresEntireFile: true)
    }
    guard let after, version.command != Version.damage,
      let merge = try? reversingMerge(from: after, to: kept ?? Document.emptyText)
    else { throw .notReversible(command: version.command, version: path) }
    return Reversal(effect: .newText(merge.patch), entry: entry)
  }

  /// The three-way merge that reverses a change after which other programs have changed the file: its base is the text
  /// `after` the change, and theirs is the text `before` it.
  ///
  /// - Returns: `nil` if the merge changes nothing, or if the change can't be reversed on its own.
  private func reversingMerge(from after: [UInt8], to before: [UInt8]) throws(ScanError) -> Merge? {
    // Another program may have damaged the version.
    let (base, ours, theirs) = (try MergeInput(after), try MergeInput(text), try MergeInput(before))
    let all = TaskMatch.matches(base: base, ours: ours, theirs: theirs)
    var matches = base.elements.indices.map { TaskMatch(base: $0) }
    for match in all {
      if let index = match.base { matches[index] = match }
    }
    // The dates of the tasks without a match in the base. Each may be a task of the base that was reworded.
    let new = all.filter { $0.base == nil }
    let ourDates = Set(new.compactMap { $0.ours }.map { ours.elements[$0].added })
    let theirDates = Set(new.compactMap { $0.theirs }.map { theirs.elements[$0].added })
    for (match, old) in zip(matches, base.elements) {
      let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
      // The change was about a task that may have been reworded. The merge would add it again.
      if our == nil, their?.meaning != old.meaning, old.added == nil || ourDates.contains(old.added) { return nil }
      if their == nil, our?.meaning != old.meaning, theirDates.contains(old.added) { return nil }
      // The change ended the task, and another program has changed the ending since.
      if let our, !our.isOpen, !old.isOpen, our.ending != old.ending, their?.isOpen == true { return nil }
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return merge.isChanged && !merge.hasConflict ? merge : nil
  }

  /// How to restore a damaged file as the last command left it (see <doc:UndoHistory#Damaged-files>).
  ///
  /// - Returns: `nil` if that isn't known, or if the last command was a `redo` that brought the damage back.
  private func recovery(from history: History) -> Reversal? {
    var undone: Int?
    for version in history.versions.reversed() {
      if let undone, version.role != .undo || version.number > undone { continue }
      var entry = Entry(command: Version.damage, role: .redo)
      // The change for which this was kept wasn't made.
      if version.isPendingTombstone, current == nil { continue }
      if version.marks.contains(.removed) {
        if current != nil { return Reversal(effect: .removal, entry: entry) }
        if version.role == .undo { return nil }
        // `undo` removed the file that a command had created. Another program may have removed one before that.
        undone = version.restored ?? 0
        continue
      }
      guard let kept = try? history.text(of: version) ?? [] else { continue }
      let record = try? history.record(of: version)
      let last = record == nil ? kept : record?.patch.applied(to: kept)
      if last == current?.text { return nil }
      let isEntire = record == nil && version.role == .undo
      if isEntire { entry.restored = version }
      if isEntire, version.isTombstone {
        return current == nil ? nil : Reversal(effect: .removal, entry: entry, restoresEntireFile: true)
      }
      if let last, (try? Document(last)) != nil {
        return Reversal(effect: .newText(Patch([.new(last)])), entry: entry, restoresEntireFile: record == nil)
      }
    }
    return nil
  }
}
