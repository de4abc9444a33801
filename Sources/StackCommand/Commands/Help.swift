// `stack help`: explains a command, or lists them all.

extension Command {
  static func help() -> Command {
    Command(
      name: .help,
      operands: "[COMMAND]",
      summary: "explain a command",
      help: {
        """
        Explain a command, or list them all.

          \(Program.name) help push
        """
      },
      understand: understandHelp)
  }
}

private func understandHelp(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  guard let word = try arguments.singleOperand() else { return HelpText.showOverview }
  guard let name = CommandName(rawValue: word) else { throw .unknownSubject(word) }
  return HelpText.showPage(of: Command(name))
}
