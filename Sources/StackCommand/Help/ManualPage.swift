// The manual page, in the language mdoc(7), made from the declarations of the commands.

enum ManualPage {
  /// The page, to be read with `man -l -`.
  static var text: String {
    (heading + commands + options + environment + files + statuses).joined(separator: "\n")
  }

  // MARK: Sections

  private static var heading: [String] {
    let name = Program.name
    return [
      ".Dd \(Program.date)",
      ".Dt \(name.uppercased()) 1",
      ".Os",
      ".Sh NAME",
      ".Nm \(name)",
      ".Nd one task at a time",
      ".Sh SYNOPSIS",
      ".Nm",
      ".Op Fl s Ar NAME",
      ".Op Fl Fl json",
      ".Op Ar COMMAND Op Ar ...",
      ".Sh DESCRIPTION",
      ".Nm",
      "keeps a first-in-first-out queue of tasks and only ever shows the one at its",
      "front.",
      "Without a command it shows the current task.",
      "Standard output is the current task after the command, and nothing else;",
      "on a terminal, standard error says what was done.",
    ]
  }

  private static var commands: [String] {
    var lines = [".Sh COMMANDS", ".Bl -tag -width Ds"]
    for command in Command.all {
      lines.append(item(command.name, command.operands))
      if let operands = command.otherOperands { lines.append(item(command.name, operands)) }
      lines += Mdoc.paragraphs(command.help())
      let options = command.options()
      if !options.isEmpty { lines += list(of: options) }
    }
    return lines + [".El"]
  }

  private static func item(_ name: String, _ operands: String) -> String {
    ".It Ic \(name)" + (operands.isEmpty ? "" : " ") + Mdoc.operands(operands)
  }

  private static var options: [String] {
    [".Sh OPTIONS", "Every command has these options:"] + list(of: Option.general)
      + [".Pp", "Without a command, there is also:"] + list(of: Option.beforeCommand)
      + [".Pp"]
      + Mdoc.paragraphs(
        """
        Options end at the first word of TEXT, and at --, behind which all is TEXT, even
        what begins with -.
        """)
  }

  private static var environment: [String] {
    let variables = [
      ("STACK_QUEUE", "The name of the stack where the option -s chooses none."),
      ("VISUAL , Ev EDITOR", "The editor; the first that is set, else vi."),
      ("STACK_OPENER", "The program that opens what is attached."),
      ("STACK_SSH", "The command that reaches other machines, else ssh."),
      ("NO_COLOR", "If it is set and not empty, nothing is coloured."),
      ("XDG_CONFIG_HOME , Ev XDG_STATE_HOME , Ev HOME", "Where the files are; see below."),
    ]
    return [".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
      + variables.flatMap { [".It Ev \($0)"] + Mdoc.paragraphs($1) } + [".El"]
  }

  private static var files: [String] {
    [
      ".Sh FILES",
      ".Bl -tag -width Ds",
      ".It Pa $XDG_CONFIG_HOME/stack/NAME.json",
      "The queue, else below",
      ".Pa ~/.config ;",
      "the standard stack is called",
      ".Ql stack .",
      ".It Pa $XDG_STATE_HOME/stack",
      "The versions that",
      ".Ic undo",
      "brings back, else below",
      ".Pa ~/.local/state .",
      ".El",
    ]
  }

  private static var statuses: [String] {
    [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
      + ExitStatus.allCases.flatMap { [".It \($0.rawValue)"] + Mdoc.paragraphs($0.meaning) } + [".El"]
  }

  // MARK: Options

  private static func list(of options: [Option]) -> [String] {
    [".Bl -tag -width Ds"]
      + options.flatMap { option in
        let value = option.value.map { " " + Mdoc.operands($0) } ?? ""
        let names = option.names.map { Mdoc.flag($0) + value }
        let text = option.summary.capitalizedAtStart + option.details + "."
        return [".It " + names.joined(separator: " , ")] + Mdoc.paragraphs(text)
      } + [".El"]
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var capitalizedAtStart: String {
    prefix(1).uppercased() + dropFirst()
  }
}
