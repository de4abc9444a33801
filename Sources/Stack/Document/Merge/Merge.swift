// Two copies of a stack that both changed since they were one, merged task by task.

/// What became of two copies of a stack.
struct Merge {
  /// What makes the new text of ours.
  let patch: Patch
  /// Whether the new text means anything else than ours.
  let isChanged: Bool
  /// The keys at the top that need both values.
  private(set) var conflicts: [MergeConflict] = []
  /// Whether any key needs both values: one at the top, or one of a task, which stands there twice then.
  private(set) var hasConflict = false
}

extension Merge {
  /// Merges two copies that go back to a third. Pure: all that it needs is in its arguments.
  ///
  /// The same texts always give the same result, in a time in proportion to them, and taking the same copy in again
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - base: What both were once; `nil` if nobody knows. Then what was ended on either side is ended, and all else
  ///     is kept.
  ///   - ours: The copy whose layout stays.
  ///   - theirs: The other copy.
  init(base: MergeCopy?, ours: MergeCopy, theirs: MergeCopy) {
    switch Choice(base: base?.text, ours: ours.text, theirs: theirs.text) {
    case .ours: self.init(patch: .identity(ofSize: ours.text.count), isChanged: false)
    case .theirs: self.init(patch: Patch([.new(theirs.text)]), isChanged: ours.meaning != theirs.meaning)
    case .both:
      let base = base ?? .unknown
      let tasks = MergedTasks(base: base, ours: ours, theirs: theirs)
      let top = MemberMerge(base: base.top, ours: ours.top, theirs: theirs.top, ours.document.layout) { key in
        guard let list = key, list == .tasks || list == .completed else { return nil }
        // The lists are merged task by task; one that is empty goes where theirs took it away.
        let isEmpty = list == .tasks ? tasks.open.isEmpty : tasks.ended.isEmpty
        return isEmpty && base.document[list] != nil && theirs.document[list] == nil ? .theirs : .ours
      }
      var document = ours.document
      (document.newTasks, document.newCompleted, document.newMembers) = (tasks.open, tasks.ended, top.parts)
      let patch = document.patch
      self.init(
        patch: patch, isChanged: !patch.isIdentity(ofSize: ours.text.count), conflicts: top.conflicts,
        hasConflict: tasks.hasConflict || !top.conflicts.isEmpty)
    }
  }
}
