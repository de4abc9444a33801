// Opens what is attached, with the program that the desktop has for it.

import Stack

enum Opener {
  /// Opens attachments, all that can be opened.
  static func open(_ attachments: [String]) throws(CommandError) {
    let failures = attachments.compactMap(failure)
    if !failures.isEmpty { throw .attachmentsNotOpened(failures) }
  }

  /// Opens an attachment, or says why it can't be opened.
  private static func failure(opening text: String) -> String? {
    let attachment = Attachment(text: text)
    if !attachment.isPassable { return "\(text) holds a zero, so no program can be given it whole" }
    if attachment.isMissing { return "there is no file \(text) any more" }
    // A path that a person wrote into the file by hand may begin with a dash.
    let argument = text.beginsExactly(with: "-") ? "./" + text : text
    // What browsers say when they start is not the current task.
    let talk: Redirection = (descriptor: 1, file: OpenFile.standardError)
    let isTalking = (try? talk.file.status()) != nil
    do throws(SystemError) {
      let opener = ChildCommand(variables: ["STACK_OPENER"], standard: System.desktopOpener)
      let status = try opener.start(
        with: [Array(argument.utf8)], redirections: isTalking ? [talk] : []
      ).wait()
      return status == .exited(0) ? nil : "the opener ended with \(status.inWords) for \(text)"
    } catch {
      return "\(error); set STACK_OPENER to a program that opens \(text)"
    }
  }
}
