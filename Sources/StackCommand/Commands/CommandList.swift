// Which commands there are.

extension Command {
  /// Names all commands, in the order in which a person meets them, each with its declaration.
  ///
  /// Calls, and no array: on the way to a command that runs, no other one is declared and nothing is put
  /// together, for a prompt waits.
  private static func list(_ command: (_ name: String, _ declaration: @escaping () -> Command) -> Void) {
    command("push", push)
    command("done", done)
    command("skip", skip)
    command("drop", drop)
    command("edit", edit)
    command("undo", undo)
    command("redo", redo)
    command("log", log)
    command("path", path)
    command("attach", attach)
    command("detach", detach)
    command("open", open)
    command("send", send)
    command("receive", receive)
    command("merge", merge)
    command("count", count)
    command("prompt", prompt)
    command("init", initialize)
    command("help", help)
  }

  /// All commands, in the order in which a person meets them.
  static var all: [Command] {
    var commands: [Command] = []
    list { name, declaration in commands.append(Command(name, declaration)) }
    return commands
  }

  /// The command of a name, if there is one.
  static func named(_ word: String) -> Command? {
    var found: Command?
    list { name, declaration in
      if name == word { found = Command(name, declaration) }
    }
    return found
  }

  private init(_ name: String, _ declaration: () -> Command) {
    self = declaration()
    self.name = name
  }
}
