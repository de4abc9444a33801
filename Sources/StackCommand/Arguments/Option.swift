// How an option is declared, and the options that every command has.

/// An option on the command line.
struct Option: Equatable {
  /// Its name of one letter, if it has one.
  var short: String?
  /// Its name as a word.
  let long: String
  /// What stands behind it, `nil` for an option without a value.
  var value: String?
  /// What is offered for that at Tab.
  var offers: Offer = .nothing
  /// What it does, in a few words.
  let summary: String
  /// What else the help says of it, behind the summary.
  var details = ""
  /// Whether the list of all commands names it, because people forget it.
  var isInOverview = false
  /// Whether nothing may stand beside it that is no option.
  var excludesOperands = false

  /// What it is called, the short name first.
  var names: [String] { short.map { [$0, long] } ?? [long] }

  /// The option as it is typed, under each of its names.
  var synopsis: String { names.map { name in value.map { "\(name) \($0)" } ?? name }.joined(separator: ", ") }
}

extension Option {
  /// The options of every command.
  static var general: [Option] { [stack, json, help] }

  /// The options that may stand before a command, or without one.
  static var beforeCommand: [Option] { [version] }

  /// A word that begins with a dash as the name of an option and the value that stands in the same word.
  static func parts(of word: String) -> (name: String, value: String?) {
    // By scalars: a mark at the beginning of a value belongs to the value.
    let scalars = word.unicodeScalars
    guard word.beginsExactly(with: "--") else {
      let value = scalars.dropFirst(2)
      return (String(scalars.prefix(2)), value.isEmpty ? nil : String(value))
    }
    guard let equals = scalars.firstIndex(of: "=") else { return (word, nil) }
    return (String(scalars[..<equals]), String(scalars[equals...].dropFirst()))
  }

  static let stack = Option(
    short: "-s", long: "--stack", value: "NAME", offers: .stacks, summary: "use the stack called NAME")
  static let json = Option(long: "--json", summary: "print the current task as JSON")
  static let help = Option(short: "-h", long: "--help", summary: "explain the command")
  static let version = Option(short: "-V", long: "--version", summary: "print the version")
}
