// `stack skip`: moves the current task to the back.

import Stack

extension Command {
  static let skip = Command(
    summary: "move the current task to the back",
    help: """
      Move the current task to the back of the queue, and show the next one.

        § skip
      """,
    habits: "defer later snooze rotate",
    verb: "skip",
    participle: "skipped"
  ) { (session) throws(CommandError) in
    let outcome = try attempt(session.queue().skip(), or: CommandError.queue)
    try session.finish(outcome, unchanged: "This is the only task. Still on:") { "Skipped: \($0)" }
  }
}
