// ASCII characters and their classes, hexadecimal digits, and exact conversions between bytes and
// strings.

extension UInt8 {
  package static var openBrace: UInt8 { UInt8(ascii: "{") }
  package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  package static var openBracket: UInt8 { UInt8(ascii: "[") }
  package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  package static var quote: UInt8 { UInt8(ascii: "\"") }
  package static var backslash: UInt8 { UInt8(ascii: "\\") }
  package static var comma: UInt8 { UInt8(ascii: ",") }
  package static var colon: UInt8 { UInt8(ascii: ":") }
  package static var hyphen: UInt8 { UInt8(ascii: "-") }
  package static var period: UInt8 { UInt8(ascii: ".") }
  package static var slash: UInt8 { UInt8(ascii: "/") }
  package static var space: UInt8 { UInt8(ascii: " ") }
  package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  package var isLetter: Bool {
    self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z")
  }

  /// Whether this needs no quoting in a shell and is allowed in file names: an ASCII letter or
  /// digit, `-`, `_` or `.`.
  package var isPlain: Bool { isLetter || isDigit || "-_.".utf8.contains(self) }

  /// Whether this is LF or CR, which end a line alone or together as CR LF.
  package var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
}

/// The value of a hexadecimal digit; `nil` if the byte isn't one.
package func hexadecimalValue(_ digit: UInt8) -> UInt16? {
  if digit.isDigit { return UInt16(digit - UInt8(ascii: "0")) }
  let letter = (digit | 0x20) &- UInt8(ascii: "a")
  return letter < 6 ? UInt16(letter) + 10 : nil
}

/// The upper-case hexadecimal digit for a value below 16.
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
}

extension [UInt8] {
  /// The 32-bit FNV-1a hash.
  var fnv1a: UInt32 { reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
}

extension String {
  /// Decodes UTF-8; `nil` if the bytes aren't valid UTF-8. `String(decoding:as:)` would replace the
  /// invalid ones.
  package init?(exactly bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the UTF-8 of a word occurs in the bytes.
  package func contains(_ word: String) -> Bool {
    indices.contains { self[$0...].starts(with: word.utf8) }
  }

  /// Removes the bytes at the beginning that meet a condition, and returns them.
  mutating func removePrefix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = prefix(while: condition)
    self = self[start.endIndex...]
    return start
  }
}

extension [String] {
  /// The UTF-8 of each string, for lookup by exact bytes. A `Set<String>` would treat both forms of
  /// é as the same.
  package var asBytes: Set<[UInt8]> { Set(map { [UInt8]($0.utf8) }) }
}
