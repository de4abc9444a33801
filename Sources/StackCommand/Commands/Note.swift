// `stack note`: adds a line to the notes of the current task.

import Stack

extension Command {
  static let note = Command(
    operands: "TEXT…",
    summary: "add a note to the current task",
    help: """
      Add a line to the notes of the current task, such as where you left off.

        § note Chapter 2 is done, the figures are missing

      At a terminal, notes are printed below the task. § edit changes them, with
      each further line of the text being a note.
      """,
    takesText: true,
    habits: "annotate comment remark memo",
    verb: "add a note to",
    effect: .changes(participle: "added"),
    requiredOperand: (name: "some text", example: "note She has the key")
  ) { (session) throws(CommandError) in
    let line = try session.arguments.title()
    try session.finish(session.attempt(queue: session.queue().addNote(line))) { _ in "Note added to:" }
    session.warnAboutOptionsInText()
  }
}
