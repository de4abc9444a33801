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
    let outcome = try attempt(queue: session.queue().skip())
    guard outcome.isChanged else {
      return try session.finishUnchanged("This is the only task. Still on:", outcome.front)
    }
    try session.finish(outcome) { "Skipped: \($0)" }
  }
}
