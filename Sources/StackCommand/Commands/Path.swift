// `stack path`: shows where the file is.

import Stack

extension Command {
  static func path() -> Command {
    Command(
      group: .lookAfterIt,
      summary: "show where the file is",
      help: {
        """
        Show where the file is.

          git add "$(\(Program.name) path)"
        """
      },
      parse: withoutOperands(showPath))
  }
}

private func showPath(_ session: Session) throws(CommandError) {
  let path = try attempt(queue: session.queue()).path
  try attempt(output: session.output.write(bytes: path.bytes + [UInt8(ascii: "\n")]))
}
