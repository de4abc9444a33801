/// A hash that is the same for JSON values with the same meaning. Merging compares these hashes.
///
/// Whitespace, the order of an object's keys and the escaping of strings don't affect it. It has 128 bits, so that no
/// two different values in a file share a hash and values never have to be compared themselves.
struct SemanticHash: Hashable {
  private var high: Int
  private var low: Int

  /// The hash of an absent value, and the start of a hash to which members are added with `insert`.
  static let absent = SemanticHash(high: 0, low: 0)

  /// Combines this hash of an object with that of another member. The order of the members doesn't matter.
  mutating func insert(_ value: SemanticHash, under key: SemanticHash) {
    let member = SemanticHash(key, value)
    high &+= member.high
    low &+= member.low
  }
}

extension SemanticHash {
  private init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    // The second half is an independent hash: of the same values and one more byte.
    var longer = hasher
    longer.combine(UInt8.max)
    self.init(high: hasher.finalize(), low: longer.finalize())
  }

  /// The hash of a value, and of another value or a number, in this order.
  init(_ one: SemanticHash, _ other: some Hashable) {
    self.init { hasher in
      hasher.combine(one)
      hasher.combine(other)
    }
  }

  /// The hash of a string, a number or a literal.
  init(scalar: ArraySlice<UInt8>) {
    var plain = scalar
    if scalar.first == UInt8(ascii: "\""), scalar.contains(UInt8(ascii: "\\")) {
      let units = JSONText.codeUnits(scalar)
      let text = String(decoding: units, as: UTF16.self)
      // A string with a lone surrogate has no UTF-8, so its code units are hashed.
      guard text.utf16.elementsEqual(units) else {
        self.init { hasher in hasher.combine(units) }
        return
      }
      plain = [UInt8(ascii: "\"")] + Array(text.utf8) + [UInt8(ascii: "\"")]
    }
    self.init { hasher in plain.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// The hash of a value in a text that was validated.
  init(_ value: Range<Int>, in text: [UInt8]) {
    let first = text[value.lowerBound]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      self.init(scalar: text[value])
      return
    }
    self = .absent
    var scanner = JSONScanner(text: text, offset: value.lowerBound)
    // The open containers are kept in an array instead of recursing, so no text can exhaust the call stack.
    var open: [(isObject: Bool, contents: SemanticHash, key: SemanticHash?)] = []
    while let token = try? scanner.skipToken() {
      let first = text[token.lowerBound]
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((first == UInt8(ascii: "{"), SemanticHash(scalar: text[token]), nil))
        continue
      case UInt8(ascii: ","), UInt8(ascii: ":"): continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"): self = open.popLast()?.contents ?? .absent
      default: self.init(scalar: text[token])
      }
      guard var level = open.popLast() else { return }
      if !level.isObject {
        level.contents = SemanticHash(level.contents, self)
      } else if let key = level.key {
        level.contents.insert(self, under: key)
        level.key = nil
      } else {
        level.key = self
      }
      open.append(level)
    }
  }
}
