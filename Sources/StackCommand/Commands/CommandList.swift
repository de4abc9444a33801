// Which commands there are.

extension Command {
  /// The names of all commands, in the order in which a person meets them, each with its declaration. No
  /// other one is built on the way to a command that runs, for a prompt waits.
  private static var list: [(name: String, declaration: () -> Command)] {
    [
      ("push", push),
      ("done", done),
      ("skip", skip),
      ("drop", drop),
      ("edit", edit),
      ("undo", undo),
      ("redo", redo),
      ("log", log),
      ("path", path),
      ("attach", attach),
      ("detach", detach),
      ("open", open),
      ("send", send),
      ("receive", receive),
      ("merge", merge),
      ("count", count),
      ("prompt", prompt),
      ("init", initialize),
      ("help", help),
    ]
  }

  /// All commands, in the order in which a person meets them.
  static var all: [Command] { list.map { Command($0.name, $0.declaration) } }

  /// The command of a name.
  init?(named name: String) {
    guard let (name, declaration) = Self.list.first(where: { $0.name.isExactly(name) }) else { return nil }
    self.init(name, declaration)
  }

  private init(_ name: String, _ declaration: () -> Command) {
    self = declaration()
    self.name = name
  }
}
