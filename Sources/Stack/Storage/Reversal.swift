// What `undo` and `redo` do to a file. <doc:UndoHistory> states the rules.

/// Which way a change is reversed.
enum Way {
  case undo, redo
  /// The change that `undo` would reverse is left as it is.
  case skip

  /// The error if there is nothing to reverse.
  var nothingLeft: QueueError { self == .redo ? .nothingToRedo : .nothingToUndo }
}

/// A change that reverses another one, or restores a damaged file.
struct Reversal {
  /// `nil` if the file stays as it is.
  let effect: Transaction.Effect?
  let change: Transaction.Change
  /// When a command left the text that is restored; `nil` if a change is reversed.
  var restoredDate: Timestamp?
  /// The files of changes that are left out because they are damaged.
  var damaged: [Pathname] = []
}

extension Transaction {
  /// Chooses the change that `undo` or `redo` reverses, or how to restore a damaged file. Errors
  /// name the file by `path`.
  func reversal(_ way: Way, of path: Pathname) throws(QueueError) -> Reversal {
    guard let history = try attempt(openedHistory()) else { throw way.nothingLeft }
    var damaged: [Pathname] = []
    do throws(QueueError) {
      _ = try Document(text, of: path)
      if current == nil, way == .undo, let repair = try repair(from: history) { return repair }
    } catch {
      guard case .malformed(_, _, let problem) = error, problem != .newerVersion, way == .undo,
        let repair = try repair(from: history)
      else { throw error }
      return repair
    }
    let stacks = UndoStacks(history.entries)
    for entry in (way == .redo ? stacks.redo : stacks.undo).reversed() {
      if way == .skip, let change = skip(of: entry, in: history) {
        return Reversal(effect: nil, change: change, damaged: damaged)
      }
      guard let kept = try attempt(history.change(of: entry)), kept.isValid else {
        damaged.append(history.path(of: entry))
        continue
      }
      var reversal = try reversal(of: kept, isRedo: way == .redo, in: history)
      reversal.damaged = damaged
      return reversal
    }
    try confirm()
    throw damaged.first.map { .damagedHistory($0) } ?? way.nothingLeft
  }

  /// The change that leaves another one as it is, even if its files can't be read; `nil` if they
  /// are damaged, because `undo` leaves it out then.
  private func skip(of entry: Entry, in history: History) -> Change? {
    var change = Change(command: entry.command, action: .skip(entry.number))
    do throws(SystemCallError) {
      guard let kept = try history.change(of: entry), kept.isValid else { return nil }
      change.title = kept.record.title
    } catch {
      // The title is missing in the message, and that is all.
    }
    return change
  }

  private func reversal(of kept: KeptChange, isRedo: Bool, in history: History) throws(QueueError)
    -> Reversal
  {
    let entry = kept.entry
    var change = Change(
      command: entry.command, title: kept.record.title,
      action: isRedo ? .redo(entry.number) : .undo(entry.number))
    switch outcome(of: kept) {
    case .refused(let reason):
      throw .notReversible(
        QueueError.Refusal(
          command: entry.command, title: kept.record.title, reason: reason, isRedo: isRedo,
          textBefore: kept.before == nil ? nil : history.path(of: entry)))
    case .made(let effect):
      let copy = try attempt(history.mergedCopy(of: entry))
      if isRedo {
        change.mergedCopy = copy.map { (lock.directory.path(of: $0.name), $0.text) }
      } else {
        change.copyToPutBack = copy
      }
      return Reversal(effect: effect, change: change)
    }
  }
}

// MARK: - Reversing one change

extension Transaction {
  private enum Outcome {
    case made(Effect)
    case refused(QueueError.Refusal.Reason)
  }

  /// Reverses a change: restores the text before it, or merges if another program has changed the
  /// file since.
  private func outcome(of kept: KeptChange) -> Outcome {
    if kept.before == current?.text { return .refused(.isReversed) }
    if kept.after == current?.text {
      return .made(kept.before.map { .newText(kept.record.patch.inverted($0)) } ?? .removal)
    }
    // A merge with a missing file would restore only the task of this change.
    if current == nil { return .refused(.fileIsMissing) }
    if kept.entry.isRepair { return .refused(.hasConflict) }
    // Another program may have damaged the kept text.
    let merged = try? reversingMerge(
      from: kept.after ?? Document.emptyText, to: kept.before ?? Document.emptyText)
    return merged ?? .refused(.isNotIdentified)
  }

  /// The three-way merge that reverses a change after which other programs have changed the file:
  /// its base is the text `after` the change, and theirs is the text `before` it.
  private func reversingMerge(from after: [UInt8], to before: [UInt8]) throws(ScanError) -> Outcome
  {
    let merge = Merge(
      base: try MergeInput(after), ours: try MergeInput(text), theirs: try MergeInput(before))
    switch merge.refusal {
    case .isNotIdentified: return .refused(.isNotIdentified)
    case .hasConflict: return .refused(.hasConflict)
    case nil where merge.isChanged: return .made(.newText(merge.patch))
    case nil: return .refused(merge.keepsChangedTask ? .hasConflict : .isReversed)
    }
  }

  /// Whether the newest change was made, although nothing says so: its command was killed.
  func wasMade(_ entry: Entry, in history: History) throws(SystemCallError) -> Bool {
    if entry.isSkip { return try history.record(of: entry) != nil }
    if try history.isLink(entry, to: current) { return false }
    if entry.isOld { return true }
    do throws(SystemCallError) {
      guard let change = try history.change(of: entry) else { return false }
      if case .refused(.isReversed) = outcome(of: change) { return false }
    } catch {
      // A text that can't be read at the moment doesn't block every change.
    }
    return true
  }
}

// MARK: - Damaged files

extension Transaction {
  /// How to restore a malformed or missing file as the last command left it
  /// (<doc:UndoHistory#Damaged-files>).
  ///
  /// - Returns: `nil` if that isn't known, or if the last command removed the file.
  private func repair(from history: History) throws(QueueError) -> Reversal? {
    let change = Change(command: Entry.repair)
    var damaged: [Pathname] = []
    // A redo of a repair has brought the damage back.
    let last = history.entries.filter { entry in
      if case .redo = entry.action { return !entry.isRepair }
      return !entry.isSkip
    }
    // If the last change removed the file, another program may have removed one before that.
    for entries in [last, UndoStacks(history.entries).undo] {
      for entry in entries.reversed() {
        guard let kept = try attempt(history.change(of: entry)), kept.leavesStack else {
          damaged.append(history.path(of: entry))
          continue
        }
        let effect = kept.after.map { Effect.newText(Patch([.new($0)])) } ?? .removal
        if kept.after == nil, current == nil { break }
        return Reversal(effect: effect, change: change, restoredDate: entry.date, damaged: damaged)
      }
    }
    return nil
  }
}
