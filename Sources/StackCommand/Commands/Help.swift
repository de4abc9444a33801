// `stack help`: explains a command, or lists them all.

private let manOption = Option(
  long: "--man", summary: "print the manual page", details: ", in mdoc(7) format",
  excludesOperands: true)

extension Command {
  static let help = Command(
    operands: "[COMMAND]",
    offers: .commands,
    summary: "explain a command",
    help: """
      Explain a command, or list them all.

        § help push
        § help --man | man -l -
      """,
    options: { [manOption] },
    needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    if session.arguments.has(manOption) { return try session.write(ManualPage.text) }
    let word = session.arguments.operands.first
    let command = word.flatMap(Command.declaration)
    if let word, command == nil { throw .unknownSubject(word) }
    try session.write(HelpText.text(for: command?()))
  }
}
