// `stack undo`: takes back the last change.

import Stack

extension Command {
  static let undo = Command(
    summary: "take back the last change",
    help: """
      Take back the last change, whatever it was. Again for the one before.

        § done
        § undo

      Up to 64 changes are kept, as long as their versions of the file have no
      more than 64 MiB together, but always the newest one.
      § redo goes forward again.
      """,
    habits: "revert restore rollback back undone unpush unadd undrop unskip unsend unedit",
    participle: "taken back"
  ) { (session) throws(CommandError) in
    let restoration = try attempt(queue: session.queue().undo())
    // What went to another machine can't be called back.
    let there = restoration.command == "send" ? " (it is still there, too)" : ""
    try session.finish("Took back: \(restoration.inWords)\(there)", restoration.front)
  }
}

extension TaskQueue.Restoration {
  /// What was taken back or put back.
  var inWords: String {
    let title = title.map { " (\($0.visible))" } ?? ""
    let copy = mergedCopy.map { "; the copy is \($0.description.visible)" } ?? ""
    return "\(command)\(title)\(isWhole ? ", and what else was changed since" : "")\(copy)"
  }
}
