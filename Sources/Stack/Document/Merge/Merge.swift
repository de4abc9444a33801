/// The result of merging two copies of a stack task by task. <doc:Merging> has the rules.
struct Merge {
  /// The change of our text.
  let patch: Patch
  /// Whether the new text differs in meaning from ours.
  let isChanged: Bool
  /// The keys at the top level that need both values.
  private(set) var conflicts: [MergeConflict] = []
  /// Whether any key needs both values, at the top level or of a task.
  private(set) var hasConflict = false
}

extension Merge {
  init(base: MergeInput, ours: MergeInput, theirs: MergeInput) {
    self.init(.ancestor(base), ours: ours, theirs: theirs)
  }

  /// Merges two copies into the layout of ours. A pure function of its arguments, in time proportional to the texts.
  init(_ past: MergePast, ours: MergeInput, theirs: MergeInput) {
    switch ThreeWayChoice(base: past.base?.text, ours: ours.text, theirs: theirs.text) {
    case .ours: self.init(patch: .identity(ofSize: ours.text.count), isChanged: false)
    case .theirs: self.init(patch: Patch([.new(theirs.text)]), isChanged: ours.meaning != theirs.meaning)
    case .both:
      let base = past.base ?? .empty
      let tasks = MergedTasks(past, ours: ours, theirs: theirs)
      // No command changes other keys at the top level, so only a common ancestor tells which value is the older one.
      let topPast = past.base.map { ObjectPast.ancestor($0.top) } ?? .commands(LocalKnowledge(), task: .absent)
      // The lists are merged task by task. An empty one is removed if theirs removed it.
      let lists = [(SchemaKey.tasks, tasks.open), (.completed, tasks.ended)].map { list, parts in
        let isRemoved = parts.isEmpty && base.document[list] != nil && theirs.document[list] == nil
        return (key: list, choice: isRemoved ? ThreeWayChoice.theirs : .ours)
      }
      let top = MemberMerge(
        topPast, ours: ours.top, theirs: theirs.top, isTask: false, ours.document.layout, decided: lists)
      var document = ours.document
      (document.newTasks, document.newCompleted, document.newMembers) = (tasks.open, tasks.ended, top.parts)
      let patch = document.patch
      self.init(
        patch: patch, isChanged: !patch.isIdentity(ofSize: ours.text.count), conflicts: top.conflicts,
        hasConflict: tasks.hasConflict || !top.conflicts.isEmpty)
    }
  }
}
