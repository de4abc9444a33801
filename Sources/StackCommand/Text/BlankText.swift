// Texts without a word, such as the answer of a user who only pressed Space.

extension String {
  /// Whether the text has nothing but white space.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
