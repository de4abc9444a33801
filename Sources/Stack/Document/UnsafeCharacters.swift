// The characters that must not reach a terminal unescaped.

extension Unicode.Scalar {
  /// Whether this could control the terminal or reorder the text around it: control characters,
  /// line and paragraph separators, and the bidirectional controls (Unicode, annex 9). All are in
  /// the Basic Multilingual Plane.
  package var isUnsafeToShow: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: isControl
    }
  }

  /// Whether this shows nothing: white space, the blank pattern of Braille, and what Unicode says
  /// to ignore if it isn't supported, such as a soft hyphen or a word joiner
  /// (Default_Ignorable_Code_Point).
  var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint || self == "\u{2800}"
  }

  /// Whether this is a control character: C0, DEL or C1.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension String {
  /// Whether a character in the string must not reach a terminal unescaped.
  package var isUnsafeToShow: Bool {
    // Most texts are printable ASCII.
    utf8.contains { !(0x20..<0x7F).contains($0) } && unicodeScalars.contains { $0.isUnsafeToShow }
  }

  /// The text with the unsafe characters as visible escapes such as `\u{1B}`, and a tab as a space.
  package var visible: String {
    guard isUnsafeToShow else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\t" {
        text += " "
        return
      }
      let number = String(scalar.value, radix: 16, uppercase: true)
      text += scalar.isUnsafeToShow ? "\\u{\(number)}" : String(scalar)
    }
  }
}
