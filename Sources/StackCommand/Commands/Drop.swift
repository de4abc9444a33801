// `stack drop`: deletes the current task without completing it.

import Stack

extension Command {
  static func drop() -> Command {
    Command(
      group: .lookAfterIt,
      summary: "delete the current task without completing it",
      help: {
        """
        Delete the current task without completing it, and show the next one.

          \(Program.name) drop

        The file keeps it under "completed", with the date under "dropped".
        \(Program.name) undo brings it back.
        """
      },
      habits: "rm remove delete del cancel",
      verb: "drop",
      participle: "dropped",
      changesQueue: true,
      parse: withoutOperands(dropFront))
  }
}

private func dropFront(_ session: Session) throws(CommandError) {
  let outcome = try attempt(queue: session.queue().endFront(as: .dropped))
  try session.finish(outcome) { "Dropped: \($0)" }
}
