// `stack done`, `stack drop` and `stack skip`: complete, delete or postpone the current task.

import Stack

extension Command {
  static let done = Command(
    summary: "complete the current task",
    verb: "complete",
    participle: "done"
  ) { (session) throws(CommandError) in
    let change = try session.attempt(queue: session.queue().complete())
    try session.finish(change) { "✓ \($0)" }
  }

  static let drop = Command(
    summary: "delete the current task without completing it",
    verb: "drop",
    participle: "dropped"
  ) { (session) throws(CommandError) in
    let change = try session.attempt(queue: session.queue().drop())
    try session.finish(change) { "Dropped: \($0)" }
  }

  static let skip = Command(
    summary: "move the current task to the back",
    verb: "skip",
    participle: "skipped"
  ) { (session) throws(CommandError) in
    let change = try session.attempt(queue: session.queue().skip())
    try session.finish(change, unchanged: "There is no other task now. Still on:") {
      "Skipped: \($0)"
    }
  }
}
