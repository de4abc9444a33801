// What bytes are as characters of ASCII, and as text.

extension UInt8 {
  /// Whether this is one of the digits from 0 to 9 in ASCII.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether this is one of the letters of ASCII.
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension String {
  /// The text that bytes are, or `nil` if they are no UTF-8: nothing is silently altered.
  package init?(exactly bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
