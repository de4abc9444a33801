// `stack count`: prints the number of tasks in the queue.

import Stack

extension Command {
  static let count = Command(
    summary: "show how many tasks are waiting",
    help: """
      Print how many tasks are waiting, as a number.

        § count
      """,
    habits: "size length len"
  ) { (session) throws(CommandError) in
    try session.write("\(attempt(session.queue().count(), or: CommandError.queue))\n")
  }
}
