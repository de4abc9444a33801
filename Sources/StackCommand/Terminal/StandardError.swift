import CSystem
import Stack

/// Standard error: acknowledgements, hints and errors.
enum StandardError {
  static let isTerminal = OpenFile.standardError.isTerminal

  /// Prints an acknowledgement or a hint at a terminal; prints nothing for a script.
  ///
  /// - Parameters:
  ///   - text: The note's lines. A line that is wider than the terminal is broken between words.
  ///   - command: A command to type, on a line of its own.
  static func printNote(_ text: String, command: String? = nil) {
    guard isTerminal else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      write(String(line).broken(toColumns: columns) + "\n")
    }
    if let command { write(command + "\n") }
  }

  /// Prints a line that scripts get as well, for their logs.
  static func printAlways(_ text: String) {
    if isTerminal { printNote(text) } else { write("\(Program.name): \(text)\n") }
  }

  /// Prints an error and its hints: the first one in the same sentence if possible, and each other
  /// one on a line of its own.
  static func printError(_ error: CommandError) {
    let problem = "\(Program.name): \(error.problem.visible)"
    var hints = error.hints[...]
    if let hint = hints.first, !hint.isSentence {
      printLine("\(problem); \(hint.text.visible)", command: hint.command)
      hints = hints.dropFirst()
    } else {
      printLine(problem)
    }
    for hint in hints { printLine(hint.text.capitalizedSentence, command: hint.command) }
  }

  /// Prints a text and, after a colon, a command. If they are wider than the terminal, the text is
  /// broken between words, and the command is on a line of its own.
  private static func printLine(_ sentence: String, command: String? = nil) {
    let text = sentence + (command == nil ? "" : ":")
    let line = command.map { "\(text) \($0)" } ?? text
    let isTooWide = isTerminal && line.columns > columns
    write(
      (isTooWide ? text.broken(toColumns: columns) + (command.map { "\n\($0)" } ?? "") : line)
        + "\n")
  }

  /// Writes to standard error. If that fails, there is nowhere to report it.
  static func write(_ text: String) { try? OpenFile.standardError.write(Array(text.utf8)[...]) }

  /// The terminal's width; 80 if it isn't known.
  static var columns: Int {
    let columns = Int(stack_columns(OpenFile.standardError.descriptor))
    return columns > 0 ? columns : 80
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
