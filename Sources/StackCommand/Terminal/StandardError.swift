// Standard error: what is said to a person beside the current task.

import Stack

enum StandardError {
  /// Tells a person something in passing; to a script nothing is said.
  static func tell(_ lines: String) {
    if OpenFile.standardError.isTerminal { write(lines + "\n") }
  }

  /// Says what went wrong.
  static func report(_ sentence: String) {
    write("\(Program.name): \(sentence.visible)\n")
  }

  /// Writes to standard error; where that fails, there is nobody to tell.
  static func write(_ text: String) {
    try? OpenFile.standardError.write(Array(text.utf8))
  }
}
