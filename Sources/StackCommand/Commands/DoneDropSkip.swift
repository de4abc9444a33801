// `stack done`, `stack drop` and `stack skip`: complete, delete or postpone the current task.

import Stack

extension Command {
  static let done = Command(
    summary: "complete the current task",
    help: """
      Complete the current task and show the next one.

        § done

      The file keeps it under "completed", with the date.
      """,
    habits: "pop complete do finish shift tick",
    verb: "complete",
    effect: .changes(participle: "done")
  ) { (session) throws(CommandError) in
    try session.finish(session.attempt(queue: session.queue().complete())) { "✓ \($0)" }
  }

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
    effect: .changes(participle: "dropped")
  ) { (session) throws(CommandError) in
    try session.finish(session.attempt(queue: session.queue().drop())) { "Dropped: \($0)" }
  }

  static let skip = Command(
    summary: "move the current task to the back",
    help: """
      Move the current task to the back of the queue, and show the next one.

        § skip
      """,
    habits: "defer later snooze rotate",
    verb: "skip",
    effect: .changes(participle: "skipped")
  ) { (session) throws(CommandError) in
    let change = try session.attempt(queue: session.queue().skip())
    try session.finish(change, unchanged: "This is the only task. Still on:") { "Skipped: \($0)" }
  }
}
