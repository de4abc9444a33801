// `stack redo`: puts back the change that undo took.

import Stack

extension Command {
  static func redo() -> Command {
    Command(
      group: .lookAfterIt,
      summary: "put back what undo took",
      help: {
        """
        Put back the change that undo took back last.

          \(Program.name) undo
          \(Program.name) redo
        """
      },
      participle: "put back",
      changesQueue: true,
      parse: withoutOperands(putBack))
  }
}

private func putBack(_ session: Session) throws(CommandError) {
  let restoration = try attempt(queue: session.queue().redo())
  try session.finish("Put back: \(restoration.inWords)", restoration.front)
}
