// Opens what is attached, with the program that the desktop has for it.

import Stack

extension Attachment {
  /// Opens it, or says why that can't be done.
  func open() -> String? {
    if !isPassable { return "\(text) holds a zero, so no program can be given it whole" }
    if isMissing { return "there is no file \(text) any more" }
    // A path that a person wrote into the file by hand may begin with a dash.
    let argument = text.beginsExactly(with: "-") ? "./" + text : text
    // What browsers say when they start is not the current task.
    let talk: Redirection = (descriptor: 1, file: OpenFile.standardError)
    let isTalking = (try? talk.file.status()) != nil
    do throws(SystemError) {
      let opener = try Child(
        chosenBy: ["STACK_OPENER"], else: System.desktopOpener, with: [Array(argument.utf8)],
        redirections: isTalking ? [talk] : [])
      let status = try opener.wait()
      return status == .exited(0) ? nil : "the opener ended with \(status.inWords) for \(text)"
    } catch {
      return "\(error); set STACK_OPENER to a program that opens \(text)"
    }
  }
}
