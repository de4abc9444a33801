// Words as a user can type them into a shell.

import Stack

extension [String] {
  /// The words, each in quotes if a shell would interpret a character in it.
  var quotedForShell: String { map { $0.quotedForShell }.joined(separator: " ") }

  /// The words as a user can type them into a shell: one text, in quotes if a shell would interpret
  /// a character in it.
  var asTyped: String {
    let text = joined(separator: " ")
    let isPlain = text.utf8.allSatisfy { $0.isPlain || $0 >= 0x80 || " ,/:+@%".utf8.contains($0) }
    return isPlain ? text.visible : text.quotedForShell
  }

  /// The words as a text after a command, which may begin with `-` only after `--`.
  var asTypedText: String {
    guard let first, first.beginsExactly(with: "-"), first != "--" else { return asTyped }
    return "-- " + asTyped
  }
}

extension String {
  /// The word, in single quotes if a shell would interpret a character in it (POSIX, XCU 2.2).
  var quotedForShell: String {
    if !isEmpty, utf8.allSatisfy({ $0.isPlain || ",/:+@%".utf8.contains($0) }) { return visible }
    var quoted = "'"
    // By scalars: in Swift, a quotation mark with a combining accent is another character.
    for scalar in visible.unicodeScalars { quoted += scalar == "'" ? "'\\''" : String(scalar) }
    return quoted + "'"
  }
}
