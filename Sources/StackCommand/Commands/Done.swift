// `stack done`: completes the current task.

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
    participle: "done"
  ) { (session) throws(CommandError) in
    try session.finish(attempt(session.queue().complete(), or: CommandError.queue)) { "✓ \($0)" }
  }
}
