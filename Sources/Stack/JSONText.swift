// Strings and layout of JSON text (RFC 8259): what stands between the quotes, and between the values.

enum JSONText {
  /// What a string says; a lone surrogate becomes U+FFFD.
  ///
  /// - Parameter text: A well-formed JSON string with its quotes.
  static func decode(_ text: some RandomAccessCollection<UInt8>) -> String {
    let inner = text.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    // Escapes give UTF-16, and so may be halves of a pair; the decoder mends what doesn't pair up.
    var units: [UInt16] = []
    var rest = inner[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        let plain = [byte] + rest.prefix { $0 != UInt8(ascii: "\\") }
        rest = rest.dropFirst(plain.count - 1)
        units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "u"):
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        units.append(UInt16(truncatingIfNeeded: digits.reduce(0) { $0 << 4 | (hexadecimalValue($1) ?? 0) }))
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case let other?: units.append(UInt16(other))
      case nil: break
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// A string as JSON, with its quotes. What could drive a terminal stands as an escape.
  static func encode(_ string: String) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    text.reserveCapacity(string.utf8.count + 2)
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.append(UInt8(ascii: "\\"))
        text.append(contentsOf: scalar.utf8)
      case _ where scalar.isUnsafeToShow:
        text.append(contentsOf: escape(scalar))
      default:
        text.append(contentsOf: scalar.utf8)
      }
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
    var isInString = false
    var isEscaped = false
    // Outside strings there is nothing but ASCII.
    for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
      if isInString {
        if scalar.isUnsafeToShow {
          line.append(contentsOf: escape(scalar))
        } else {
          line.append(contentsOf: scalar.utf8)
        }
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "\"" {
          isInString = false
        }
        continue
      }
      switch scalar {
      case " ", "\t", "\r", "\n":
        continue
      case ",", ":":
        line.append(UInt8(ascii: scalar))
        line.append(UInt8(ascii: " "))
      default:
        line.append(UInt8(ascii: scalar))
        isInString = scalar == "\""
      }
    }
    return line
  }

  /// Whether there is a null anywhere in a value.
  ///
  /// - Parameter value: A well-formed JSON value.
  static func containsNull(_ value: [UInt8]) -> Bool {
    var isInString = false
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if byte == UInt8(ascii: "n"), !isInString {
        // Outside strings no other word of JSON has this letter.
        return true
      }
    }
    return false
  }

  /// The escape of a character of the Basic Multilingual Plane, such as `\u001B`.
  private static func escape(_ scalar: Unicode.Scalar) -> [UInt8] {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return Array(("\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits).utf8)
  }
}
