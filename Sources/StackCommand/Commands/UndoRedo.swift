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
    let copy = restoration.mergedCopy.map { copy in
      let place = restoration.isCopyBack ? "back: " : ""
      return "; the copy is \(place)\(copy.description.visible)"
    }
    // `undo` changes no other stack.
    let isThere = restoration.command == "send" ? ". It may be there, too." : ""
    try session.finish("Undid: \(restoration.change)\(copy ?? isThere)", restoration)
  }

  static let redo = Command(summary: "redo what was undone", participle: "redone") {
    (session) throws(CommandError) in
    let queue = try session.attempt(queue: session.queue())
    let restoration = try session.attempt(queue: queue.redo())
    try session.finish("Redid: \(restoration.change)", restoration)
  }
}

extension Session {
  /// Acknowledges what was undone or redone, and shows the current task.
  fileprivate func finish(_ acknowledgement: String, _ restoration: TaskQueue.Restoration)
    throws(CommandError)
  {
    try finish(acknowledgement, restoration.front)
  }
}

extension TaskQueue.Restoration {
  /// The change that was undone or redone.
  fileprivate var change: String {
    let task = title.map { command == "send" ? " \($0.visible)" : " (\($0.visible))" } ?? ""
    return command + task + (isOfOther ? ", which another terminal or program did" : "")
  }

  /// Where the text of a restored file comes from. Another machine's changes are only in the file.
  fileprivate var origin: String {
    let day = restoredDate.map { " on \($0.localDay)" } ?? ""
    let kept = damagedText.map { " The damaged text is kept in \($0.description.visible)." } ?? ""
    return " as the last command here left it\(day). "
      + "What other programs changed later isn't in it.\(kept)"
  }
}
