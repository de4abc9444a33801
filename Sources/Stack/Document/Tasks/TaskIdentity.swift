extension Document {
  /// The `added` of some new tasks: successive microseconds, because `added` identifies a task.
  ///
  /// The newest tasks are at the front or back of a list, and `tasks` and `completed` retain only those items. If the
  /// clock is too coarse, or was set back by less than a second, the stamps continue after the newest of them.
  func stamps(_ count: Int, from now: Timestamp) -> [Timestamp] {
    let soon = Timestamp(seconds: now.seconds + 1, microseconds: now.microseconds)
    let ends = (tasks?.items ?? []) + (completed?.items ?? [])
    let newest = ends.compactMap { QueuedTask(validated: Array(text[$0.range])).added }
      .filter { $0 >= now && $0 < soon }.max()
    let first = newest.map { Timestamp(seconds: $0.seconds, microseconds: $0.microseconds + 1) } ?? now
    return (0..<count).map { Timestamp(seconds: first.seconds, microseconds: first.microseconds + $0) }
  }

  /// Whether a task of either list has the same `added` as this one, and so the same identity.
  func hasTask(addedLike task: QueuedTask) -> Bool {
    guard let added = Container.bytes(under: .added, in: task.text) else { return false }
    return allItems.contains { Container.bytes(under: .added, in: Array(text[$0.range])) == added }
  }
}
