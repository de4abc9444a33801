// Texts compared by their bytes. (For `==` and `hasPrefix`, é is é however it is composed, and a letter with a
// mark on it doesn't begin with that letter; for a file system and for other programs it is otherwise.)

extension String {
  /// Whether this is the same text, byte for byte.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the text begins with these very bytes.
  func beginsExactly(with start: String) -> Bool { utf8.starts(with: start.utf8) }
}
