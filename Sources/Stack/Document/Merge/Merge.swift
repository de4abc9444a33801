/// The result of merging two copies of a stack task by task. <doc:Merging> has the rules, which
/// guarantee three things:
///
/// - Machines that merge the same copies have the same tasks, in whatever order they merge
///   (`MergePropertyTests.machinesGetTheSameTasksInEveryOrderAndLoseNone`).
/// - Merging the same copy again changes nothing (`MergeExampleTests`, in each example).
/// - Nothing is lost: a task is gone only if one copy lacks it and the other has it as the base
/// does
///   (`SimulationTests.tasksAreNeitherLostNorReopenedOnThreeMachines`).
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
  var tasks: [MergedTask?] = []
  /// The second wordings that are new, by the number of the match that they follow.
  var wordings: [Int: [TaskVersion]] = [:]
  let base: MergeInput
  let ours: MergeInput
  let theirs: MergeInput
  /// Whether theirs is the base with a person's edit. If the edit rearranged tasks or notes, its
  /// order wins.
  let isEdit: Bool

  /// Merges two copies in the layout of ours. Without a common ancestor, the base is empty. A pure
  /// function of its arguments, in time proportional to the texts.
  init(
    base: MergeInput = .empty, ours: MergeInput, theirs: MergeInput, isEdit: Bool = false
  ) {
    self.base = base
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

  /// Whether both sides gave any value different ones.
  var hasConflict: Bool {
    !conflicts.isEmpty || !droppedValues.isEmpty || !wordings.isEmpty
  }

  /// The values of tasks that lost a conflict.
  var droppedValues: [DroppedValue] { tasks.flatMap { $0?.droppedValues ?? [] } }

  /// The tasks that we had ended, and that have their changes now, too.
  var changedAfterEnding: [QueuedTask] {
    tasks.compactMap { $0 }.filter { $0.isChangedAfterEnding }
      .map { QueuedTask(validated: Array($0.version.text)) }
  }

  private mutating func mergeTasks() {
    matches = TaskMatch.matches(base: base, ours: ours, theirs: theirs)
    tasks = matches.map(task)
    placeSecondWordings()
    let open = openOrder.flatMap(parts)
    let ended = endedOrder.flatMap(parts)
    patch = ours.document.patch(tasks: open, completed: ended, members: topLevel(open, ended))
    isChanged = !patch.isIdentity(on: ours.text)
  }

  /// A merged task, which is identified by the number of its match, and its second wording, as
  /// parts of our list.
  private func parts(of number: Int) -> [Container.Part] {
    guard let task = tasks[number] else { return [] }
    let text = task.version.text
    var parts: [Container.Part] = []
    if let index = matches[number].ours, ours.elements[index].isOpen == task.isOpen {
      let place = task.isOpen ? index : index - ours.document.taskCount
      let isKept = text == ours.elements[index].text
      parts.append(isKept ? .item(place) : .changed(place, Array(text)))
    } else {
      parts.append(.new(Array(text)))
    }
    return parts + wordings[number, default: []].map { .new(Array($0.text)) }
  }

  /// The merged members of the top level. The lists in them are merged task by task; an empty one
  /// is removed if theirs removed it.
  private mutating func topLevel(
    _ open: [Container.Part], _ ended: [Container.Part]
  ) -> [Container.Part] {
    let our = ours.top
    let their = theirs.top
    let old = base.top
    var conflicts: [MergeConflict] = []
    let parts = mergedMembers(our, their) { key, name in
      guard let name, name == .tasks || name == .completed else {
        let choice = ThreeWayChoice(
          base: old.digest(key), ours: our.digest(key), theirs: their.digest(key))
        if choice == .conflict {
          conflicts.append(
            MergeConflict(
              key: our.name(of: key) ?? their.name(of: key) ?? "",
              theirs: their.value(key).map { String(decoding: JSONText.oneLine($0), as: UTF8.self) }
            ))
        }
        return choice
      }
      let parts = name == .tasks ? open : ended
      let isRemoved =
        parts.isEmpty && base.document[name] != nil && theirs.document[name] == nil
      return isRemoved ? .theirs : .ours
    }
    self.conflicts = conflicts
    return parts
  }
}
