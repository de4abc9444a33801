// `stack undo` and `stack redo`: undo the last change, and redo the last undone one.

import Stack

extension Command {
  static let undo = Command(
    summary: "undo the last change",
    otherNames: "revert restore rollback back undone unpush unadd undrop unskip unsend unedit",
    participle: "undone"
  ) { (session) throws(CommandError) in
    let restoration = try session.attempt(queue: session.queue().undo())
    if restoration.isDamage {
      let state = restoration.restoresEntireFile ? "it was before the last command" : "the last command left it"
      return try session.finish("Restored the file as \(state); redo undoes that.", restoration.front)
    }
    // Another machine keeps a task that was sent to it.
    let there = restoration.command == "send" ? " (it is still there, too)" : ""
    try session.finish("Undid: \(restoration.inWords)\(there)", restoration.front)
  }

  static let redo = Command(summary: "redo what was undone", participle: "redone") {
    (session) throws(CommandError) in
    let restoration = try session.attempt(queue: session.queue().redo())
    if restoration.isDamage {
      return StandardError.printNote("Brought the damage back; undo restores the file again.")
    }
    try session.finish("Redid: \(restoration.inWords)", restoration.front)
  }
}

extension TaskQueue.Restoration {
  /// The change that was undone or redone.
  fileprivate var inWords: String {
    let title = title.map { " (\($0.visible))" } ?? ""
    let copy = mergedCopy.map { "; the copy is \($0.description.visible)" } ?? ""
    return "\(command)\(title)\(restoresEntireFile ? ", and all changes since" : "")\(copy)"
  }
}
