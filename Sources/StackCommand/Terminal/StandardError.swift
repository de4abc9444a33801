// Standard error: acknowledgements, hints and errors.

import Stack

enum StandardError {
  /// Prints an acknowledgement or a hint at a terminal; prints nothing for a script.
  ///
  /// - Parameters:
  ///   - lines: The text. A line that is wider than the terminal is broken between words.
  ///   - command: A command to type, on a line of its own.
  static func printNote(_ lines: String, command: String? = nil) {
    guard OpenFile.standardError.isTerminal else { return }
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      write(String(line).broken(toColumns: columns) + "\n")
    }
    if let command { write(command + "\n") }
  }

  /// Prints an error. A command to type, after a colon at the end, isn't broken.
  static func printError(_ sentence: String) {
    var text = "\(Program.name): \(sentence.visible)"
    if OpenFile.standardError.isTerminal, text.columns > columns {
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      let command = words.indices.dropFirst(2).last {
        words[$0 - 1].hasSuffix(":") && words[$0] == Program.name
      }
      text = words[..<(command ?? words.endIndex)].joined(separator: " ").broken(toColumns: columns)
      if let command { text += "\n" + words[command...].joined(separator: " ") }
    }
    write(text + "\n")
  }

  /// Writes to standard error. If that fails, there is nowhere to report it.
  static func write(_ text: String) { try? OpenFile.standardError.write(Array(text.utf8)) }

  private static var columns: Int { OpenFile.standardError.columns ?? 80 }
}

extension String {
  /// The text, a full stop unless it ends in a punctuation mark, and another text.
  func followed(by other: String) -> String {
    let hasMark = unicodeScalars.last.map { ".!?…:;".unicodeScalars.contains($0) } ?? true
    return self + (hasMark ? " " : ". ") + other
  }

  /// The text in lines of at most this many columns, broken between words.
  fileprivate func broken(toColumns limit: Int) -> String {
    if columns <= limit { return self }
    let words = split(separator: " ").map { String($0) }
    return words.filled(toColumns: limit, separator: " ").joined(separator: "\n")
  }
}
