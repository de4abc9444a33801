// A task that was sent here from another queue. It is another task than the sender's.

extension Document {
  /// The task that a sent one becomes here, and whether it has to be added: it is here already if
  /// sending it was repeated after a failure.
  func arriving(_ sent: QueuedTask, at now: Timestamp) -> (task: QueuedTask, isNew: Bool) {
    if let task = sent.withDerivedIdentity {
      if let open = openTasks.first(where: { $0.isArrival(of: task) }) { return (open, false) }
      if !hasTask(addedLike: task, among: allItems) { return (task, true) }
    }
    return (sent.setting(.added, toString: stamps(1, from: now)[0].preciseText), true)
  }
}

extension QueuedTask {
  /// The task with an `added` that is the same whenever the task is sent: in the same second, with
  /// microseconds from the hash of the sender's `added`. `nil` if that has no microseconds.
  fileprivate var withDerivedIdentity: QueuedTask? {
    guard let identity, let second = added?.seconds else { return nil }
    let added = Timestamp(seconds: second, microseconds: Int(identity.fnv1a % 1_000_000))
    return setting(.added, toString: added.preciseText)
  }

  /// Whether this is a task as it arrived, no matter who sent it.
  fileprivate func isArrival(of task: QueuedTask) -> Bool {
    let meanings = [self, task].map {
      TaskVersion($0.removing { $0 == .from }.text, isOpen: true).meaning
    }
    return meanings[0] == meanings[1]
  }
}
