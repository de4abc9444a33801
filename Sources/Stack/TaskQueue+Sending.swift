// What the history says about a task that was sent to another machine or another stack, and what
// undoing and redoing that means for the recipient.

extension TaskQueue {
  /// The title and the recipient in what the history says about a task that was sent.
  static func parts(ofSending title: String) -> (title: String, recipient: String)? {
    let bytes = Array(title.utf8)
    let mark = Array(ChangeRecord.destination("").utf8)
    guard let end = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    return (
      String(decoding: bytes[..<end], as: UTF8.self),
      String(decoding: bytes[(end + mark.count)...], as: UTF8.self)
    )
  }

  /// The task that `redo()` would move to another stack again, and the recipient; `nil` if the
  /// change to redo isn't a `send`. The task has to be delivered before it is redone, so that it is
  /// in at least one stack at any time.
  package func taskToSendAgain() throws(QueueError) -> (task: QueuedTask, recipient: String)? {
    if try attempt(FileSystem.status(of: path)) == nil { return nil }
    let transaction = try transaction()
    let (change, effect) = try transaction.reversal(.redo, of: path)
    guard change.command == "send", case .newText(let patch)? = effect,
      let sending = change.title.flatMap({ TaskQueue.parts(ofSending: $0) }),
      let text = patch.applied(to: transaction.text)
    else { return nil }
    // Other tasks may be taken over: they only lose `until`.
    let remaining = Set(try Document(text, of: path).openTasks.map { $0.awake })
    let ended = try Document(transaction.text, of: path).openTasks
      .first { !remaining.contains($0.awake) }
    return ended.map { ($0, sending.recipient) }
  }

  /// Takes a task out of this queue that `send` in the queue `sender` of the same user had moved
  /// here, after `undo` has restored it there.
  ///
  /// - Returns: Whether the task is still here. It is taken out only if it is open and unchanged,
  ///   and if this machine's `send` added it. If another machine's did, that machine has it nowhere
  ///   else.
  package func takeBack(_ sent: QueuedTask, to sender: String) throws(QueueError) -> Bool {
    let sent = sent.awake
    if try !hasReceived(sent, from: sender) { return try document()?.mayHave(sent) ?? false }
    // Checked before the lock is taken, because that creates the file's directory.
    if try attempt(FileSystem.status(of: path)) == nil { return false }
    var isHere = false
    _ = try change("return", detail: ChangeRecord.destination(sender)) { (document) in
      guard let (index, task) = document.foundUnchanged(sent) else {
        isHere = document.mayHave(sent)
        return Changed([])
      }
      document.newTasks = [.kept(0..<index), .kept((index + 1)..<document.taskCount)]
      return Changed([task])
    }
    return isHere
  }

  /// Whether a command on this machine added a task that was sent, and hasn't given it back since.
  private func hasReceived(_ task: QueuedTask, from sender: String) throws(QueueError) -> Bool {
    let history = try history()
    for entry in history.entries.reversed() where entry.reversed == nil {
      if entry.command != "receive", entry.command != "return" { continue }
      let title = try attempt(history.record(of: entry))?.title
      if title == task.title + ChangeRecord.origin(sender) { return true }
      if title == task.title + ChangeRecord.destination(sender) { return false }
    }
    return false
  }
}

extension TaskQueue.Restoration {
  /// The title of the task and the recipient, if the command was `send`.
  package var sending: (title: String, recipient: String)? {
    command == "send" ? title.flatMap { TaskQueue.parts(ofSending: $0) } : nil
  }
}
