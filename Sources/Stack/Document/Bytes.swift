// What bytes are as characters of ASCII, and as text.

extension UInt8 {
  /// Whether this is one of the digits from 0 to 9 in ASCII.
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether this is one of the letters of ASCII.
  package var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }

  /// Whether this can stand in any command line and in any file's name as it is: a letter or digit of ASCII, `-`, `_`
  /// or `.`.
  package var isPlain: Bool { isLetter || isDigit || "-_.".utf8.contains(self) }

  /// Whether this ends a line, or is part of what ends it (LF, CR, CR LF).
  package var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

/// What a hexadecimal digit stands for.
func hexadecimalValue(_ digit: UInt8) -> UInt32? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A") + 10)
  default: nil
  }
}

/// The hexadecimal digit, as a capital, for a number below 16.
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
}

extension String {
  /// The text that bytes are, or `nil` if they are no UTF-8: nothing is silently altered.
  package init?(exactly bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a word stands in the bytes.
  func contains(_ word: String) -> Bool { indices.contains { self[$0...].starts(with: word.utf8) } }
}

extension [String] {
  /// The texts by their bytes, so that one of many is found at once, and the very one: in a set of texts, é is é however
  /// it is composed.
  package var asBytes: Set<[UInt8]> { Set(map { [UInt8]($0.utf8) }) }
}
