/// The result of merging two copies of a stack task by task. <doc:Merging> has the rules, which
/// guarantee three things:
///
/// - Machines that merge the same copies have the same tasks, in whatever order they merge
///   (`MergePropertyTests.machinesGetTheSameTasksInEveryOrderAndLoseNone`).
/// - Merging the same copy again changes nothing (`MergeExampleTests`, in each example).
/// - Nothing is lost: a task is gone only if one copy lacks it and the other has it as the base
///   does (`SimulationTests.tasksAreNeitherLostNorReopenedOnThreeMachines`).
struct Merge {
  /// The change of our text.
  let patch: Patch
  /// Whether the patch changes our text; if theirs is the whole result, whether in meaning.
  let isChanged: Bool
  /// The keys at the top level that need both values.
  let conflicts: [MergeConflict]
  /// The tasks, merged one by one; `nil` if a whole text is the result.
  let tasks: MergedTasks?

  /// Merges two copies in the layout of ours. Without a common ancestor, the base is empty. A pure
  /// function of its arguments, in time proportional to the texts.
  init(base: MergeInput = .empty, ours: MergeInput, theirs: MergeInput, isEdit: Bool = false) {
    let choice = ThreeWayChoice(base: base.text, ours: ours.text, theirs: theirs.text)
    guard choice == .conflict else {
      let isTheirs = choice == .theirs
      patch = isTheirs ? Patch([.new(theirs.text)]) : .identity(ofSize: ours.text.count)
      isChanged = isTheirs && ours.meaning != theirs.meaning
      conflicts = []
      tasks = nil
      return
    }
    let copies = ThreeCopies(base: base, ours: ours, theirs: theirs, isEdit: isEdit)
    let tasks = MergedTasks(of: copies)
    let open = tasks.openOrder.flatMap(tasks.parts)
    let ended = tasks.endedOrder.flatMap(tasks.parts)
    let members: [Container.Part]
    (members, conflicts) = copies.topLevel(open, ended)
    patch = ours.document.patch(tasks: open, completed: ended, members: members)
    isChanged = !patch.isIdentity(on: ours.text)
    self.tasks = tasks
  }

  /// Whether both sides gave any value different ones.
  var hasConflict: Bool {
    !conflicts.isEmpty || !droppedValues.isEmpty || secondWordingCount > 0
  }

  /// The values of tasks that lost a conflict.
  var droppedValues: [DroppedValue] { mergedTasks.flatMap { $0.droppedValues } }

  /// The tasks that we had ended, and that have their changes now, too.
  var changedAfterEnding: [QueuedTask] {
    mergedTasks.filter { $0.isChangedAfterEnding }
      .map { QueuedTask(validated: Array($0.version.text)) }
  }

  /// How many second wordings are new.
  var secondWordingCount: Int { tasks?.wordings.values.reduce(0) { $0 + $1.count } ?? 0 }

  private var mergedTasks: [MergedTask] { tasks?.all.compactMap { $0 } ?? [] }
}

/// What is merged: the base, and the two copies that were made from it.
struct ThreeCopies {
  let base: MergeInput
  let ours: MergeInput
  let theirs: MergeInput
  /// Whether theirs is the base with a person's edit. If the edit rearranged tasks or notes, its
  /// order wins.
  let isEdit: Bool

  /// The merged members of the top level. The lists in them are merged task by task; an empty one
  /// is removed if theirs removed it. Also returns the keys that need both values.
  fileprivate func topLevel(
    _ open: [Container.Part], _ ended: [Container.Part]
  ) -> (parts: [Container.Part], conflicts: [MergeConflict]) {
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
    return (parts, conflicts)
  }
}
