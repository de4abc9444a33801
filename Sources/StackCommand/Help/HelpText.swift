import Stack

/// The output of `stack help`, made from the declarations of the commands; the manual page; and the
/// other texts of `commands.txt`: the first screen, and the help in an editor.
enum HelpText {
  /// The manual page, in mdoc(7).
  static var manual: String {
    String(decoding: PackageResources.manual_mdoc, as: UTF8.self).namingProgram
  }

  /// The help for a command; without one, the list of all commands.
  static func text(for command: Command?) -> String { (command.map(page) ?? overview) + "\n" }

  /// The help for a command or a topic; `nil` if there is no such thing.
  static func text(about subject: String) -> String? {
    if let topic = HelpTopic(rawValue: subject) { return topic.text }
    return Command.declaration(of: subject).map { text(for: $0()) }
  }

  private static let overviewColumns = 20

  /// All commands on a screen of 80 by 24: the everyday ones with their summaries, the others by
  /// purpose.
  private static var overview: String {
    let stack = Program.name
    let commands = Command.all
    var lines = [
      "\(stack): one task at a time", "",
      "  " + stack.padded(to: overviewColumns - 2) + Show.summary,
    ]
    for group in Command.Group.allCases {
      let members = commands.filter { $0.group == group }
      if group == .everyDay {
        lines +=
          members.map {
            "  " + $0.synopses[0].padded(to: overviewColumns - 2) + $0.summaryWithOptions
          } + [""]
      } else {
        let synopses = members.map { $0.synopses[0] }.filled(
          toColumns: 80 - overviewColumns, separator: ", ")
        lines += columns(group.rawValue, synopses, width: overviewColumns)
      }
    }
    lines += columns(
      "Help topics", [HelpTopic.allCases.map { $0.rawValue }.joined(separator: ", ")],
      width: overviewColumns)
    return (lines + [""] + HelpText.lines(of: "overview")).joined(separator: "\n")
  }

  /// One command, with an example.
  private static func page(for command: Command) -> String {
    let usages = command.synopses.map { "\(Program.name) \($0)\n" }
    let explanation = lines(of: command.name).joined(separator: "\n")
    var text = "usage: \(usages.joined(separator: "       "))\n\(explanation)"
    let options = command.options().map(lines) + (command.operands.areText ? [endOfOptions] : [])
    if !options.isEmpty { text += "\n\n" + options.joined(separator: "\n") }
    return text
  }

  /// The lines of a part of `commands.txt`, such as the explanation of a command, which says what
  /// the command does, with an example. Indented lines are to be typed.
  static func lines(of name: String) -> [String] {
    let heading = "@\(name)".utf8
    // A line with an @ and a name begins the part; the blank line before the next @ isn't in it.
    // Lines are compared as bytes, because comparing all of them as strings would take 20 times as
    // long as the rest of the help.
    let lines = PackageResources.commands_txt.split(
      separator: .lineFeed, omittingEmptySubsequences: false)
    let part = lines.drop { !$0.elementsEqual(heading) }.dropFirst().prefix {
      $0.first != UInt8(ascii: "@")
    }.dropLast()
    return part.map { line in
      switch String(decoding: line, as: UTF8.self) {
      case "$LINES": Shell.startUpLines
      case "$TOPICS": HelpTopic.list
      case "$WORDS": words
      case let text: text.namingProgram
      }
    }
  }

  /// The words for times, by their kinds, in two columns.
  private static var words: String {
    When.Word.table.flatMap { kind, meanings in
      columns(
        "  " + kind,
        meanings.map { String($0) }.filled(toColumns: 80 - overviewColumns, separator: ", "),
        width: overviewColumns)
    }.joined(separator: "\n")
  }

  // MARK: Options

  private static let optionColumns = 16
  private static let endOfOptions =
    "  --            needed before words that begin with -"

  /// An option and its explanation, in two columns.
  private static func lines(for option: Option) -> String {
    let words = (option.summary + option.details).split(separator: " ").map { String($0) }
    let text = words.filled(toColumns: 80 - optionColumns, separator: " ")
    return columns("  " + option.synopsis, text, width: optionColumns).joined(separator: "\n")
  }

  /// Lines with a name before the first, or above it if the name is too long for its column.
  private static func columns(_ name: String, _ text: [String], width: Int) -> [String] {
    let isLong = name.count >= width
    let lines = text.enumerated().map { ($0 == 0 && !isLong ? name : "").padded(to: width) + $1 }
    return isLong ? [name] + lines : lines
  }
}

extension Command {
  /// The summary, and the options that people forget.
  fileprivate var summaryWithOptions: String {
    options().filter { $0.isInOverview }.reduce(summary) { "\($0); \($1.long): \($1.summary)" }
  }
}
