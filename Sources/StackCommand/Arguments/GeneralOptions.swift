// The options -s, --json and -h, which belong to no single command, and -V, which stands without
// one. A command that has no use for -s or --json refuses it.

extension Option {
  /// The options that belong to no single command.
  static var general: [Option] { [stack, json, help] }

  /// The options that are accepted only without a command.
  static var beforeCommand: [Option] { [version] }

  static let stack = Option(
    short: "-s", long: "--stack", value: "NAME", offers: .stacks,
    summary: "use the stack called NAME")
  static let json = Option(long: "--json", summary: "print the current task as JSON")
  static let help = Option(short: "-h", long: "--help", summary: "explain the command")
  static let version = Option(short: "-V", long: "--version", summary: "print the version")
}
