/// The result of merging two copies of a stack task by task. <doc:Merging> has the rules.
struct Merge {
  /// The change of our text.
  private(set) var patch: Patch
  /// Whether the patch changes our text; if theirs is the whole result, whether in meaning.
  private(set) var isChanged = false
  /// The keys at the top level that need both values.
  private(set) var conflicts: [MergeConflict] = []
  /// The tasks of the three copies, matched; empty if a whole text is the result.
  private(set) var matches: [TaskMatch] = []
  /// The merged task of each match; `nil` if it was removed.
  private(set) var tasks: [MergedTask?] = []
  /// The identities of our tasks, if no common ancestor is known.
  private(set) var ourTasks: Set<JSONDigest> = []
  let base: MergeInput
  let knowledge: LocalKnowledge?
  let ours: MergeInput
  let theirs: MergeInput
  /// Whether theirs is the base with a person's edit. If the edit rearranged tasks or notes, its
  /// order wins.
  let isEdit: Bool

  /// Merges two copies in the layout of ours, using a common ancestor or the local commands'
  /// changes. A pure function of its arguments, in time proportional to the texts.
  init(
    base: MergeInput = .empty, knowing knowledge: LocalKnowledge? = nil, ours: MergeInput,
    theirs: MergeInput, isEdit: Bool = false
  ) {
    self.base = base
    self.knowledge = knowledge
    self.ours = ours
    self.theirs = theirs
    self.isEdit = isEdit
    patch = .identity(ofSize: ours.text.count)
    let choice = ThreeWayChoice(base: base.text, ours: ours.text, theirs: theirs.text)
    if choice == .theirs {
      patch = Patch([.new(theirs.text)])
      isChanged = ours.meaning != theirs.meaning
    } else if choice == .conflict {
      mergeTasks()
    }
  }

  /// Whether any key needs both values, at the top level or of a task.
  var hasConflict: Bool { hasTaskConflict || !conflicts.isEmpty }

  private var hasTaskConflict: Bool { tasks.contains { $0?.theirVersion != nil } }

  /// The tasks that were sent to another stack of this user, which doesn't have the merged changes.
  var changedAfterSending: [QueuedTask] { merged { $0.isChangedAfterSending } }

  /// The tasks that we had ended, and that have their changes now, too.
  var changedAfterEnding: [QueuedTask] { merged { $0.isChangedAfterEnding } }

  private func merged(where isIncluded: (MergedTask) -> Bool) -> [QueuedTask] {
    tasks.compactMap { $0 }.filter(isIncluded).map { QueuedTask(validated: Array($0.text)) }
  }

  private mutating func mergeTasks() {
    matches = TaskMatch.matches(base: base, knowledge, ours: ours, theirs: theirs)
    if let knowledge { ourTasks = Set(ours.elements.map(knowledge.identity)) }
    tasks = matches.map(task)
    // An earlier merge may already have added their version as a separate task.
    let existing = hasTaskConflict ? Set(ours.elements.map { $0.meaning }) : []
    var document = ours.document
    document.newTasks = openParts(existing)
    document.newCompleted = endedOrder.flatMap { parts(of: $0, existing) }
    let our = ours.top
    let their = theirs.top
    let top = topLevel(document, our, their)
    document.newMembers = top.parts
    patch = document.patch
    isChanged = !patch.isIdentity(on: ours.text)
    conflicts = top.conflicts.map { key in
      MergeConflict(
        key: our.name(of: key) ?? their.name(of: key) ?? "",
        theirs: their.value(key).map { String(decoding: JSONText.oneLine($0), as: UTF8.self) })
    }
  }

  /// The parts of the open list. Those of snoozed tasks are behind all others: first our tasks, in
  /// our order, and then those that only theirs has open. In an edit, they keep the merged order.
  private func openParts(_ existing: Set<JSONDigest>) -> [Container.Part] {
    let order = openOrder
    // Most queues have no snoozed tasks, and then none of the tasks has to be read.
    if ours.document.snoozed.isEmpty, theirs.document.snoozed.isEmpty {
      return order.flatMap { parts(of: $0, existing) }
    }
    var ordinary: [Container.Part] = []
    var snoozed: [Int: [Container.Part]] = [:]
    for number in order {
      let texts = [text(of: number), tasks[number]?.theirVersion ?? []]
      for (part, text) in zip(parts(of: number, existing), texts) {
        if QueuedTask(validated: text).until == nil {
          ordinary.append(part)
        } else {
          snoozed[number, default: []].append(part)
        }
      }
    }
    // The matches have our tasks in our order.
    let isOurs = { ours[matches[$0].ours]?.isOpen == true }
    let ourOrder =
      isEdit ? order : order.filter(isOurs).sorted() + order.filter { !isOurs($0) }
    return ordinary + ourOrder.flatMap { snoozed[$0] ?? [] }
  }

  /// A merged task, which is identified by the number of its match, and their version of it, as
  /// parts of our list.
  private func parts(of number: Int, _ existing: Set<JSONDigest>) -> [Container.Part] {
    guard let task = tasks[number] else { return [] }
    var parts: [Container.Part] = []
    if let index = matches[number].ours, ours.elements[index].isOpen == task.isOpen {
      let place = task.isOpen ? index : index - ours.document.taskCount
      let isKept = task.text == ours.elements[index].text
      parts.append(isKept ? .item(place) : .changed(place, Array(task.text)))
    } else {
      parts.append(.new(Array(task.text)))
    }
    if let version = task.theirVersion {
      let meaning = TaskVersion(version, isOpen: task.isOpen).meaning
      if !existing.contains(meaning) { parts.append(.new(version)) }
    }
    return parts
  }

  /// The merged members of the top level. The lists in them are merged task by task; an empty one
  /// is removed if theirs removed it.
  private func topLevel(
    _ document: Document, _ our: MemberList, _ their: MemberList
  ) -> MemberMerge {
    let old = base.top
    return MemberMerge(our, their, document.layout) { key, name in
      guard let name, name == .tasks || name == .completed else {
        // No command changes such a key, so only a common ancestor tells which value is older.
        return ThreeWayChoice(
          base: old.digest(key), ours: our.digest(key), theirs: their.digest(key))
      }
      let parts = name == .tasks ? document.newTasks : document.newCompleted
      let isRemoved =
        parts?.isEmpty == true && base.document[name] != nil && theirs.document[name] == nil
      return isRemoved ? .theirs : .ours
    }
  }
}
