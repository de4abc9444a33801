// `stack count`: shows how many tasks wait.

import Stack

extension Command {
  static func count() -> Command {
    Command(
      group: .scriptsAndShells,
      summary: "show how many tasks wait",
      help: {
        """
        Show how many tasks wait, as a number.

          \(Program.name) count
        """
      },
      habits: "size length len",
      parse: withoutOperands(showCount))
  }
}

private func showCount(_ session: Session) throws(CommandError) {
  let count = try attempt(queue: session.queue().count())
  try attempt(output: session.output.write(String(count)))
}
