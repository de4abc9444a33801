// The list of all commands, in the groups of the help.

extension Command {
  /// The purpose of a command, by which the help groups the commands.
  enum Group: String, CaseIterable {
    case everyDay = "Every day"
    case manage = "Manage"
    case attachAndSend = "Attach and send"
    case severalMachines = "Several machines"
    case scriptsAndShells = "Scripts and shells"
  }

  /// Calls a function with each command's name, group and declaration, in the order of the help.
  ///
  /// With an array instead of calls, finding one command would allocate memory and evaluate all
  /// declarations, while a prompt waits.
  private static func list(_ command: (String, Group, @autoclosure @escaping () -> Command) -> Void)
  {
    command("push", .everyDay, .push)
    command("done", .everyDay, .done)
    command("skip", .everyDay, .skip)
    command("snooze", .everyDay, .snooze)
    command("top", .everyDay, .top)
    command("drop", .manage, .drop)
    command("edit", .everyDay, .edit)
    command("note", .everyDay, .note)
    command("undo", .everyDay, .undo)
    command("redo", .manage, .redo)
    command("log", .manage, .log)
    command("stacks", .manage, .stacks)
    command("path", .manage, .path)
    command("attach", .attachAndSend, .attach)
    command("detach", .attachAndSend, .detach)
    command("open", .attachAndSend, .open)
    command("send", .attachAndSend, .send)
    command("sync", .severalMachines, .sync)
    command("receive", .severalMachines, .receive)
    command("merge", .severalMachines, .merge)
    command("count", .scriptsAndShells, .count)
    command("prompt", .scriptsAndShells, .prompt)
    command("init", .scriptsAndShells, .initialize)
    command("help", .scriptsAndShells, .help)
  }

  /// All commands, in the order of the help.
  static var all: [Command] {
    var commands: [Command] = []
    list { commands.append(Command($0, $1, $2())) }
    return commands
  }

  /// Makes the declaration of the command with a name; `nil` if there is none.
  static func declaration(of word: String) -> (() -> Command)? {
    var found: (() -> Command)?
    list { name, group, declaration in
      if name == word { found = { Command(name, group, declaration()) } }
    }
    return found
  }

  private init(_ name: String, _ group: Group, _ declaration: Command) {
    self = declaration
    self.name = name
    self.group = group
  }
}
