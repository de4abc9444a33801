// The identity of a task: its `added` with microseconds.

extension QueuedTask: Identifiable {
  /// What identifies a task among the tasks of its queue, also after its text has changed.
  public struct ID: Hashable, Sendable {
    /// The `added` if it has microseconds, else the whole text.
    fileprivate let key: [UInt8]
    /// How many tasks with the same key are before it in the queue. A merge can keep two wordings
    /// of one task.
    fileprivate let occurrence: Int
  }

  /// The identity of the task. No two elements of ``TaskQueue/tasks()`` have the same one.
  public var id: ID { ID(key: key, occurrence: copy.index) }

  fileprivate var key: [UInt8] { identity ?? text }

  /// The `added` if it has microseconds, and so identifies the task; else `nil`.
  var identity: [UInt8]? {
    guard let added = Container.string(under: .added, in: text),
      added.utf8.count == 27, Timestamp(dateText: added) != nil
    else { return nil }
    return Array(added.utf8)
  }
}

extension [QueuedTask] {
  /// The tasks of one list, each with its own identity.
  var identified: [QueuedTask] {
    var counts: [[UInt8]: Int] = [:]
    counts.reserveCapacity(count)
    var tasks = self
    func increment(_ count: inout Int) -> Int {
      count += 1
      return count
    }
    for index in indices {
      tasks[index].copy.index = increment(&counts[tasks[index].key, default: 0]) - 1
    }
    if counts.count == count { return tasks }
    for index in indices { tasks[index].copy.isOnlyOne = counts[tasks[index].key] == 1 }
    return tasks
  }
}

extension Document {
  /// Finds a task in the queue: the one with exactly its text, else the only one with its identity.
  ///
  /// A task that was read as one of several, or that has been ended since, must not be taken for
  /// another one with the same `added`.
  func found(_ wanted: QueuedTask) -> (index: Int, task: QueuedTask)? {
    let key = wanted.id.key
    let same = openTasks.enumerated().filter { $0.element.id.key == key }
    let found = zip(same, same.map { $0.element }.identified).map { (index: $0.offset, task: $1) }
    let equal = found.filter { $0.task == wanted }
    if let task = equal.first(where: { $0.task.copy.index == wanted.copy.index }) ?? equal.first {
      return task
    }
    guard wanted.copy.isOnlyOne, found.count == 1 else { return nil }
    return hasTask(addedLike: wanted, among: items(of: .completed)) ? nil : found.first
  }

  /// Some of the tasks as they are after a patch, each with the identity that it has then.
  func identified(_ changed: [QueuedTask], after patch: Patch) -> [QueuedTask] {
    // Usually, an import has no task whose identity another one has, too.
    let keys = Set(changed.map { $0.key })
    let isNew = !allItems.contains { keys.contains(task(in: $0.range).key) }
    if isNew, keys.count == changed.count {
      return changed.map { (task) in
        var task = task
        task.copy = QueuedTask.Copy()
        return task
      }
    }
    guard let text = patch.applied(to: text), let new = try? Document(text) else { return changed }
    var identified: [QueuedTask: [QueuedTask]] = [:]
    for list in [SchemaKey.tasks, .completed] {
      for task in new.items(of: list).map({ new.task(in: $0.range) }).identified {
        identified[task, default: []].append(task)
      }
    }
    // If texts are equal, new tasks are usually behind the others.
    return changed.reversed().map { identified[$0]?.popLast() ?? $0 }.reversed()
  }

  /// Whether one of some tasks has the same `added` as this one, and so the same identity.
  func hasTask(addedLike task: QueuedTask, among items: [Container.Item]) -> Bool {
    guard let added = Container.bytes(under: .added, in: task.text) else { return false }
    return items.contains { Container.bytes(under: .added, in: Array(text[$0.range])) == added }
  }
}
