// `stack undo` and `stack redo`: undo the last change, and redo the last undone one.

import Stack

private let skipOption = Option(
  long: "--skip", summary: "leave the last change as it is",
  details: ", so that the next undo reverses the one before it")

extension Command {
  static let undo = Command(
    summary: "undo the last change", options: { [skipOption] },
    participle: "undone"
  ) { (session) throws(CommandError) in
    let queue = try session.attempt(queue: session.queue())
    if session.arguments.has(skipOption) {
      let restoration = try session.attempt(queue: queue.skipUndo())
      return try session.finish(
        "Left as it is: \(restoration.change). The next undo reverses the change before it.",
        restoration)
    }
    let restoration = try session.attempt(queue: queue.undo())
    if restoration.isDamage {
      return try session.finish("Restored the file\(restoration.origin)", restoration)
    }
    if let sending = restoration.sending { return try session.finish(sending, restoration) }
    let copy = restoration.mergedCopy.map { copy in
      let place = restoration.isCopyBack ? "back: " : ""
      return "; the copy is \(place)\(copy.description.visible)"
    }
    try session.finish("Undid: \(restoration.change)\(copy ?? "")", restoration)
  }

  static let redo = Command(summary: "redo what was undone", participle: "redone") {
    (session) throws(CommandError) in
    let queue = try session.attempt(queue: session.queue())
    let next = try session.attempt(queue: queue.nextRedo())
    var delivered: Recipient?
    if let resending = next?.resending {
      let recipient = try Recipient(resending.recipient)
      try recipient.requireOther(than: session)
      // Another machine has kept the task.
      if recipient.ownQueue != nil {
        _ = try recipient.deliver(resending.task, again: resending, session)
        delivered = recipient
      }
    }
    let restoration = try attempt(queue.redo(next)) { (error: QueueError) in
      guard let delivered, let task = next?.resending?.task else {
        return session.commandError(error)
      }
      switch error {
      case .nothingToRedo, .changedMeanwhile:
        return CommandError(
          .tryAgain,
          "another command has changed what is to be redone; '\(task.title)' may be in "
            + "\(delivered.text) and here")
      default: return delivered.keptAfterSending(task, error, session)
      }
    }
    if restoration.isDamage {
      return StandardError.printNote("Brought the damage back; undo restores the file again.")
    }
    let copy = restoration.mergedCopy.map { "; the copy is \($0.description.visible)" } ?? ""
    try session.finish("Redid: \(restoration.change)\(copy)", restoration)
  }
}

extension Session {
  /// Acknowledges what was undone or redone, and what couldn't be, and shows the current task.
  fileprivate func finish(_ acknowledgement: String, _ restoration: TaskQueue.Restoration)
    throws(CommandError)
  {
    for path in restoration.damaged {
      StandardError.printNote("Left out a newer change: \(path.description.visible) is damaged.")
    }
    try finish(acknowledgement, restoration.front)
  }
}

extension TaskQueue.Restoration {
  /// The change that was undone or redone.
  fileprivate var change: String { command + (title.map { " (\($0.visible))" } ?? "") }

  /// Where the text of a restored file comes from. Another machine's changes are only in the file.
  fileprivate var origin: String {
    let day = restoredDate.map { " on \($0.localDay)" } ?? ""
    return " as the last command here left it\(day). "
      + "Later changes from other machines aren't in it; redo undoes that."
  }
}

extension Session {
  /// Ends the undoing of `send`. The task is here again, so another stack of this user gives it
  /// back. Another machine keeps it.
  fileprivate func finish(
    _ sending: (title: String, recipient: String), _ restoration: TaskQueue.Restoration
  ) throws(CommandError) {
    let isBack = restoration.reopened.map { takeBack($0, from: sending.recipient) } ?? false
    try finish(
      "Undid: send \(sending.title.visible) to \(sending.recipient.visible)"
        + (isBack ? "" : " (it is still there, too)"), restoration)
  }

  /// Takes a task, which is in this queue again, out of the stack that received it. Returns whether
  /// that stack doesn't have it any more.
  private func takeBack(_ task: QueuedTask, from recipient: String) -> Bool {
    guard let name = recipient.nameOfOwnStack.flatMap({ QueueName($0) }),
      let there = try? TaskQueue(name, in: directories), let here = try? queue(),
      !here.hasFile(of: there)
    else { return false }
    return (try? there.takeBack(task, to: ":\(queueName.text)")) == false
  }
}
