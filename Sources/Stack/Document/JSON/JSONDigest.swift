/// A digest of what a JSON value means: values with the same meaning have the same digest. Merging
/// compares digests. A missing value is `nil`.
///
/// Whitespace, the order of an object's keys and the escaping of strings don't affect it. It has
/// 128 bits, so that no two different values in a file share a digest and values never have to be
/// compared themselves.
struct JSONDigest: Hashable {
  private var high = 0
  private var low = 0

  private init() {}

  private init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    // The second half is an independent hash: of the same values and one more byte.
    var longer = hasher
    longer.combine(UInt8.max)
    high = hasher.finalize()
    low = longer.finalize()
  }

  /// The digest of two values, in this order.
  init(_ one: some Hashable, _ other: some Hashable) {
    self.init { hasher in
      hasher.combine(one)
      hasher.combine(other)
    }
  }

  /// The digest of an object without members, to which `insert` adds them.
  static let emptyObject = JSONDigest()

  /// Adds a member to the digest of an object. The order of the members doesn't matter.
  mutating func insert(_ value: JSONDigest, under key: JSONDigest) {
    let member = JSONDigest(key, value)
    high &+= member.high
    low &+= member.low
  }

  /// The digest of a string, a number or a literal.
  init(scalar: ArraySlice<UInt8>) {
    var plain = scalar
    if scalar.first == .quote, scalar.contains(.backslash) {
      let units = JSONText.codeUnits(scalar)
      let text = String(decoding: units, as: UTF16.self)
      // A string with a lone surrogate has no UTF-8, so its code units are hashed.
      guard text.utf16.elementsEqual(units) else {
        self.init { hasher in hasher.combine(units) }
        return
      }
      plain = [.quote] + Array(text.utf8) + [.quote]
    }
    self.init { hasher in plain.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// The digest of a value in a text that was validated.
  init(_ value: Range<Int>, in text: [UInt8]) {
    let first = text[value.lowerBound]
    guard first == .openBrace || first == .openBracket else {
      self.init(scalar: text[value])
      return
    }
    self.init()
    var scanner = JSONScanner(text: text, offset: value.lowerBound)
    // The open containers are kept in an array instead of recursing, so no text can exhaust the
    // call stack.
    var open: [(isObject: Bool, contents: JSONDigest, key: JSONDigest?)] = []
    while let token = try? scanner.skipToken() {
      let first = text[token.lowerBound]
      switch first {
      case .openBrace, .openBracket:
        open.append((first == .openBrace, JSONDigest(scalar: text[token]), nil))
        continue
      case .comma, .colon: continue
      case .closeBrace, .closeBracket: self = open.popLast()?.contents ?? .emptyObject
      default: self.init(scalar: text[token])
      }
      guard var level = open.popLast() else { return }
      if !level.isObject {
        level.contents = JSONDigest(level.contents, self)
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
