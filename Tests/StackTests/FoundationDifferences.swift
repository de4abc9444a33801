// Where Foundation's JSON reader is known to be laxer or stricter than RFC 8259.

/// A way in which `JSONSerialization` and RFC 8259 are known to disagree.
enum FoundationDifference: Hashable {
  /// It takes a comma after the last element.
  case trailingComma
  /// It refuses a number that no Double can hold.
  case hugeNumber
  /// It refuses half a surrogate pair as an escape.
  case loneSurrogate
  /// It reads UTF-16 and UTF-32, also guessed from zeros among the first bytes.
  case otherEncoding
}

/// A text, and the same text without what Foundation is known to judge differently.
struct FoundationDifferences {
  private(set) var found: Set<FoundationDifference> = []
  /// The text, with every difference replaced by something that both judge alike.
  private(set) var settled: [UInt8] = []

  init(in text: [UInt8]) {
    if text.prefix(4).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
      found.insert(.otherEncoding)
    }
    var rest = text[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\""): settleString(&rest)
      case UInt8(ascii: ","): settleComma(&rest)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): settleNumber(&rest)
      default: settled.append(rest.removeFirst())
      }
    }
  }

  private mutating func settleComma(_ rest: inout ArraySlice<UInt8>) {
    rest.removeFirst()
    let next = rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") {
      found.insert(.trailingComma)
    } else {
      settled.append(UInt8(ascii: ","))
    }
  }

  private mutating func settleNumber(_ rest: inout ArraySlice<UInt8>) {
    let number = rest.prefix { "+-.0123456789eE".utf8.contains($0) }
    rest = rest.dropFirst(number.count)
    if Double(String(decoding: number, as: UTF8.self))?.isInfinite == true, number.first != UInt8(ascii: "+")
    {
      found.insert(.hugeNumber)
      settled.append(UInt8(ascii: "0"))
    } else {
      settled += number
    }
  }

  private mutating func settleString(_ rest: inout ArraySlice<UInt8>) {
    settled.append(rest.removeFirst())
    while let byte = rest.popFirst() {
      settled.append(byte)
      if byte == UInt8(ascii: "\"") { return }
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else { continue }
      settled.append(kind)
      guard kind == UInt8(ascii: "u"), let unit = Self.surrogate(rest) else { continue }
      let digits = rest.prefix(4)
      let second = rest.dropFirst(4)
      if unit < 0xDC00, second.starts(with: "\\u".utf8),
        let other = Self.surrogate(second.dropFirst(2)), other >= 0xDC00
      {
        settled += rest.prefix(10)
        rest = rest.dropFirst(10)
      } else {
        found.insert(.loneSurrogate)
        settled += Array("0041".utf8)
        rest = rest.dropFirst(digits.count)
      }
    }
  }

  /// The surrogate that four hexadecimal digits stand for.
  private static func surrogate(_ text: ArraySlice<UInt8>) -> UInt32? {
    let digits = text.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap {
      (0xD800...0xDFFF).contains($0) ? $0 : nil
    }
  }
}
