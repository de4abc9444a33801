// `stack open`: opens what is attached to the current task.

import Stack

extension Command {
  static func open() -> Command {
    Command(
      group: .attachAndSend,
      operands: "[N]",
      offers: .attachmentNumbers,
      summary: "open what is attached",
      help: {
        """
        Open what is attached to the current task: all, or the one of that number.

          \(Program.name) open 2

        The program is $STACK_OPENER if that is set, else the desktop's own.
        """
      },
      verb: "open",
      participle: "opened",
      parse: parseOpen)
  }
}

private func parseOpen(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  var number: Int?
  if let word = try arguments.singleOperand() {
    number = try Arguments.number(word, of: "the attachment to open")
  }
  return { (session) throws(CommandError) in try open(number, session) }
}

/// Opens the attachment of a number, or all.
private func open(_ number: Int?, _ session: Session) throws(CommandError) {
  let front = try attempt(queue: session.queue().front())
  guard let task = front.task else { throw .queue(.noTask) }
  var attachments = task.attachments
  if attachments.isEmpty { throw .nothingAttached }
  if let number {
    guard attachments.indices.contains(number - 1) else {
      throw .noSuchAttachment(number, count: attachments.count)
    }
    attachments = [attachments[number - 1]]
  }
  try Opener.open(attachments)
  do throws(SystemError) {
    try session.output.show(front)
  } catch {
    throw .doneButNotShown(error)
  }
}
