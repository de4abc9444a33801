// `stack open`: opens what is attached to the current task.

import Stack

extension Command {
  static let open = Command(
    operands: "[N]",
    offers: .attachmentNumbers,
    summary: "open what is attached",
    help: """
      Open what is attached to the current task: all, or the one of that number.

        § open 2

      The program is $STACK_OPENER if that is set, else the desktop's own.
      """,
    verb: "open"
  ) { (session) throws(CommandError) in
    let number = try Arguments.number(session.arguments.operands.first, of: "the attachment to open")
    let (task, front) = try session.current()
    let attachments = task.attachments
    if attachments.isEmpty { throw .nothingAttached }
    if let number, number > attachments.count { throw .noSuchAttachment(number, count: attachments.count) }
    let wanted = number.map { [attachments[$0 - 1]] } ?? attachments
    let failures = wanted.compactMap { Attachment(text: $0).open() }
    if !failures.isEmpty { throw .attachmentsNotOpened(failures) }
    try session.show(front)
  }
}
