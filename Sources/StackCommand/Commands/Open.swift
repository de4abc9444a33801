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

extension Attachment {
  /// Opens it with the program that the desktop has for it, or says why that can't be done.
  fileprivate func open() -> String? {
    if !isPassable { return "\(text) holds a zero, so no program can be given it whole" }
    if isMissing { return "there is no file \(text) any more" }
    // A path that a person wrote into the file by hand may begin with a dash.
    let argument = text.beginsExactly(with: "-") ? "./" + text : text
    do throws(SystemError) {
      // What browsers say when they start is not the current task, also where nobody is told anything.
      let isHeard = (try? OpenFile.standardError.status()) != nil
      let talk = isHeard ? OpenFile.standardError : try? OpenFile(FilePath("/dev/null"), for: .updating)
      let redirections = talk.map { [Redirection(descriptor: 1, file: $0)] } ?? []
      let opener = try Child(
        chosenBy: ["STACK_OPENER"], else: System.desktopOpener, with: [Array(argument.utf8)],
        redirections: redirections)
      let status = try opener.wait()
      return status == .exited(0) ? nil : "the opener ended with \(status.inWords) for \(text)"
    } catch {
      return "\(error); set STACK_OPENER to a program that opens \(text)"
    }
  }
}
