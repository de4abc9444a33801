// Chooses among the kept versions: which change `undo` and `redo` reverse, and what merging learns from them.
// <doc:UndoHistory> and <doc:Merging> state the rules.

/// How to reverse a change.
struct Reversal {
  let effect: Transaction.Effect
  /// The command whose change is reversed; `Version.damage` if a malformed file is restored.
  var command = Version.damage
  /// The title of the task that the change was about, if it was about one.
  var title: String?
  /// Whether the entire version is restored, because it has no record.
  var restoresEntireFile = false
  /// The version that is restored, and then removed.
  var restored: Version?
}

extension Version.Role {
  /// The error if no version has this role.
  var nothingLeft: QueueError { self == .undo ? .nothingToUndo : .nothingToRedo }
}

// MARK: - Undo and redo

extension Transaction {
  /// Chooses the change that `undo` or `redo` reverses. A malformed file is restored as the last command left it.
  ///
  /// - Parameter path: What to call the file in an error.
  func reversal(for role: Version.Role, of path: Pathname) throws(QueueError) -> Reversal {
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
    if isMalformed, role == .undo, let recovery = recovery(from: history) { return recovery }
    for version in history.versions.reversed() where version.role == role {
      var problem: QueueError?
      do throws(QueueError) {
        if try attempt(history.isCurrentFile(version, current)) { continue }
        if var reversal = try reversal(of: version, in: history) {
          (reversal.command, reversal.restored) = (version.command, version)
          return reversal
        }
      } catch {
        // A version that can't be read doesn't block another one.
        problem = error
      }
      // If the file is malformed, the failure isn't the version's, so the version isn't marked.
      if isMalformed { break }
      let kept = try attempt(history.markFailed(version))
      failure =
        switch problem {
        case .malformed(_, let position, let problem): .malformed(kept, position, problem)
        case let problem?: problem
        case nil: .notReversible(command: version.command, version: kept)
        }
      // Another program may have replaced the file only temporarily, so the next `undo` tries this version again.
      if !version.marks.contains(.refused) { throw failure }
    }
    try confirm()
    throw failure
  }

  /// How to reverse only the change that replaced a version.
  ///
  /// - Returns: `nil` if the change can't be reversed alone.
  private func reversal(of version: Version, in history: History) throws(QueueError) -> Reversal? {
    let kept = try attempt(history.text(of: version))
    if let kept, kept == current?.text { throw .alreadyRestored }
    let record = try attempt(history.record(of: version))
    if let kept, version.command != Version.damage { _ = try Document(kept, of: history.path(of: version)) }
    let restoring = kept.map { Effect.newText(Patch([.new($0)])) } ?? .removal
    let after: [UInt8]
    if version.marks.contains(.removed) {
      if current == nil { return Reversal(effect: restoring, title: record?.title) }
      after = Document.emptyText
    } else if let record {
      guard let text = record.patch.applied(to: kept ?? []) else { return nil }
      if current?.text == text {
        let inverse = kept.map { Effect.newText(record.patch.inverted($0)) } ?? .removal
        return Reversal(effect: inverse, title: record.title)
      }
      after = text
    } else {
      return Reversal(effect: restoring, restoresEntireFile: true)
    }
    let merge = try? reversingMerge(from: after, to: kept ?? Document.emptyText)
    return merge.map { Reversal(effect: .newText($0.patch), title: record?.title) }
  }

  /// The three-way merge that reverses a change after which other programs have changed the file.
  ///
  /// - Parameters:
  ///   - after: The text after the change, which is the merge's base.
  ///   - before: The text before it.
  /// - Returns: `nil` if the merge changes nothing, or if the change can't be reversed alone.
  private func reversingMerge(from after: [UInt8], to before: [UInt8]) throws(ScanError) -> Merge? {
    // Another program may have damaged the version.
    let (base, ours, theirs) = (try MergeInput(after), try MergeInput(text), try MergeInput(before))
    var matches = base.elements.indices.map { TaskMatch(base: $0) }
    for match in TaskMatch.matches(base: base, ours: ours, theirs: theirs) {
      if let index = match.base { matches[index] = match }
    }
    for (match, old) in zip(matches, base.elements) {
      let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
      // The change was about a task without `added`. Another program may have reworded it; the merge would add it
      // again.
      if our == nil, old.added == nil, their?.meaning != old.meaning { return nil }
      // The change ended the task, and another program has changed the ending since.
      if let our, !our.isOpen, !old.isOpen, our.ending != old.ending, their?.isOpen == true { return nil }
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return merge.isChanged && !merge.hasConflict ? merge : nil
  }

  /// How to replace a malformed text by the one that the last command left (see
  /// <doc:UndoHistory#Damaged-files>).
  ///
  /// - Returns: `nil` if no such text is known or if `redo` has just brought the damage back.
  private func recovery(from history: History) -> Reversal? {
    for version in history.versions.reversed() {
      if version.marks.contains(.removed) { return Reversal(effect: .removal) }
      guard let kept = version.isTombstone ? [] : try? history.text(of: version) else { continue }
      let record = try? history.record(of: version)
      let isEntire = record == nil && version.role == .undo
      let last = record == nil ? kept : record?.patch.applied(to: kept)
      if last == text { return nil }
      let restored = isEntire ? version : nil
      if isEntire, version.isTombstone {
        return Reversal(effect: .removal, restoresEntireFile: true, restored: restored)
      }
      if let last, (try? Document(last)) != nil {
        return Reversal(effect: .newText(Patch([.new(last)])), restoresEntireFile: isEntire, restored: restored)
      }
    }
    return nil
  }
}

// MARK: - Merging

extension Transaction {
  /// The changes that commands on this machine made, from the kept versions and their records.
  ///
  /// Merges, including undone and redone ones, and changes by other programs are left out. Only one version is held
  /// in memory at a time.
  func localKnowledge() throws(QueueError) -> LocalKnowledge {
    var knowledge = LocalKnowledge()
    guard let history = try attempt(openedHistory()) else { return knowledge }
    for version in history.versions where version.command != Version.merge {
      // A version or record that can't be read is skipped.
      guard let record = try? history.record(of: version),
        let text = version.isTombstone ? [] : try? history.text(of: version)
      else { continue }
      knowledge.learn(text, record.patch)
    }
    return knowledge
  }
}
