// A person's edit of one task, or of the whole queue.

extension Document {
  /// Rearranges the `tasks` of this document, as ``TaskQueue/rearrange(_:as:)`` does. The snoozed
  /// ones stay behind the others.
  ///
  /// - Parameter other: A document in which no task may have the `added` of a new one.
  func rearranging(
    _ tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], notIn other: Document? = nil,
    at now: Timestamp
  ) throws(QueueError) -> Patch {
    let start = other?.stamps(1, from: now).first ?? now
    var stamps = stamps(arrangement.count, from: start).makeIterator()
    var dropped = Set(tasks.indices)
    for index in arrangement.compactMap({ $0.index }) where dropped.remove(index) == nil {
      throw .invalidArrangement(index: index)
    }
    let snoozed = Set(snoozed.map { $0.index })
    let isSnoozed = { (element: TaskQueue.Arrangement) in
      element.index.map { snoozed.contains($0) } ?? false
    }
    let ordered = arrangement.filter { !isSnoozed($0) } + arrangement.filter(isSnoozed)
    let parts = try ordered.map { (element) throws(QueueError) -> Container.Part in
      switch element {
      case .task(let index): .item(index)
      case .retitled(let index, let title): .changed(index, tasks[index].retitled(title).text)
      case .edited(let index, let title, let notes):
        .changed(index, try tasks[index].edited(title, notes: notes).text)
      case .new(let title):
        .new(QueuedTask(title: title, attachments: [], added: stamps.next() ?? now).text)
      }
    }
    let ended = dropped.sorted().map { tasks[$0].ended(.dropped, at: now) }
    return patch(tasks: parts, completed: completed(with: ended))
  }

  /// Merges an edit of the `tasks` at the start with this document of the file as it is now: a
  /// three-way merge whose base is those tasks, and theirs is the base with the edit
  /// (<doc:Merging#Merging-an-edit>).
  func mergingEdit(
    of tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], at now: Timestamp,
    of path: Pathname
  ) throws(QueueError) -> Merge {
    let list = tasks.map { $0.text }.joined(separator: ",\n".utf8)
    let base = try Document(
      Array("{\"tasks\": [\n".utf8) + list + Array("\n], \"completed\": []}".utf8), of: path)
    let edit = try base.rearranging(tasks, arrangement, notIn: self, at: now)
    let theirs = edit.applied(to: base.text) ?? []
    return Merge(
      base: MergeInput(base), ours: MergeInput(self),
      theirs: MergeInput(try Document(theirs, of: path)), isEdit: true)
  }
}

extension QueuedTask {
  /// The task with another title and other notes; `nil` keeps the old ones.
  func edited(_ title: TaskTitle?, notes edited: [EditedNote]?) throws(QueueError) -> QueuedTask {
    let noteIndices = notes.indices
    for case .kept(let index) in edited ?? [] where !noteIndices.contains(index) {
      throw .invalidArrangement(index: index)
    }
    guard let task = edited.map({ replacingNotes(by: $0) }) ?? self else { throw .customNotes }
    return title.map { task.retitled($0) } ?? task
  }
}
