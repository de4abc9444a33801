// `stack open`: opens the attachments of the current task.

import Stack

extension Command {
  static let open = Command(
    operands: .optional("N"), offers: .attachmentNumbers, summary: "open attachments", verb: "open"
  ) {
    (session) throws(CommandError) in
    let number = try Arguments.number(
      session.arguments.operands.first, of: "the attachment to open")
    let front = try session.attempt(queue: session.queue().front())
    guard let task = front.task else { throw session.commandError(.noTask) }
    let attachments = task.attachments
    if attachments.isEmpty {
      throw CommandError(
        .nothingToDo, "nothing is attached to the current task", "attach something with",
        command: "\(session.arguments.stack) attach FILE|URL")
    }
    let wanted =
      if let number { [try AttachmentName.attachment(number, of: attachments)] } else {
        attachments
      }
    let failures = wanted.compactMap { Attachment(text: $0).open() }
    if !failures.isEmpty { throw CommandError(.inputOutput, failures.joined(separator: "; ")) }
    try session.show(front)
  }
}

extension Attachment {
  // The program that opens a file or a URL with the user's application for it.
  #if canImport(Darwin)
    private static var desktopOpener: String { "open" }
  #else
    private static var desktopOpener: String { "xdg-open" }
  #endif

  /// Opens the attachment with the desktop's program. Returns the error, as part of a sentence.
  fileprivate func open() -> String? {
    if !isPassable { return "\(text) has a NUL byte, so it can't be passed to a program" }
    if isMissing { return "the file \(text) doesn't exist anymore" }
    // A path in a file that was edited by hand may begin with a dash.
    let argument = text.beginsExactly(with: "-") ? "./" + text : text
    do throws(FileError) {
      // A browser may print something, which must not be on standard output. Standard error may be
      // closed.
      let isClosed = (try? OpenFile.standardError.status()) == nil
      let output =
        isClosed ? try? OpenFile(Pathname(unchecked: "/dev/null"), for: .updating) : .standardError
      let status = try Child.run(
        chosenBy: ["STACK_OPENER"], else: [Self.desktopOpener], with: [Array(argument.utf8)],
        output: output)
      return status == .exited(0) ? nil : "the opener failed with \(status.inWords) for \(text)"
    } catch {
      return "\(error); set STACK_OPENER to a program that opens \(text)"
    }
  }
}
