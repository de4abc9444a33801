// A person's edit of the queue, while another program changed it: a three-way merge whose base is
// the tasks at the start, and theirs those tasks with the edit. <doc:Merging#Merging-an-edit> has
// the rules.

extension Document {
  /// Merges an edit of the `tasks` at the start into this document of the file as it is now.
  /// Returns the merge.
  mutating func mergeEdit(
    of tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], at now: Timestamp,
    of path: Pathname
  ) throws(QueueError) -> Merge {
    let list = tasks.map { $0.text }.joined(separator: ",\n".utf8)
    let base = try Document(
      Array("{\"tasks\": [\n".utf8) + list + Array("\n], \"completed\": []}".utf8), of: path)
    var edited = base
    try edited.rearrange(tasks, arrangement, notIn: self, at: now)
    let theirs = edited.patch.applied(to: base.text) ?? []
    // The person's order has to win.
    let ordering = orderingPatch(tasks, arrangement)
    let ours = ordering.applied(to: text) ?? text
    let merge = Merge(
      base: MergeInput(base), ours: MergeInput(try Document(ours, of: path)),
      theirs: MergeInput(try Document(theirs, of: path)))
    wholePatch = merge.patch.following(ordering)
    return merge
  }

  /// Puts the tasks of the file into the order of the base, if the person rearranged them; and so
  /// the notes of each task whose notes the person rearranged, in the person's order. Then only the
  /// person has rearranged them.
  private func orderingPatch(
    _ tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement]
  ) -> Patch {
    let current = openTasks.identified
    var parts = current.indices.map(Container.Part.item)
    for case .edited(let index, _, let notes?) in arrangement {
      let order = notes.compactMap { note in
        if case .kept(let index) = note { index } else { nil }
      }
      if !order.isAscending, let place = current.firstIndex(where: { $0.id == tasks[index].id }),
        let task = current[place].orderingNotes(as: order.map { tasks[index].notes[$0] })
      {
        parts[place] = .changed(place, task.text)
      }
    }
    if !arrangement.compactMap({ $0.index }).isAscending {
      let places = zip(tasks, 0...).reduce(into: [:]) { places, task in
        places[task.0.id] = places[task.0.id] ?? task.1
      }
      let common = current.enumerated().compactMap { slot, task in
        places[task.id].map { (slot: slot, place: $0, part: parts[slot]) }
      }
      for (slot, task) in zip(common, common.sorted { $0.place < $1.place }) {
        parts[slot.slot] = task.part
      }
    }
    var ordered = self
    ordered.newTasks = parts
    return ordered.patch
  }
}

extension QueuedTask {
  /// The task with its notes in this order, and then those that aren't in it; `nil` if that changes
  /// nothing.
  fileprivate func orderingNotes(as order: [String]) -> QueuedTask? {
    var rest = Array(notes.enumerated())
    var kept: [Int] = []
    for note in order {
      guard let place = rest.firstIndex(where: { $0.element.utf8.elementsEqual(note.utf8) }) else {
        continue
      }
      kept.append(rest.remove(at: place).offset)
    }
    kept += rest.map { $0.offset }
    return kept == Array(notes.indices) ? nil : replacingNotes(by: kept.map { .kept($0) })
  }
}
