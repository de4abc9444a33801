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
      let (open, ended) = (tasks.open, tasks.ended)
      let top = MemberMerge(base: base.top, ours: ours.top, theirs: theirs.top, ours.document.layout) { key in
        guard let list = key, list == .tasks || list == .completed else { return nil }
        // The lists are merged task by task; one that is empty is there or not as the rule has it.
        let isEmpty = list == .tasks ? open.isEmpty : ended.isEmpty
        guard isEmpty, ours.document[list] != nil else { return .ours }
        return Choice(base: base.document[list] != nil, ours: true, theirs: theirs.document[list] != nil)
      }
      var document = ours.document
      document.rewrite(
        tasks: tasks.parts(open, of: .tasks), completed: tasks.parts(ended, of: .completed),
        members: top.parts)
      let patch = document.patch
      let conflicts = top.conflicts.map { MergeConflict($0, ours: ours.top, theirs: theirs.top) }
      self.init(
        patch: patch, isChanged: !patch.isIdentity(ofSize: ours.text.count), conflicts: conflicts,
        hasConflict: !conflicts.isEmpty || tasks.hasConflict)
    }
  }
}

extension MergeConflict {
  fileprivate init(_ key: Meaning, ours: MergeObject, theirs: MergeObject) {
    let item = theirs[key]
    let name =
      item.map { Container.keyText(of: $0, in: theirs.text) }
      ?? ours[key].map { Container.keyText(of: $0, in: ours.text) }
    self.init(
      key: JSONText.decode(name ?? []),
      theirs: item.map { String(decoding: JSONText.oneLine(Array(theirs.text[$0.value])), as: UTF8.self) })
  }
}
