// The list of all commands.

extension Command {
  /// Each command's name, group and declaration, in the order of the help. Only the declarations
  /// that are needed are evaluated, because a prompt waits.
  private static let list: [(String, Group, declaration: @Sendable () -> Command)] = [
    ("push", .everyDay, { .push }),
    ("done", .everyDay, { .done }),
    ("skip", .everyDay, { .skip }),
    ("snooze", .everyDay, { .snooze }),
    ("top", .everyDay, { .top }),
    ("drop", .manage, { .drop }),
    ("edit", .everyDay, { .edit }),
    ("note", .everyDay, { .note }),
    ("undo", .everyDay, { .undo }),
    ("redo", .manage, { .redo }),
    ("log", .manage, { .log }),
    ("stacks", .manage, { .stacks }),
    ("path", .manage, { .path }),
    ("attach", .attachAndSend, { .attach }),
    ("detach", .attachAndSend, { .detach }),
    ("open", .attachAndSend, { .open }),
    ("send", .attachAndSend, { .send }),
    ("receive", .severalMachines, { .receive }),
    ("merge", .severalMachines, { .merge }),
    ("count", .scriptsAndShells, { .count }),
    ("prompt", .scriptsAndShells, { .prompt }),
    ("init", .scriptsAndShells, { .initialize }),
    ("help", .scriptsAndShells, { .help }),
  ]

  /// All commands, in the order of the help.
  static var all: [Command] { list.map(Command.init) }

  /// The command with a name; `nil` if there is none.
  static func named(_ word: String) -> Command? {
    list.first { $0.0 == word }.map(Command.init)
  }

  private init(_ name: String, _ group: Group, _ declaration: () -> Command) {
    self = declaration()
    self.name = name
    self.group = group
  }
}
