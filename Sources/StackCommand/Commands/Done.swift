// `stack done`: completes the current task.

import Stack

extension Command {
  static func done() -> Command {
    Command(
      group: .everyDay,
      summary: "complete the current task",
      help: {
        """
        Complete the current task and show the next one.

          \(Program.name) done

        The file keeps it under "completed", with the date.
        """
      },
      habits: "pop complete do finish shift tick",
      verb: "complete",
      participle: "done",
      changesQueue: true,
      parse: withoutOperands(completeFront))
  }
}

private func completeFront(_ session: Session) throws(CommandError) {
  let outcome = try attempt(queue: session.queue().endFront(as: .completed))
  try session.finish(outcome) { "✓ \($0)" }
}
