// What the history says about a task that was sent to another machine or another stack, and what
// undoing and redoing that means for the recipient.

extension TaskQueue {
  /// The title and the recipient in what the history says about a task that was sent.
  static func parts(ofSending title: String) -> (title: String, recipient: String)? {
    title.parts(around: ChangeRecord.destination("")).map { ($0, $1) }
  }

  /// The task that `redo()` would move to another stack again.
  package struct Resending: Sendable {
    package let task: QueuedTask
    package let recipient: String
    /// When it was sent; `nil` if the file doesn't say so.
    let date: Timestamp?
  }

  /// What `redo()` would do. A task that it moves to another stack has to be delivered before that,
  /// so that it is in at least one stack at any time.
  package struct NextRedo: Sendable {
    /// The number of the change in the history.
    let number: Int?
    package let resending: Resending?
  }

  /// What `redo()` would do; `nil` if there is no file.
  package func nextRedo() throws(QueueError) -> NextRedo? {
    if try attempt(FileSystem.status(of: path)) == nil { return nil }
    let transaction = try transaction()
    let (change, effect) = try transaction.reversal(.redo, of: path)
    return NextRedo(
      number: change.reversal?.entry.number,
      resending: try resending(transaction, change, effect))
  }

  private func resending(
    _ transaction: Transaction, _ change: Transaction.Change, _ effect: Transaction.Effect?
  ) throws(QueueError) -> Resending? {
    guard let sending = change.title.flatMap({ TaskQueue.parts(ofSending: $0) }),
      case .newText(let patch)? = effect, let text = patch.applied(to: transaction.text),
      let task = transaction.movedTask(by: change, effect)
    else { return nil }
    let sent = try Document(text, of: path).finishedTasks(last: .max).last {
      $0.withoutEnding == task
    }
    return Resending(task: task, recipient: sending.recipient, date: sent?.ending?.date)
  }

  /// Takes a task out of this queue that `send` in the queue `sender` of the same user had moved
  /// here, after `undo` has restored it there. If it had come back, this queue has it as sent
  /// again.
  ///
  /// - Returns: Whether the task is still here. It is taken out only if it is open and unchanged,
  ///   and if this machine's `send` added it. If another machine's did, that machine has it nowhere
  ///   else.
  package func takeBack(_ sent: QueuedTask, to sender: String) throws(QueueError) -> Bool {
    let sent = sent.awake
    guard let receipt = try lastMove(of: sent, by: ["receive", "return"], titled: sent.title),
      receipt.entry.command == "receive"
    else { return try document()?.mayHave(sent, from: sender) ?? false }
    // Checked before the lock is taken, because that creates the file's directory.
    if try attempt(FileSystem.status(of: path)) == nil { return false }
    var isHere = false
    _ = try change("return", detail: ChangeRecord.destination(sender)) { (document) in
      guard let (index, task) = document.foundUnchanged(sent) else {
        isHere = document.mayHave(sent, from: sender)
        return Changed([])
      }
      document.newTasks = [.kept(0..<index), .kept((index + 1)..<document.taskCount)]
      document.complete(receipt.endedTasks(like: sent))
      return Changed([task])
    }
    return isHere
  }

  /// The entries that say that a task was sent from here, if nothing is lost when they are removed
  /// because it comes back: a merge may have put values of another machine into them.
  func entriesOfSending(_ task: QueuedTask, in document: Document) throws(QueueError) -> [Int]? {
    if let entries = document.entriesOfSending(task, as: [task]) { return entries }
    let sent = try lastMove(of: task, by: ["send"])?.movedTask
    return sent.flatMap { document.entriesOfSending(task, as: [task, $0]) }
  }

  /// The last change by one of these commands on this machine that moved a task.
  ///
  /// - Parameter title: If it is known, the records of most changes show that they are about other
  ///   tasks, without the whole text.
  private func lastMove(
    of task: QueuedTask, by commands: [String], titled title: String = ""
  ) throws(QueueError) -> KeptChange? {
    let history = try history()
    for entry in history.entries.reversed()
    where entry.reversed == nil && commands.contains(entry.command) {
      let recorded = try attempt(history.record(of: entry))?.title ?? ""
      if !recorded.utf8.starts(with: title.utf8) { continue }
      if let change = try attempt(history.change(of: entry)),
        change.movedTask?.hasIdentity(of: task) == true
      {
        return change
      }
    }
    return nil
  }
}

extension KeptChange {
  /// The task that the change added to the open tasks, or removed from them.
  fileprivate var movedTask: QueuedTask? {
    let old = openTasks(before)
    let new = openTasks(after)
    return new.subtracting(old).first ?? old.subtracting(new).first
  }

  /// The ended tasks before the change with the identity of a task.
  fileprivate func endedTasks(like task: QueuedTask) -> [QueuedTask] {
    let document = before.flatMap { try? Document($0) }
    return (document?.finishedTasks(last: .max) ?? []).filter { $0.hasIdentity(of: task) }
  }
}

extension Transaction {
  /// The task that undoing a `send` reopens, or that redoing one ends; `nil` for another change.
  func movedTask(by change: Change, _ effect: Effect?) -> QueuedTask? {
    guard change.command == "send", case .newText(let patch)? = effect else { return nil }
    let old = openTasks(text)
    let new = openTasks(patch.applied(to: text))
    return change.reversal?.way == .undo
      ? new.subtracting(old).first : old.subtracting(new).first
  }
}

/// The open tasks of a text, without `until`; none if the text isn't a stack. A change may also
/// remove `until` from other tasks, which doesn't count here.
private func openTasks(_ text: [UInt8]?) -> [QueuedTask] {
  text.flatMap { try? Document($0) }?.openTasks.map { $0.awake } ?? []
}

extension [QueuedTask] {
  /// The tasks without those of another list. Of equal tasks, as many are left out as the other
  /// list has.
  fileprivate func subtracting(_ others: [QueuedTask]) -> [QueuedTask] {
    var counts: [[UInt8]: Int] = [:]
    for task in others { counts[task.text, default: 0] += 1 }
    return filter { task in
      counts[task.text, default: 0] -= 1
      return counts[task.text, default: 0] < 0
    }
  }
}

extension TaskQueue.Restoration {
  /// The title of the task and the recipient, if the command was `send`.
  package var sending: (title: String, recipient: String)? {
    command == "send" ? title.flatMap { TaskQueue.parts(ofSending: $0) } : nil
  }
}
