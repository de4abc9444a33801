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

  /// Merges two copies in the layout of ours, using a common ancestor or the local commands' changes. A pure function
  /// of its arguments, in time proportional to the texts.
  init(base: MergeInput = .empty, knowing knowledge: LocalKnowledge? = nil, ours: MergeInput, theirs: MergeInput) {
    switch ThreeWayChoice(base: base.text, ours: ours.text, theirs: theirs.text) {
    case .ours: (patch, isChanged) = (.identity(ofSize: ours.text.count), false)
    case .theirs: (patch, isChanged) = (Patch([.new(theirs.text)]), ours.meaning != theirs.meaning)
    case .both:
      let tasks = MergedTasks(base: base, knowledge, ours: ours, theirs: theirs)
      // No command changes a top-level key besides the lists, so only a common ancestor tells which value is older.
      let past = knowledge == nil ? ObjectPast.ancestor(base.top) : .commands(LocalKnowledge(), task: .absent)
      let top = MemberMerge(past, ours: ours.top, theirs: theirs.top, isTask: false, ours.document.layout) { key in
        // The lists are merged task by task. An empty one is removed if theirs removed it.
        guard key == .tasks || key == .completed else { return nil }
        let isEmpty = (key == .tasks ? tasks.open : tasks.ended).isEmpty
        return isEmpty && base.document[key] != nil && theirs.document[key] == nil ? .theirs : .ours
      }
      var document = ours.document
      (document.newTasks, document.newCompleted, document.newMembers) = (tasks.open, tasks.ended, top.parts)
      patch = document.patch
      isChanged = !patch.isIdentity(on: ours.text)
      conflicts = top.conflicts
      hasConflict = tasks.hasConflict || !conflicts.isEmpty
    }
  }
}
