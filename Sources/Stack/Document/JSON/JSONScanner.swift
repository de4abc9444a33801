// Reads JSON (RFC 8259) in a text in memory, validating every byte that it passes.

/// Why reading went no further.
struct ScanError: Error, Equatable {
  let problem: FormatProblem
  let offset: Int
}

/// A reader of JSON that goes through the text once, from front to back.
///
/// It builds nothing: it says where things are, and that they are as RFC 8259 wants them. Each of its
/// methods begins where the one before has ended.
struct JSONScanner {
  /// How deep objects and arrays may be nested.
  static let maximumDepth = 512
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  let text: [UInt8]
  /// Where in the text the next byte is.
  private(set) var offset: Int

  init(_ text: [UInt8], from offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// The byte that comes next; 0 at the end of the text, and where a 0 stands in it, which is allowed nowhere in JSON.
  @inline(__always)
  private var upcoming: UInt8 { isAtEnd ? 0 : text[offset] }

  @inline(__always)
  private var isAtEnd: Bool { offset >= text.count }

  private func hasPrefix(_ prefix: String) -> Bool { text[offset...].starts(with: prefix.utf8) }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  private func word(at position: Int) -> UInt64 {
    text.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
  }

  private func malformed(_ problem: FormatProblem, at offset: Int? = nil) -> ScanError {
    ScanError(problem: problem, offset: offset ?? self.offset)
  }

  /// The error for a place where something else should stand.
  @inline(never)
  private func unexpected(_ something: String) -> ScanError {
    if isAtEnd { return malformed(.unexpectedEnd) }
    if hasPrefix("<<<<<<<") { return malformed(.conflictMarker) }
    // If the bytes are no UTF-8, that is the better thing to say.
    return malformed(upcoming >= 0x80 && multibyteLength == nil ? .invalidUTF8 : .expected(something))
  }

  // MARK: Between values

  mutating func skipByteOrderMark() {
    if text[offset...].starts(with: Self.byteOrderMark) { offset += Self.byteOrderMark.count }
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while offset < text.count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// The byte that the next value begins with; `nil` at the end.
  @inline(__always)
  mutating func next() -> UInt8? {
    skipWhitespace()
    return isAtEnd ? nil : text[offset]
  }

  /// Passes a byte of punctuation if it comes next.
  @inline(__always)
  mutating func skip(_ punctuation: UInt8) -> Bool {
    guard next() == punctuation else { return false }
    offset += 1
    return true
  }

  /// Passes a byte of punctuation that must come next.
  @inline(__always)
  mutating func expect(_ punctuation: UInt8, _ name: String) throws(ScanError) {
    guard skip(punctuation) else { throw unexpected(name) }
  }

  /// After an element of an array or an object: passes a comma, or the bracket that ends it.
  ///
  /// - Returns: Whether another element must follow.
  @inline(__always)
  mutating func skipSeparator(orEnd end: UInt8) throws(ScanError) -> Bool {
    if skip(UInt8(ascii: ",")) { return true }
    if skip(end) { return false }
    throw unexpected(end == UInt8(ascii: "]") ? "a comma or ]" : "a comma or }")
  }

  /// What comes after the text must be white space.
  mutating func expectEnd() throws(ScanError) {
    if next() != nil { throw malformed(.textAfterEnd) }
  }

  // MARK: Values

  /// Passes one value of any type.
  ///
  /// What is open at each depth is a bit, not a call, so that no text exhausts the call stack.
  ///
  /// - Parameter depth: In how many objects and arrays it stands.
  mutating func skipValue(depth outer: Int) throws(ScanError) {
    var depth = outer
    var isObject = SIMD8<UInt64>()
    value: while true {
      guard let first = next() else { throw malformed(.unexpectedEnd) }
      switch first {
      case UInt8(ascii: "{"):
        try open(first, "an object", depth: depth)
        if !skip(UInt8(ascii: "}")) {
          isObject[depth >> 6] |= 1 << UInt64(depth & 63)
          depth += 1
          try skipAnyMemberKey()
          continue value
        }
      case UInt8(ascii: "["):
        try open(first, "an array", depth: depth)
        if !skip(UInt8(ascii: "]")) {
          isObject[depth >> 6] &= ~(1 << UInt64(depth & 63))
          depth += 1
          continue value
        }
      default: try skipScalar(first)
      }
      while depth > outer {
        let isMember = isObject[(depth - 1) >> 6] & 1 << UInt64((depth - 1) & 63) != 0
        if try skipSeparator(orEnd: isMember ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isMember { try skipAnyMemberKey() }
          continue value
        }
        depth -= 1
      }
      return
    }
  }

  /// Passes a string, a number or a word.
  @inline(__always)
  private mutating func skipScalar(_ first: UInt8) throws(ScanError) {
    switch first {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    default: throw unexpected("a value")
    }
  }

  /// Passes the bracket that begins an object or an array.
  @inline(__always)
  mutating func open(_ bracket: UInt8, _ name: String, depth: Int) throws(ScanError) {
    if depth >= Self.maximumDepth { throw malformed(.nestedTooDeeply) }
    try expect(bracket, name)
  }

  private mutating func skipAnyMemberKey() throws(ScanError) {
    skipWhitespace()
    try skipString()
    try expect(UInt8(ascii: ":"), "a colon")
  }

  /// Passes one token of a text that was validated: a string, a number, a word, or a mark of punctuation.
  ///
  /// - Returns: Where it stands; `nil` at the end of the text.
  mutating func skipToken() throws(ScanError) -> Range<Int>? {
    guard let first = next() else { return nil }
    let start = offset
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      offset += 1
    default: try skipScalar(first)
    }
    return start..<offset
  }

  private mutating func skipWord(_ word: String) throws(ScanError) {
    guard hasPrefix(word) else { throw unexpected("a value") }
    offset += word.utf8.count
  }

  private mutating func skipNumber() throws(ScanError) {
    if upcoming == UInt8(ascii: "-") { offset += 1 }
    if upcoming == UInt8(ascii: "0") { offset += 1 } else { try skipDigits() }
    if upcoming == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if upcoming | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let sign = upcoming
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    if upcoming.isDigit { throw malformed(.invalidNumber) }
  }

  private mutating func skipDigits() throws(ScanError) {
    let start = offset
    while upcoming.isDigit { offset += 1 }
    if offset == start { throw malformed(.invalidNumber) }
  }

  // MARK: Strings

  /// Passes a string.
  @inline(__always)
  mutating func skipString() throws(ScanError) {
    guard upcoming == UInt8(ascii: "\"") else { throw unexpected("a string") }
    offset += 1
    skipPlainText()
    if upcoming == UInt8(ascii: "\"") { offset += 1 } else { try skipRestOfString() }
  }

  /// Passes a string from where something stands in it that isn't plain text.
  private mutating func skipRestOfString() throws(ScanError) {
    while true {
      skipPlainText()
      switch upcoming {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20: throw malformed(isAtEnd ? .unexpectedEnd : .unescapedControlCharacter)
      case 0..<0x80: offset += 1
      default:
        guard let length = multibyteLength else { throw malformed(.invalidUTF8) }
        offset += length
      }
    }
  }

  /// Passes text in a string eight bytes at a time, as far as it is ASCII and nothing in it has a meaning.
  @inline(__always)
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = offset
    let last = text.count - 8
    while position <= last {
      let word = word(at: position)
      // With one bit turned around, a quote is the byte behind those that are below space.
      let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      // The high bit of a byte is set where it is one of these, or not ASCII. A borrow can set it falsely only in
      // bytes after one where it is set rightly.
      let special = (quotesAndControls | backslashes | word) & (ones &* 0x80)
      if special != 0 {
        offset = position &+ special.trailingZeroBitCount / 8
        return
      }
      position &+= 8
    }
    offset = position
  }

  private mutating func skipEscape() throws(ScanError) {
    let start = offset
    offset += 1
    switch upcoming {
    case UInt8(ascii: "u"):
      offset += 1
      for _ in 0..<4 {
        if isAtEnd { throw malformed(.unexpectedEnd) }
        if hexadecimalValue(text[offset]) == nil { throw malformed(.invalidEscape, at: start) }
        offset += 1
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    default: throw isAtEnd ? malformed(.unexpectedEnd) : malformed(.invalidEscape, at: start)
    }
  }

  /// How long the character of two to four bytes is that comes next; `nil` where table 3-7 of the Unicode standard
  /// doesn't allow it.
  private var multibyteLength: Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch upcoming {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard text.count - offset >= length, second.contains(text[offset + 1]) else { return nil }
    let rest = text[(offset + 2)..<(offset + length)]
    return rest.allSatisfy { (0x80...0xBF).contains($0) } ? length : nil
  }

  // MARK: Keys

  /// Passes the key of a member of an object, and the colon.
  ///
  /// - Returns: Which key it is, or `nil` for one of the user's own.
  @inline(__always)
  mutating func skipKey() throws(ScanError) -> SchemaKey? {
    // What nearly each task has, in one look.
    if offset + 8 <= text.count {
      let next = word(at: offset)
      if next == Self.titleAndColon || next == Self.addedAndColon {
        offset += 8
        return next == Self.titleAndColon ? .title : .added
      }
    }
    let start = offset
    try skipString()
    let name = text[start..<offset]
    try expect(UInt8(ascii: ":"), "a colon")
    return SchemaKey(name)
  }

  private static let titleAndColon = 0x3A22_656C_7469_7422 as UInt64
  private static let addedAndColon = 0x3A22_6465_6464_6122 as UInt64
}

extension SchemaKey {
  /// The key that stands there with its quotes.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let name = text.dropFirst().dropLast()
    for key in Self.allCases where key.rawValue.utf8.count == name.count {
      if name.elementsEqual(key.rawValue.utf8) {
        self = key
        return
      }
    }
    guard name.contains(UInt8(ascii: "\\")) else { return nil }
    self.init(rawValue: JSONText.decode(text))
  }
}
