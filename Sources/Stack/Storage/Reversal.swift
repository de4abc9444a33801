// What `undo` and `redo` do to a file, and why they refuse. <doc:UndoHistory> states the rules.

/// What a change does to an older one.
enum Way: String {
  case undo, redo
  /// Leaves it as it is, so that `undo` can reverse the one before.
  case skip

  /// The error if there is nothing to reverse.
  var nothingLeft: QueueError { self == .redo ? .nothingToRedo : .nothingToUndo }
}

extension Transaction {
  /// Reverses the last change, or restores a damaged file. Errors name the file by `path`.
  func reverse(_ way: Way, of path: Pathname) throws(QueueError) -> TaskQueue.Restoration {
    let problem = problem(of: path)
    if way != .redo, snapshot == nil || problem?.isDamage == true,
      let (entry, kept) = try attempt(history.newestChange())
    {
      guard let kept else {
        if way == .skip { return try leave(entry) }
        throw refusal(way, entry, .isDamaged)
      }
      if way == .undo, kept.after != snapshot?.text { return try repair(to: kept) }
    }
    if let problem { throw problem }
    let stacks = UndoStacks(history.entries)
    guard let entry = (way == .redo ? stacks.redo : stacks.undo).last else {
      try confirm()
      throw way.nothingLeft
    }
    if way == .skip { return try leave(entry) }
    // The recipient may not have the task any more.
    if way == .redo, entry.command == "send" { throw refusal(way, entry, .isSend) }
    // Without the other half, the tasks could be in neither of two stacks.
    if entry.command == Entry.rename { throw refusal(way, entry, .isHalf) }
    guard let kept = try attempt(history.change(of: entry)), kept.isValid else {
      throw refusal(way, entry, .isDamaged)
    }
    // Another program had removed the file, and what commands did since has been undone.
    if way == .undo, snapshot == nil { return try repair(to: kept) }
    let patch: Patch?
    do throws(QueueError.Refusal.Reason) { patch = try self.patch(reversing: kept) } catch {
      throw refusal(way, entry, error)
    }
    return try restoration(
      Change(entry.command, patch, title: kept.record.title, reversing: (way, entry.number)),
      isOfOther: prompt.map { $0.shell != kept.record.shell } ?? false)
  }

  /// Why the text isn't valid; `nil` if it is.
  private func problem(of path: Pathname) -> QueueError? {
    do throws(QueueError) { _ = try Document(text, of: path) } catch { return error }
    return nil
  }

  /// Makes a change, and says what it restored.
  private func restoration(
    _ change: Change, isOfOther: Bool = false, restoredDate: Timestamp? = nil
  ) throws(QueueError) -> TaskQueue.Restoration {
    let made = try commit(change)
    var restoration = TaskQueue.Restoration(
      command: change.command, title: change.title, restoredDate: restoredDate,
      damagedText: change.command == Entry.repair ? made.textBefore : nil,
      mergedCopy: made.copy?.path, front: made.front)
    restoration.isOfOther = isOfOther
    restoration.isCopyBack = made.copy?.isBack == true
    return restoration
  }

  /// Leaves a change as it is. Its files need not be readable for that.
  private func leave(_ entry: Entry) throws(QueueError) -> TaskQueue.Restoration {
    try restoration(
      Change(
        entry.command, .identity(ofSize: text.count), title: title(of: entry),
        reversing: (.skip, entry.number)))
  }

  private func refusal(_ way: Way, _ entry: Entry, _ reason: QueueError.Refusal.Reason)
    -> QueueError
  {
    .notReversible(
      QueueError.Refusal(
        command: entry.command, title: title(of: entry), reason: reason, isRedo: way == .redo,
        textBefore: history.path(ofText: entry)))
  }

  /// The title in the record of an entry; `nil` if it can't be read.
  private func title(of entry: Entry) -> String? { (try? history.record(of: entry))?.title }

  /// Restores the text that a change left (<doc:UndoHistory#Damaged-files>).
  private func repair(to kept: KeptChange) throws(QueueError) -> TaskQueue.Restoration {
    try restoration(
      Change(Entry.repair, kept.after.map { Patch([.new($0)]) }), restoredDate: kept.entry.date)
  }
}

extension QueueError {
  /// Whether the file is damaged. If a newer release wrote it, it isn't.
  fileprivate var isDamage: Bool {
    if case .malformed(_, _, .newerVersion) = self { false } else { true }
  }
}

// MARK: - Reversing one change

extension Transaction {
  /// The patch that reverses a change: it restores the text before it, or merges if another program
  /// has changed the file since. `nil` removes the file.
  private func patch(
    reversing kept: KeptChange
  ) throws(QueueError.Refusal.Reason) -> Patch? {
    if kept.before == snapshot?.text { throw .isReversed }
    if kept.after == snapshot?.text {
      return kept.before.map { kept.record.patch.inverted($0) }
    }
    // Only for `redo`, because `undo` repairs a missing file: a merge with it would restore only
    // the task of this change.
    if snapshot == nil { throw .fileIsMissing }
    // `reverse` has validated the file and both texts.
    guard let merge = try? Merge(reversing: kept.after, to: kept.before, in: text) else {
      throw .isNotIdentified
    }
    if let refusal = merge.refusal { throw refusal }
    return merge.patch
  }
}

extension Merge {
  /// Reverses a change in a text that was changed since: the base is the text `after` the change,
  /// and theirs is the text `before` it. `nil` stands for no file.
  init(reversing after: [UInt8]?, to before: [UInt8]?, in text: [UInt8]) throws(ScanError) {
    self.init(
      base: try MergeInput(after ?? Document.emptyText), ours: try MergeInput(text),
      theirs: try MergeInput(before ?? Document.emptyText))
  }

  /// Why this merge can't reverse that change; `nil` if it can.
  var refusal: QueueError.Refusal.Reason? {
    if let refusal = tasks?.refusal { return refusal }
    if hasConflict { return .hasConflict }
    return isChanged ? nil : .isReversed
  }
}

extension MergedTasks {
  /// Why a merge of these tasks can't reverse a change; `nil` if they don't prevent it.
  fileprivate var refusal: QueueError.Refusal.Reason? {
    let new = matches.filter { $0.base == nil }
    // The dates of each side's tasks without a match in the base. Each may be a task of the base
    // that was reworded.
    let ourNewDates = Set(new.compactMap { ours[$0.ours] }.map { $0.added })
    let theirNewDates = Set(new.compactMap { theirs[$0.theirs] }.map { $0.added })
    var removesChangedTask = false
    for match in matches.sorted(by: { $0.base ?? -1 < $1.base ?? -1 }) {
      guard let old = base[match.base] else { continue }
      let our = ours[match.ours]
      let their = theirs[match.theirs]
      // One side doesn't have the task, and the other one lacks it, too, or changed it. If it may
      // have been reworded and be among the new ones, the merge would add it again.
      let isOurGone = our == nil && their?.meaning != old.meaning
      let isTheirGone = their == nil && our?.meaning != old.meaning
      if isOurGone, old.added == nil || ourNewDates.contains(old.added) { return .isNotIdentified }
      if isTheirGone, theirNewDates.contains(old.added) { return .isNotIdentified }
      if our != nil, isTheirGone { removesChangedTask = true }
      // The change ended or reopened the task, and another program has changed that since.
      if let our, let their, our.ending != old.ending, their.ending != old.ending,
        our.ending != their.ending
      {
        return .hasConflict
      }
    }
    return removesChangedTask ? .hasConflict : nil
  }
}
