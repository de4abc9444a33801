// The manual page, in the language mdoc(7), made from the declarations of the commands.

enum ManualPage {
  /// The page, to be read with `man -l -`.
  static var text: String {
    """
    .Dd \(Program.date)
    .Dt \(Program.name.uppercased()) 1
    .Os
    .Sh NAME
    .Nm \(Program.name)
    .Nd one task at a time
    .Sh SYNOPSIS
    .Nm
    .Op Fl s Ar NAME
    .Op Fl Fl json
    .Op Ar COMMAND Op Ar ...
    .Sh DESCRIPTION
    .Nm
    keeps a first-in-first-out queue of tasks and only ever shows the one at its
    front.
    Without a command it shows the current task.
    Standard output is the current task after the command, and nothing else;
    on a terminal, standard error says what was done.
    .Sh COMMANDS
    .Bl -tag -width Ds
    \(Command.all.map(item).joined(separator: "\n"))
    .El
    .Sh OPTIONS
    Every command has these options:
    \(list(of: Option.general))
    .Pp
    Without a command, there is also:
    \(list(of: Option.beforeCommand))
    .Pp
    Options end at the first word of TEXT, and at
    .Fl Fl ,
    behind which all is TEXT, even what begins with
    .Fl .
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev STACK_QUEUE
    The name of the stack where the option
    .Fl s
    chooses none.
    .It Ev VISUAL , Ev EDITOR
    The editor; the first that is set, else vi.
    .It Ev STACK_OPENER
    The program that opens what is attached.
    .It Ev STACK_SSH
    The command that reaches other machines, else ssh.
    .It Ev NO_COLOR
    If it is set and not empty, nothing is coloured.
    .It Ev XDG_CONFIG_HOME , Ev XDG_STATE_HOME , Ev HOME
    Where the files are; see below.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa $XDG_CONFIG_HOME/stack/NAME.json
    The queue, else below
    .Pa ~/.config ;
    the standard stack is called
    .Ql stack .
    .It Pa $XDG_STATE_HOME/stack
    The versions that
    .Ic undo
    brings back, else below
    .Pa ~/.local/state .
    .El
    .Sh EXIT STATUS
    \(Mdoc.list(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))

    """
  }

  private static func item(_ command: Command) -> String {
    let synopses = [command.operands] + (command.otherOperands.map { [$0] } ?? [])
    let lines = synopses.map { operands in
      ".It Ic \(command.name)" + (operands.isEmpty ? "" : " Ar \(Mdoc.escaped(operands[...]))")
    }
    let options = command.options()
    return (lines + [Mdoc.paragraphs(command.explanation)] + (options.isEmpty ? [] : [list(of: options)]))
      .joined(separator: "\n")
  }

  private static func list(of options: [Option]) -> String {
    Mdoc.list(
      options.map { option in
        let value = option.value.map { " Ar \($0)" } ?? ""
        let names = option.names.map { Mdoc.flag($0) + value }.joined(separator: " , ")
        let summary = option.summary.prefix(1).uppercased() + option.summary.dropFirst()
        return (names, summary + option.details + ".")
      })
  }
}
