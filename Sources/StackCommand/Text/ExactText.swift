// Comparison of strings byte for byte. Swift's `==` and `hasPrefix` compare characters: both forms
// of é are equal, and a letter with a combining mark doesn't begin with that letter. File systems
// and other programs compare bytes.

extension String {
  /// Whether this is the same text, byte for byte.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the text begins with these bytes.
  func beginsExactly(with start: String) -> Bool { utf8.starts(with: start.utf8) }
}
