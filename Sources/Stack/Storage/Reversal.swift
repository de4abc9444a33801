// What `undo` and `redo` do to a file. <doc:UndoHistory> states the rules.

extension Way {
  /// The error if there is nothing to reverse.
  var nothingLeft: QueueError { self == .redo ? .nothingToRedo : .nothingToUndo }
}

extension Transaction {
  /// The change that reverses another one, or restores a damaged file, and its effect; `nil` if the
  /// file stays as it is. Errors name the file by `path`.
  func reversal(_ way: Way, of path: Pathname) throws(QueueError) -> (
    change: Change, effect: Effect?
  ) {
    guard let history = try attempt(openedHistory()) else { throw way.nothingLeft }
    var problem: QueueError?
    do throws(QueueError) { _ = try Document(text, of: path) } catch { problem = error }
    if case .malformed(_, _, .newerVersion)? = problem {
      // A newer release wrote the file, so it isn't damaged.
    } else if way == .undo, current == nil || problem != nil,
      let repair = try history.repair(replacing: current?.text)
    {
      return repair
    }
    if let problem { throw problem }
    let stacks = UndoStacks(history.entries)
    let entries = way == .redo ? stacks.redo : stacks.undo
    guard let kept = try attempt(history.newestIntact(of: entries, for: way)) else {
      try confirm()
      throw history.damaged.first.map { .damagedHistory($0) } ?? way.nothingLeft
    }
    let change = Change(
      command: kept.entry.command, title: kept.record.title, reversal: (way, kept.entry))
    if way == .skip { return (change, nil) }
    do throws(QueueError.Refusal.Reason) {
      return (change, try effect(reversing: kept))
    } catch {
      throw .notReversible(
        QueueError.Refusal(
          command: change.command, title: change.title, reason: error, isRedo: way == .redo,
          textBefore: kept.before.map { _ in history.path(of: kept.entry) }))
    }
  }
}

extension History {
  /// The newest of some changes whose files aren't damaged. A change can be skipped without reading
  /// it.
  fileprivate func newestIntact(of entries: [Entry], for way: Way) throws(FileError)
    -> KeptChange?
  {
    damaged = []
    for entry in entries.reversed() {
      do throws(FileError) {
        if let kept = try change(of: entry), kept.isValid { return kept }
        damaged.append(path(of: entry))
      } catch {
        if way != .skip { throw error }
        return KeptChange(entry: entry)
      }
    }
    return nil
  }

  /// How to restore a malformed or missing file as the last command left it
  /// (<doc:UndoHistory#Damaged-files>); `nil` if that isn't known, or if the last command removed
  /// the file.
  func repair(replacing current: [UInt8]?) throws(QueueError) -> (
    Transaction.Change, Transaction.Effect
  )? {
    // A redo of a repair has brought the damage back.
    let last = entries.filter { !$0.isSkip && !($0.isRepair && $0.reversed != nil) }
    // If the last change removed the file, such as the undoing of a push, another program may have
    // removed an older one before that push.
    for entries in [last, UndoStacks(entries).undo] {
      if let kept = try attempt(newestIntact(of: entries, for: .undo)), kept.after != current {
        return (
          Transaction.Change(command: Entry.repair, restoredDate: kept.entry.date),
          kept.after.map { .newText(Patch([.new($0)])) } ?? .removal
        )
      }
    }
    return nil
  }
}

// MARK: - Reversing one change

extension Transaction {
  /// Reverses a change: restores the text before it, or merges if another program has changed the
  /// file since.
  private func effect(reversing kept: KeptChange) throws(QueueError.Refusal.Reason) -> Effect {
    if kept.before == current?.text { throw .isReversed }
    if kept.after == current?.text {
      return kept.before.map { .newText(kept.record.patch.inverted($0)) } ?? .removal
    }
    // Only for `redo`, because `undo` repairs a missing file: a merge with it would restore only
    // the task of this change.
    if current == nil { throw .fileIsMissing }
    if kept.entry.isRepair { throw .hasConflict }
    // `reversal` has validated the file and both texts.
    guard let merge = try? Merge(reversing: kept.after, to: kept.before, in: text) else {
      throw .isNotIdentified
    }
    if let refusal = merge.refusal { throw refusal }
    return .newText(merge.patch)
  }
}
