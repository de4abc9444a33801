// `stack note`: adds a line to the notes of the current task.

import Stack

extension Command {
  static let note = Command(
    operands: .text("TEXT…"), summary: "add a note to the current task",
    verb: "add a note to",
    participle: "added",
    requiredOperand: (name: "some text", example: "note She has the key")
  ) { (session) throws(CommandError) in
    let line = try session.arguments.title()
    let change = try session.attempt(queue: session.queue().addNote(line))
    try session.finish(change) { _ in "Note added to:" }
  }
}
