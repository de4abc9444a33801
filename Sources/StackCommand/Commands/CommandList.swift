// Which commands there are.

extension Command {
  /// Names all commands, in the order and the groups in which a person meets them, each with its declaration.
  ///
  /// Calls, and no array: on the way to a command that runs, no other one is declared and nothing is put
  /// together, for a prompt waits.
  private static func list(_ command: (String, Group, @autoclosure @escaping () -> Command) -> Void) {
    command("push", .everyDay, .push)
    command("done", .everyDay, .done)
    command("skip", .everyDay, .skip)
    command("drop", .manage, .drop)
    command("edit", .everyDay, .edit)
    command("undo", .everyDay, .undo)
    command("redo", .manage, .redo)
    command("log", .manage, .log)
    command("path", .manage, .path)
    command("attach", .attachAndSend, .attach)
    command("detach", .attachAndSend, .detach)
    command("open", .attachAndSend, .open)
    command("send", .attachAndSend, .send)
    command("receive", .severalMachines, .receive)
    command("merge", .severalMachines, .merge)
    command("count", .scriptsAndShells, .count)
    command("prompt", .scriptsAndShells, .prompt)
    command("init", .scriptsAndShells, .initialize)
    command("help", .scriptsAndShells, .help)
  }

  /// All commands, in the order in which a person meets them.
  static var all: [Command] {
    var commands: [Command] = []
    list { commands.append(Command($0, $1, $2())) }
    return commands
  }

  /// How the command of a name is declared; `nil` if there is none.
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
