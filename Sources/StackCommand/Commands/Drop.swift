// `stack drop`: deletes the current task without completing it.

import Stack

extension Command {
  static let drop = Command(
    summary: "delete the current task without completing it",
    help: """
      Delete the current task without completing it, and show the next one.

        § drop

      The file keeps it under "completed", with the date under "dropped".
      § undo brings it back.
      """,
    habits: "rm remove delete del cancel",
    verb: "drop",
    participle: "dropped"
  ) { (session) throws(CommandError) in
    try session.finish(attempt(session.queue().drop(), or: CommandError.queue)) { "Dropped: \($0)" }
  }
}
