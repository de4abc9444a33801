/// Conversions between Swift's and JSON's strings, and the form of a value on one line. All JSON
/// must be well-formed.
enum JSONText {
  /// Decodes a JSON string with its quotes. A lone surrogate becomes U+FFFD.
  static func decode(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(.backslash) else {
      return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    }
    return String(decoding: codeUnits(text), as: UTF16.self)
  }

  /// Decodes a value if it is a string.
  static func string(_ value: ArraySlice<UInt8>) -> String? {
    value.first == .quote ? decode(value) : nil
  }

  /// Decodes a JSON string to UTF-16. A lone surrogate stays as it is.
  static func codeUnits(_ text: ArraySlice<UInt8>) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(text.count)
    var rest = String(decoding: text.dropFirst().dropLast(), as: UTF8.self).utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == UInt8.backslash, let letter = rest.next() else {
        units.append(unit)
        continue
      }
      switch UInt8(truncatingIfNeeded: letter) {
      case UInt8(ascii: "u"):
        var unit: UInt16 = 0
        for _ in 0..<4 {
          unit = unit << 4 | (hexadecimalValue(UInt8(truncatingIfNeeded: rest.next() ?? 0)) ?? 0)
        }
        units.append(unit)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      default: units.append(letter)
      }
    }
    return units
  }

  /// Encodes a string as a JSON string, with quotes. Characters that could control a terminal
  /// become escapes.
  static func encode(_ string: String) -> [UInt8] {
    var text: [UInt8] = [.quote]
    text.reserveCapacity(string.utf8.count + 2)
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append(.backslash) }
      append(scalar, to: &text)
    }
    text.append(.quote)
    return text
  }

  /// Encodes strings as a JSON array on one line.
  static func encode(_ strings: [String]) -> [UInt8] {
    Array("[".utf8) + strings.map { encode($0) }.joined(separator: ", ".utf8) + Array("]".utf8)
  }

  /// The bytes of a text that is one JSON value, without white space around it.
  static func validated(_ json: String) throws(FormatProblem) -> [UInt8] {
    let text = Array(json.utf8)
    do throws(ScanError) {
      var scanner = JSONScanner(text: text)
      _ = scanner.next()
      let start = scanner.offset
      try scanner.skipValue(depth: 3)
      let end = scanner.offset
      try scanner.expectEnd()
      return Array(text[start..<end])
    } catch {
      throw error.problem
    }
  }

  /// Formats a value on one line, with a space after each comma and colon. Characters that could
  /// control a terminal become escapes.
  static func oneLine(_ value: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(value.count)
    for token in tokens(of: value) {
      switch value[token.lowerBound] {
      case .quote:
        for scalar in String(decoding: value[token], as: UTF8.self).unicodeScalars {
          append(scalar, to: &line)
        }
      case .comma, .colon:
        line.append(value[token.lowerBound])
        line.append(.space)
      default: line.append(contentsOf: value[token])
      }
    }
    return line
  }

  /// Whether a value is or contains a null.
  static func containsNull(_ value: [UInt8]) -> Bool {
    tokens(of: value).contains { value[$0.lowerBound] == UInt8(ascii: "n") }
  }

  private static func tokens(of value: [UInt8]) -> [Range<Int>] {
    var scanner = JSONScanner(text: value)
    var tokens: [Range<Int>] = []
    // The value is well-formed, so no error can occur.
    while let token = try? scanner.skipToken() { tokens.append(token) }
    return tokens
  }

  /// Appends a character to the text of a JSON string. The caller escapes quotes and backslashes.
  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    // Nearly all characters are printable ASCII.
    if (0x20..<0x7F).contains(scalar.value) {
      text.append(UInt8(truncatingIfNeeded: scalar.value))
    } else if scalar.isUnsafeToShow {
      // All of these are in the Basic Multilingual Plane.
      text += "\\u".utf8
      for shift in [12, 8, 4, 0] as [UInt32] {
        text.append(hexadecimalDigit(UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)))
      }
    } else {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
