/// The result of merging two copies of a stack task by task. <doc:Merging> has the rules.
struct Merge {
  /// The change of our text.
  private(set) var patch: Patch
  /// Whether the new text differs in meaning from ours.
  private(set) var isChanged = false
  /// The keys at the top level that need both values.
  private(set) var conflicts: [MergeConflict] = []
  /// Whether any key needs both values, at the top level or of a task.
  private(set) var hasConflict = false
  /// The tasks that were sent to another stack of this user, which doesn't have the merged changes.
  private(set) var changedAfterSending: [QueuedTask] = []
  /// The tasks that we had ended, and that have their changes now, too.
  private(set) var changedAfterEnding: [QueuedTask] = []
  /// The tasks of the three copies, matched; empty if a whole text is the result.
  private(set) var matches: [TaskMatch] = []
  private let base: MergeInput
  private let ours: MergeInput
  private let theirs: MergeInput

  /// Merges two copies in the layout of ours, using a common ancestor or the local commands'
  /// changes. A pure function of its arguments, in time proportional to the texts.
  init(
    base: MergeInput = .empty, knowing knowledge: LocalKnowledge? = nil, ours: MergeInput,
    theirs: MergeInput
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    patch = .identity(ofSize: ours.text.count)
    switch ThreeWayChoice(base: base.text, ours: ours.text, theirs: theirs.text) {
    case .ours: break
    case .theirs:
      patch = Patch([.new(theirs.text)])
      isChanged = ours.meaning != theirs.meaning
    case .both: mergeTasks(knowledge)
    }
  }

  private mutating func mergeTasks(_ knowledge: LocalKnowledge?) {
    let lists = MergedLists(base: base, knowledge, ours: ours, theirs: theirs)
    let top = topLevel(lists, knowledge)
    var document = ours.document
    document.newTasks = lists.open
    document.newCompleted = lists.ended
    document.newMembers = top.parts
    patch = document.patch
    isChanged = !patch.isIdentity(on: ours.text)
    conflicts = top.conflicts
    hasConflict = lists.hasConflict || !conflicts.isEmpty
    changedAfterSending = lists.changedAfterSending
    changedAfterEnding = lists.changedAfterEnding
    matches = lists.matches
  }

  /// The merged members of the top level. The lists in them are merged task by task; an empty one
  /// is removed if theirs removed it.
  private func topLevel(_ lists: MergedLists, _ knowledge: LocalKnowledge?) -> MemberMerge {
    // No command changes a top-level key besides the lists, so only a common ancestor tells which
    // value is older.
    let past =
      knowledge == nil
      ? Past.ancestor(base.top, ending: nil) : .commands(LocalKnowledge(), task: .emptyObject)
    return MemberMerge(
      past, ours: ours.top, theirs: theirs.top, isTask: false, ours.document.layout
    ) { key in
      guard key == .tasks || key == .completed else { return nil }
      let isEmpty = (key == .tasks ? lists.open : lists.ended).isEmpty
      return isEmpty && base.document[key] != nil && theirs.document[key] == nil ? .theirs : .ours
    }
  }
}

// MARK: - Reversing a change

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
    let places = matches.indices.filter { matches[$0].base == nil }
    // The dates of the tasks without a match in the base. Each may be a task of the base that was
    // reworded.
    let ourDates = Set(places.compactMap { matches[$0].ours }.map { ours.elements[$0].added })
    let theirDates = Set(places.compactMap { matches[$0].theirs }.map { theirs.elements[$0].added })
    var oldMatches = base.elements.indices.map { TaskMatch(base: $0) }
    for match in matches {
      if let index = match.base { oldMatches[index] = match }
    }
    for (match, old) in zip(oldMatches, base.elements) {
      let our = match.ours.map { ours.elements[$0] }
      let their = match.theirs.map { theirs.elements[$0] }
      // The change was about a task that may have been reworded. The merge would add it again.
      let isOurGone = our == nil && their?.meaning != old.meaning
      let isTheirGone = their == nil && our?.meaning != old.meaning
      if isOurGone, old.added == nil || ourDates.contains(old.added) { return .isNotIdentified }
      if isTheirGone, theirDates.contains(old.added) { return .isNotIdentified }
      // The change ended the task, and another program has changed the ending since.
      if let our, !our.isOpen, !old.isOpen, our.ending != old.ending, their?.isOpen == true {
        return .hasConflict
      }
    }
    if hasConflict { return .hasConflict }
    if isChanged { return nil }
    return keepsChangedTask ? .hasConflict : .isReversed
  }

  /// Whether a task that the change added is still there only because it was changed since.
  private var keepsChangedTask: Bool {
    matches.contains { match in
      guard let our = match.ours, let old = match.base, match.theirs == nil else { return false }
      return ours.elements[our].meaning != base.elements[old].meaning
    }
  }
}
