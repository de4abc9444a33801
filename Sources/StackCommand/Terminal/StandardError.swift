// Standard error: what is said to a person beside the current task.

import Stack

enum StandardError {
  /// Tells a person something in passing; to a script nothing is said.
  ///
  /// - Parameters:
  ///   - lines: What is said. A line that doesn't fit the terminal is broken between words.
  ///   - command: What is to be typed, which stands on a line of its own.
  static func printNote(_ lines: String, command: String? = nil) {
    guard OpenFile.standardError.isTerminal else { return }
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      write(String(line).broken(toColumns: columns) + "\n")
    }
    if let command { write(command + "\n") }
  }

  /// Says what went wrong. What is to be typed, behind a colon at the end, is not broken.
  static func printError(_ sentence: String) {
    var text = "\(Program.name): \(sentence.visible)"
    if OpenFile.standardError.isTerminal, text.columns > columns {
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      let command = words.indices.dropFirst(2).last {
        words[$0 - 1].hasSuffix(":") && (words[$0] == Program.name || words[$0] == "cp")
      }
      text = words[..<(command ?? words.endIndex)].joined(separator: " ").broken(toColumns: columns)
      if let command { text += "\n" + words[command...].joined(separator: " ") }
    }
    write(text + "\n")
  }

  /// Writes to standard error; where that fails, there is nobody to tell.
  static func write(_ text: String) { try? OpenFile.standardError.write(Array(text.utf8)) }

  private static var columns: Int { OpenFile.standardError.columns ?? 80 }
}

extension String {
  /// The text with more behind it, and a full stop between them if the text has no such mark yet.
  func followed(by other: String) -> String {
    let hasMark = unicodeScalars.last.map { ".!?…:;".unicodeScalars.contains($0) } ?? true
    return self + (hasMark ? " " : ". ") + other
  }

  /// The text in lines of so many columns at most, broken between words.
  fileprivate func broken(toColumns limit: Int) -> String {
    if columns <= limit { return self }
    let words = split(separator: " ").map { String($0) }
    return words.filled(toColumns: limit, separator: " ").joined(separator: "\n")
  }
}
