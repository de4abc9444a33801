// Which commands there are.

/// The names of all commands, in the order in which a person meets them.
enum CommandName: String, CaseIterable {
  case push
  case done
  case skip
  case drop
  case edit
  case undo
  case redo
  case attach
  case detach
  case open
  case send
  case receive
  case merge
  case log
  case count
  case prompt
  case initialize = "init"
  case path
  case help
}

extension CommandName {
  /// The name that a word is. (The compiler's own way looks it up by hashes, which asks the system for a seed.)
  init?(word: String) {
    guard let name = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
    self = name
  }
}

extension Command {
  /// The command of a name. No other is built on the way, for a prompt waits.
  init(_ name: CommandName) {
    self =
      switch name {
      case .push: .push()
      case .done: .done()
      case .skip: .skip()
      case .drop: .drop()
      case .edit: .edit()
      case .undo: .undo()
      case .redo: .redo()
      case .attach: .attach()
      case .detach: .detach()
      case .open: .open()
      case .send: .send()
      case .receive: .receive()
      case .merge: .merge()
      case .log: .log()
      case .count: .count()
      case .prompt: .prompt()
      case .initialize: .initialize()
      case .path: .path()
      case .help: .help()
      }
  }

  /// All commands, in the order in which a person meets them.
  static var all: [Command] { CommandName.allCases.map(Command.init) }
}
