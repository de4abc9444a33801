// JSON text (RFC 8259): what stands between the quotes of a string, and a value on one line.

enum JSONText {
  /// What a string says; a lone surrogate becomes U+FFFD.
  ///
  /// - Parameter text: A well-formed JSON string with its quotes.
  static func decode(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "\\")) else {
      return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    }
    // Escapes give UTF-16, and so may be halves of a pair; the decoder mends what doesn't pair up.
    return String(decoding: codeUnits(text), as: UTF16.self)
  }

  /// What a value says if it is a string.
  static func string(_ value: ArraySlice<UInt8>) -> String? {
    value.first == UInt8(ascii: "\"") ? decode(value) : nil
  }

  /// What a string says, in UTF-16, with any half of a pair that stands alone.
  static func codeUnits(_ text: ArraySlice<UInt8>) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(text.count)
    var rest = String(decoding: text.dropFirst().dropLast(), as: UTF8.self).utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == UInt8(ascii: "\\"), let letter = rest.next() else {
        units.append(unit)
        continue
      }
      switch UInt8(truncatingIfNeeded: letter) {
      case UInt8(ascii: "u"):
        var unit: UInt16 = 0
        for _ in 0..<4 {
          let digit = UInt8(truncatingIfNeeded: rest.next() ?? 0)
          unit = unit << 4 | UInt16(hexadecimalValue(digit) ?? 0)
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

  /// A string as JSON, with its quotes. What could drive a terminal stands as an escape.
  static func encode(_ string: String) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    text.reserveCapacity(string.utf8.count + 2)
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append(UInt8(ascii: "\\")) }
      append(scalar, to: &text)
    }
    text.append(UInt8(ascii: "\""))
    return text
  }

  /// A value on one line, with a space after each comma and colon, and as escapes what could drive a
  /// terminal.
  ///
  /// - Parameter value: A well-formed JSON value.
  static func oneLine(_ value: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(value.count)
    for token in tokens(of: value) {
      switch value[token.lowerBound] {
      case UInt8(ascii: "\""):
        for scalar in String(decoding: value[token], as: UTF8.self).unicodeScalars {
          append(scalar, to: &line)
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        line.append(value[token.lowerBound])
        line.append(UInt8(ascii: " "))
      default: line.append(contentsOf: value[token])
      }
    }
    return line
  }

  /// Whether there is a null anywhere in a value.
  ///
  /// - Parameter value: A well-formed JSON value.
  static func containsNull(_ value: [UInt8]) -> Bool {
    tokens(of: value).contains { value[$0.lowerBound] == UInt8(ascii: "n") }
  }

  private static func tokens(of value: [UInt8]) -> [Range<Int>] {
    var scanner = JSONScanner(value)
    var tokens: [Range<Int>] = []
    // The text was validated; there is nothing that could be wrong with it.
    while let token = try? scanner.skipToken() { tokens.append(token) }
    return tokens
  }

  /// Adds a character to the text of a string, in which quotes and backslashes have been seen to.
  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    if scalar.isUnsafeToShow {
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
