// Two copies of a stack that both changed since they were one, merged task by task.

/// Merges two copies of a stack. Pure: all that it needs is in its arguments.
///
/// The same texts always give the same result, and taking the same copy in again changes nothing. It takes
/// time in proportion to the texts (n log n where tasks were moved), whatever stands in them.
struct Merge {
  private let base: MergeCopy
  private let ours: MergeCopy
  private let theirs: MergeCopy
  private let isBaseKnown: Bool

  /// Merges two copies that go back to a third.
  ///
  /// - Parameters:
  ///   - base: What both were once; `nil` or empty if nobody knows. Then what was ended on either side is
  ///     ended, and all else is kept.
  ///   - ours: The copy whose layout stays. Like all three it was validated; nothing at all stands for
  ///     a stack without tasks.
  ///   - theirs: The other copy.
  static func merged(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> MergeResult {
    let base = base ?? []
    if ours.isEmpty, !theirs.isEmpty {
      let result = merged(base: base, ours: Document.emptyText, theirs: theirs)
      let text = base.isEmpty ? theirs : result.text(Document.emptyText)
      return MergeResult(
        patch: Patch([.new(text)]), isChanged: true, changes: result.changes, hasConflict: result.hasConflict)
    }
    if theirs.isEmpty || theirs == ours || theirs == base {
      if !theirs.isEmpty || base.isEmpty { return .unchanged(ours) }
      return merged(base: base, ours: ours, theirs: Document.emptyText)
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return merge.merged()
  }

  private init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    isBaseKnown = !base.isEmpty
    self.base = MergeCopy(base)
    self.ours = MergeCopy(ours)
    self.theirs = MergeCopy(theirs)
  }

  @_optimize(size)
  private func merged() -> MergeResult {
    let matches = MergeMatching.matched(base: base, ours: ours, theirs: theirs)
    let merge = TaskMerge(base: base, ours: ours, theirs: theirs)
    let results = matches.map { merge.merged($0) }
    let order = MergedLists(base: base, ours: ours, theirs: theirs, matches: matches, results: results)
    var text = MergedText(base: base, ours: ours, theirs: theirs, isBaseKnown: isBaseKnown)
    var changes = MergeResult.Changes(ours: ours, theirs: theirs, matches: matches, results: results)
    changes.isReordered = order.isReordered
    let hasConflict = results.contains { $0?.double != nil }
    if ours.text == base.text {
      // Only theirs changed anything at all.
      return MergeResult(
        patch: Self.replacing(ours.text, with: theirs.text), isChanged: true, changes: changes,
        hasConflict: false)
    }
    let patch = text.patch(tasks: order.tasks, completed: order.completed, results)
    return MergeResult(
      patch: patch, isChanged: patch.applied(to: ours.text) != ours.text, changes: changes,
      hasConflict: hasConflict || text.hasConflict)
  }

  /// A text in the place of another one, with what they begin and end with in common copied.
  private static func replacing(_ old: [UInt8], with new: [UInt8]) -> Patch {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return Patch([
      .original(0..<start), .new(Array(new[start..<(new.count - end)])),
      .original((old.count - end)..<old.count),
    ])
  }
}

extension MergeResult {
  /// Nothing came.
  fileprivate static func unchanged(_ ours: [UInt8]) -> MergeResult {
    MergeResult(
      patch: Patch([.original(0..<ours.count)]), isChanged: false, changes: Changes(),
      hasConflict: false)
  }
}
