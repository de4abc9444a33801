// What `stack help` prints, made from the declarations of the commands.

enum HelpText {
  /// All commands on one screen of 80 by 24, with the prompt below it.
  static var overview: String {
    let stack = Program.name
    let commands = [(stack, Show.summary)] + Command.all.map { ($0.synopsis, $0.summaryWithOptions) }
    let lines =
      ["\(stack): one task at a time"]
      + commands.map { synopsis, summary in "  " + synopsis.padded(to: 22) + summary } + [
        "", "-s NAME, or the variable STACK_QUEUE, chooses another stack; --json prints the",
        "task as JSON; --version tells the release. More: \(stack) help COMMAND",
      ]
    return lines.joined(separator: "\n")
  }

  /// One command, with an example.
  static func page(for command: Command) -> String {
    var text = "usage: \(Program.name) \(command.synopsis)\n"
    if let other = command.otherOperands {
      text += "       \(Program.name) \(command.name.rawValue) \(other)\n"
    }
    text += "\n" + command.help()
    let options = command.options().map(lines) + (command.takesText ? [endOfOptions] : [])
    if !options.isEmpty { text += "\n\n" + options.joined(separator: "\n") }
    return text
  }

  // MARK: As what a command does

  static func showVersion(_ session: Session) throws(CommandError) {
    try attempt(output: session.output.write("\(Program.name) \(Program.version)"))
  }

  static func showOverview(_ session: Session) throws(CommandError) {
    try attempt(output: session.output.write(overview))
  }

  static func showManualPage(_ session: Session) throws(CommandError) {
    try attempt(output: session.output.write(ManualPage.text))
  }

  static func showPage(of command: Command) -> Command.Action {
    { (session) throws(CommandError) in try attempt(output: session.output.write(page(for: command))) }
  }

  // MARK: Options

  private static let optionColumns = 16
  private static let endOfOptions = "  --            what follows is TEXT, even if it begins with -"

  /// An option and what it does, in two columns.
  private static func lines(for option: Option) -> String {
    let name = "  " + option.synopsis
    let indentation = String(repeating: " ", count: optionColumns)
    let text = (option.summary + option.details).wrapped(toColumns: 80 - optionColumns)
    let start = name.utf8.count < optionColumns ? name.padded(to: optionColumns) : "\(name)\n\(indentation)"
    return start + text.joined(separator: "\n\(indentation)")
  }
}

extension Command {
  /// What the command does, and its options that people forget.
  fileprivate var summaryWithOptions: String {
    options().filter { $0.isInOverview }.reduce(summary) { "\($0); \($1.long): \($1.summary)" }
  }
}

extension String {
  /// The text with spaces behind it, to so many characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The words of the text in lines of so many columns at most.
  fileprivate func wrapped(toColumns limit: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= limit {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
