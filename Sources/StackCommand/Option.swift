// The options by name, and where each may stand.

/// An option on the command line.
enum Option: CaseIterable {
  case stack
  case json
  case help
  case version
  case top
  case attach
  case all
  case max
  case extent
  case noPrompt

  /// The option that is called so, if a command has it.
  ///
  /// - Parameter command: The command, `nil` for the place before one.
  init?(_ name: String, of command: CommandName?) {
    guard let option = Self.allCases.first(where: { $0.names.contains(name) && $0.belongs(to: command) })
    else {
      return nil
    }
    self = option
  }

  /// What it is called, the short name first.
  var names: [String] {
    switch self {
    case .stack: ["-s", "--stack"]
    case .json: ["--json"]
    case .help: ["-h", "--help"]
    case .version: ["--version"]
    case .top: ["--top"]
    case .attach: ["-a", "--attach"]
    case .all: ["--all"]
    case .max: ["--max"]
    case .extent: ["--extent"]
    case .noPrompt: ["--no-prompt"]
    }
  }

  /// Whether a value stands behind it.
  var takesValue: Bool {
    switch self {
    case .stack, .attach, .max: true
    case .json, .help, .version, .top, .all, .extent, .noPrompt: false
    }
  }

  /// Whether a command has it.
  ///
  /// - Parameter command: The command, `nil` for the place before one.
  func belongs(to command: CommandName?) -> Bool {
    switch self {
    case .stack, .json, .help: true
    case .version: command == nil
    case .top, .attach: command == .push
    case .all: command == .edit
    case .max, .extent: command == .prompt
    case .noPrompt: command == .initialize
    }
  }
}
