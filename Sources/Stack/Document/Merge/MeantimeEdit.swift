/// A person's edit of the queue, while another program changed it: a three-way merge whose base is
/// the tasks at the start, and theirs those tasks with the edit. <doc:Merging#Merging-an-edit> has
/// the rules.
struct MeantimeEdit {
  /// The tasks at the start.
  private let tasks: [QueuedTask]
  private let arrangement: [TaskQueue.Arrangement]
  private let now: Timestamp

  init(_ tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], at now: Timestamp) {
    self.tasks = tasks
    self.arrangement = arrangement
    self.now = now
  }

  /// Merges the edit into the document of the file as it is now. Returns the merge.
  func apply(to document: inout Document, of path: Pathname) throws(QueueError) -> Merge {
    let base = try Document(text(of: tasks), of: path)
    var edited = base
    try edited.rearrange(tasks, arrangement, notIn: document, at: now)
    let theirs = edited.patch.applied(to: base.text) ?? []
    // In the order of the base, if the person's order has to win.
    let ordering = orderingPatch(of: document)
    let ours = ordering?.applied(to: document.text) ?? document.text
    let merge = Merge(
      base: MergeInput(base), ours: MergeInput(try Document(ours, of: path)),
      theirs: MergeInput(try Document(theirs, of: path)))
    document.wholePatch = ordering.map { merge.patch.following($0) } ?? merge.patch
    return merge
  }

  private func text(of tasks: [QueuedTask]) -> [UInt8] {
    let list = tasks.map { $0.text }.joined(separator: ",\n".utf8)
    return Array("{\"tasks\": [\n".utf8) + list + Array("\n], \"completed\": []}".utf8)
  }

  /// Puts the tasks of the file into the order of the base, if the person rearranged them; and so
  /// the notes of each task whose notes the person rearranged, in the person's order. Then only the
  /// person has rearranged them. `nil` if they are in this order already.
  private func orderingPatch(of document: Document) -> Patch? {
    let current = document.elements(of: .tasks).map { QueuedTask(validated: Array($0)) }.identified
    var ordered = document
    var parts = current.indices.map { Container.Part.item($0) }
    var isChanged = false
    for (index, notes) in rearrangedNotes {
      guard let place = current.firstIndex(where: { $0.id == tasks[index].id }),
        let task = current[place].orderingNotes(as: notes)
      else { continue }
      parts[place] = .changed(place, task.text)
      isChanged = true
    }
    if !isInOrder(arrangement.compactMap { $0.index }) {
      var places: [QueuedTask.ID: Int] = [:]
      for index in tasks.indices where places[tasks[index].id] == nil {
        places[tasks[index].id] = index
      }
      let common = current.indices.compactMap { index in
        places[current[index].id].map { (index: index, place: $0) }
      }
      if !isInOrder(common.map { $0.place }) {
        let sorted = common.sorted { $0.place < $1.place }
        let old = parts
        for (slot, task) in zip(common, sorted) { parts[slot.index] = old[task.index] }
        isChanged = true
      }
    }
    ordered.newTasks = parts
    return isChanged ? ordered.patch : nil
  }

  /// The tasks whose notes the person rearranged, with the notes after that.
  private var rearrangedNotes: [(index: Int, notes: [String])] {
    arrangement.compactMap { element in
      guard case .edited(let index, _, let notes?) = element else { return nil }
      let kept = notes.compactMap { note in
        if case .kept(let index) = note { index } else { nil }
      }
      if isInOrder(kept) { return nil }
      return (index, kept.map { tasks[index].notes[$0] })
    }
  }

  private func isInOrder(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension TaskQueue.Arrangement {
  /// The index in the old queue; `nil` for a new task.
  package var index: Int? {
    switch self {
    case .task(let index), .retitled(let index, _), .edited(let index, _, _): index
    case .new: nil
    }
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

extension Document {
  /// Rearranges the `tasks` of this document, as ``TaskQueue/rearrange(_:as:)`` does.
  ///
  /// - Parameter other: A document in which no task may have the `added` of a new one.
  mutating func rearrange(
    _ tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], notIn other: Document? = nil,
    at now: Timestamp
  ) throws(QueueError) {
    let start = other?.stamps(1, from: now).first ?? now
    var stamps = stamps(arrangement.count, from: start).makeIterator()
    var dropped = Set(tasks.indices)
    for index in arrangement.compactMap({ $0.index }) where dropped.remove(index) == nil {
      throw .invalidArrangement(index: index)
    }
    newTasks = try arrangement.map { (element) throws(QueueError) in
      switch element {
      case .task(let index): .item(index)
      case .retitled(let index, let title): .changed(index, tasks[index].retitled(title).text)
      case .edited(let index, let title, let notes):
        .changed(index, try tasks[index].edited(title, notes: notes).text)
      case .new(let title):
        .new(QueuedTask(title: title, attachments: [], added: stamps.next() ?? now).text)
      }
    }
    complete(dropped.sorted().map { tasks[$0].ended(.dropped, at: now) })
  }
}
