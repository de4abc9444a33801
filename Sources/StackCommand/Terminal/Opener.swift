// Opens what is attached, with the program that the desktop has for it.

import Stack

enum Opener {
  /// Opens attachments, all that can be opened.
  static func open(_ attachments: [String]) throws(CommandError) {
    var failures: [String] = []
    for text in attachments {
      let attachment = Attachment(text: text)
      if !attachment.isPassable {
        failures.append("\(text) holds a zero, so no program can be given it whole")
        continue
      }
      if attachment.isMissing {
        failures.append("there is no file \(text) any more")
        continue
      }
      // A path that a person wrote into the file by hand may begin with a dash.
      let argument = text.beginsExactly(with: "-") ? "./" + text : text
      do throws(SystemError) {
        let status = try run(Array(argument.utf8))
        if status != .exited(0) {
          failures.append("the opener ended with \(status.inWords) for \(text)")
        }
      } catch {
        failures.append("\(error); set STACK_OPENER to a program that opens \(text)")
      }
    }
    if !failures.isEmpty { throw .attachmentsNotOpened(failures) }
  }

  private static func run(_ argument: [UInt8]) throws(SystemError) -> ChildStatus {
    // What browsers say when they start is not the current task.
    let talk: Redirection = (descriptor: 1, file: OpenFile.standardError)
    let isTalking = (try? talk.file.status()) != nil
    return try ChildCommand(variables: ["STACK_OPENER"], standard: System.desktopOpener)
      .run(with: [argument], redirections: isTalking ? [talk] : [])
  }
}
