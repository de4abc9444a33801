// Words as a person can type them into a shell.

import Stack

extension [String] {
  /// The words of a text with spaces between them, in quotes where a shell would read them otherwise.
  var asTyped: String {
    let text = joined(separator: " ")
    let isPlain = text.utf8.allSatisfy { $0.isPlain || $0 >= 0x80 || " ,/:+@%".utf8.contains($0) }
    return isPlain ? text.visible : text.quotedForShell
  }
}

extension String {
  /// The word, in single quotes where a shell would read anything in it otherwise, after POSIX (XCU 2.2).
  var quotedForShell: String {
    if !isEmpty, utf8.allSatisfy({ $0.isPlain || $0 == UInt8(ascii: "/") }) { return visible }
    var quoted = "'"
    // A quotation mark with an accent on it is one character in Swift, but none to a shell.
    for scalar in visible.unicodeScalars { quoted += scalar == "'" ? "'\\''" : String(scalar) }
    return quoted + "'"
  }
}
