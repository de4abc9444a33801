// `stack undo`: takes back the last change.

import Stack

extension Command {
  static func undo() -> Command {
    Command(
      name: .undo,
      summary: "take back the last change",
      help: {
        """
        Take back the last change, whatever it was. Again for the one before.

          \(Program.name) done
          \(Program.name) undo

        Up to 64 versions of the file are kept, and \(Program.name) redo goes forward again.
        """
      },
      habits: "revert back",
      participle: "taken back",
      changesQueue: true,
      understand: withoutOperands(takeBack))
  }
}

private func takeBack(_ session: Session) throws(CommandError) {
  let restoration = try attempt(queue: session.queue().undo())
  // What went to another machine can't be called back.
  let there = restoration.command == "send" ? " (it is still there, too)" : ""
  try session.conclude(
    "Took back: \(restoration.command)\(there)\(restoration.wholeInWords)", restoration.front)
}

extension TaskQueue.Restoration {
  /// What else went with the change, as the end of a sentence.
  var wholeInWords: String { isWhole ? ", and what else was changed since" : "" }
}
