// `stack count`: shows how many tasks wait.

import Stack

extension Command {
  static let count = Command(
    summary: "show how many tasks wait",
    help: """
      Show how many tasks wait, as a number.

        § count
      """,
    habits: "size length len"
  ) { (session) throws(CommandError) in
    try session.write("\(attempt(queue: session.queue().count()))\n")
  }
}
