// `stack help`: explains a command, or lists them all.

extension Command {
  static func help() -> Command {
    Command(
      group: .scriptsAndShells,
      operands: "[COMMAND]",
      offers: .commands,
      summary: "explain a command",
      help: {
        """
        Explain a command, or list them all.

          \(Program.name) help push
          \(Program.name) help --man | man -l -
        """
      },
      options: { [.man] },
      needsQueue: { _ in false },
      parse: parseHelp)
  }
}

extension Option {
  fileprivate static var man: Option {
    Option(long: "--man", summary: "print the manual page", details: ", in the language mdoc(7)")
  }
}

private func parseHelp(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  if arguments.has(.man) {
    try arguments.expectNoOperands()
    return HelpText.showManualPage
  }
  guard let word = try arguments.singleOperand() else { return HelpText.showOverview }
  guard let command = Command.declaration(of: word) else { throw .unknownSubject(word) }
  return HelpText.showPage(of: command())
}
