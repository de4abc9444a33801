// What a JSON value means, however it is written: what merging compares.

/// What a JSON value means, as a number that is the same where the meaning is.
///
/// White space, the order of an object's keys and the spelling of a string are no part of it; a number means what is
/// written. It has 128 bits, so that no two meanings share one among as many tasks as fit into a memory, and the
/// values need not be compared themselves.
struct Meaning: Hashable {
  private var high: Int
  private var low: Int

  /// The meaning of nothing at all.
  static let none = Meaning(high: 0, low: 0)

  /// Takes in something whose place among the others means nothing.
  static func += (sum: inout Meaning, other: Meaning) {
    sum.high &+= other.high
    sum.low &+= other.low
  }
}

extension Meaning {
  private init(_ combine: (inout Hasher) -> Void) {
    var (one, other) = (Hasher(), Hasher())
    other.combine(UInt8.max)
    combine(&one)
    combine(&other)
    self.init(high: one.finalize(), low: other.finalize())
  }

  /// The meaning of two things, one behind the other.
  init(_ one: Meaning, _ other: Meaning) {
    self.init { hasher in
      hasher.combine(one)
      hasher.combine(other)
    }
  }

  /// The meaning of a string, a number or a word.
  init(scalar: ArraySlice<UInt8>) {
    var plain = scalar
    if scalar.first == UInt8(ascii: "\""), scalar.contains(UInt8(ascii: "\\")) {
      let units = JSONText.codeUnits(scalar)
      let text = String(decoding: units, as: UTF16.self)
      // A half of a pair that stands alone has no UTF-8; it means itself.
      guard text.utf16.elementsEqual(units) else {
        self.init { hasher in hasher.combine(units) }
        return
      }
      plain = [UInt8(ascii: "\"")] + Array(text.utf8) + [UInt8(ascii: "\"")]
    }
    self.init { hasher in plain.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// The meaning of a value in a text that was validated.
  init(at start: Int, in text: [UInt8]) {
    self = .none
    var scanner = JSONScanner(text, from: start)
    scanner.skipByteOrderMark()
    // What is open at each depth is noted, not called, so that no text exhausts the call stack.
    var open: [(isObject: Bool, contents: Meaning, key: Meaning?)] = []
    while let token = try? scanner.skipToken() {
      let first = text[token.lowerBound]
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((first == UInt8(ascii: "{"), Meaning(scalar: text[token]), nil))
        continue
      case UInt8(ascii: ","), UInt8(ascii: ":"): continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"): self = open.popLast()?.contents ?? .none
      default: self.init(scalar: text[token])
      }
      guard var level = open.popLast() else { return }
      if !level.isObject {
        level.contents = Meaning(level.contents, self)
      } else if let key = level.key {
        level.contents += Meaning(key, self)
        level.key = nil
      } else {
        level.key = self
      }
      open.append(level)
    }
  }
}
