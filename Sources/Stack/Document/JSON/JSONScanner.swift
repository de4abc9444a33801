/// A problem in a text, and the offset of the byte at which it is.
struct ScanError: Error, Equatable {
  let problem: FormatProblem
  let offset: Int
}

/// A scanner that goes through a JSON text once, from front to back, and validates it as RFC 8259
/// requires.
///
/// It builds no values: its offset tells the caller where each part begins and ends. Each method
/// begins where the one before has ended.
struct JSONScanner {
  static let maximumDepth = 512

  let text: [UInt8]
  /// The offset of the next byte.
  private(set) var offset = 0

  /// The offset after the byte order mark, if a text begins with one.
  static func offsetAfterByteOrderMark(in text: [UInt8]) -> Int {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next byte, or 0 at the end of the text. JSON never allows a 0 byte in the text.
  @inline(__always) private var upcoming: UInt8 { isAtEnd ? 0 : text[offset] }

  @inline(__always) private var isAtEnd: Bool { offset >= text.count }

  private func hasPrefix(_ prefix: String) -> Bool { text[offset...].starts(with: prefix.utf8) }

  /// Eight bytes as a little-endian number.
  @inline(__always) private func word(at position: Int) -> UInt64 {
    text.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  private func malformed(_ problem: FormatProblem, at offset: Int? = nil) -> ScanError {
    ScanError(problem: problem, offset: offset ?? self.offset)
  }

  /// The error for a missing token: that it was expected, or a more useful one.
  @inline(never) private func expected(_ token: String) -> ScanError {
    if isAtEnd { return malformed(.unexpectedEnd) }
    if hasPrefix("<<<<<<<") { return malformed(.conflictMarker) }
    return malformed(upcoming >= 0x80 && multibyteLength == nil ? .invalidUTF8 : .expected(token))
  }

  // MARK: Between values

  @inline(__always) mutating func skipWhitespace() {
    while offset < text.count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// Skips white space and returns the byte after it, which isn't skipped; `nil` at the end of the
  /// text.
  @inline(__always) mutating func next() -> UInt8? {
    skipWhitespace()
    return isAtEnd ? nil : text[offset]
  }

  /// Skips white space, and then a punctuation byte if it comes next. Returns whether it did.
  @inline(__always) mutating func skip(_ punctuation: UInt8) -> Bool {
    guard next() == punctuation else { return false }
    offset += 1
    return true
  }

  /// Skips the comma or the closing bracket after an item. Returns whether another item must
  /// follow.
  @inline(__always) mutating func skipSeparator(orEnd end: UInt8) throws(ScanError) -> Bool {
    if skip(.comma) { return true }
    if skip(end) { return false }
    throw expected(end == .closeBracket ? "a comma or ]" : "a comma or }")
  }

  mutating func expectEnd() throws(ScanError) {
    if next() != nil { throw malformed(.textAfterEnd) }
  }

  // MARK: Values

  /// Whether a text is one JSON object.
  static func isObject(_ text: [UInt8]) -> Bool {
    var scanner = JSONScanner(text: text)
    return scanner.next() == .openBrace && (try? scanner.skipValue(depth: 0)) != nil
      && (try? scanner.expectEnd()) != nil
  }

  /// Skips a value of any type, which is enclosed by `outer` objects and arrays.
  ///
  /// A bit per level of nesting says whether it is an object or an array. There is no recursion, so
  /// that no text can exhaust the call stack.
  mutating func skipValue(depth outer: Int) throws(ScanError) {
    var depth = outer
    var isObject = SIMD8<UInt64>()
    value: while true {
      guard let first = next() else { throw malformed(.unexpectedEnd) }
      let opensObject = first == .openBrace
      if !opensObject, first != .openBracket {
        try skipScalar(first)
      } else if try open(first, depth: depth) {
        let bit: UInt64 = 1 << UInt64(depth & 63)
        isObject[depth >> 6] = isObject[depth >> 6] & ~bit | (opensObject ? bit : 0)
        depth += 1
        if opensObject { try skipAnyKey() }
        continue value
      }
      while depth > outer {
        let isMember = isObject[(depth - 1) >> 6] & 1 << UInt64((depth - 1) & 63) != 0
        if try skipSeparator(orEnd: isMember ? .closeBrace : .closeBracket) {
          if isMember { try skipAnyKey() }
          continue value
        }
        depth -= 1
      }
      return
    }
  }

  /// Skips a string, a number, `true`, `false` or `null`.
  @inline(__always) private mutating func skipScalar(_ first: UInt8) throws(ScanError) {
    switch first {
    case .quote: try skipString()
    case .hyphen, UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    default: throw expected("a value")
    }
  }

  /// Skips an opening bracket that must come next, and the closing one if nothing is between them.
  /// Returns whether an item must follow.
  @inline(__always) mutating func open(_ bracket: UInt8, depth: Int) throws(ScanError) -> Bool {
    if depth >= Self.maximumDepth { throw malformed(.nestedTooDeeply) }
    let isObject = bracket == .openBrace
    guard skip(bracket) else { throw expected(isObject ? "an object" : "an array") }
    return !skip(isObject ? .closeBrace : .closeBracket)
  }

  /// Skips the key of a member of an object, and the colon. Returns the key with its quotes.
  @discardableResult mutating func skipAnyKey() throws(ScanError) -> ArraySlice<UInt8> {
    skipWhitespace()
    let start = offset
    try skipString()
    let key = text[start..<offset]
    guard skip(.colon) else { throw expected("a colon") }
    return key
  }

  /// Skips the next eight bytes if they are `word`, in little-endian order. Returns whether they
  /// are.
  @inline(__always) mutating func skip(word: UInt64) -> Bool {
    guard offset + 8 <= text.count, self.word(at: offset) == word else { return false }
    offset += 8
    return true
  }

  /// Skips a token of a validated text: a string, a number, a literal, or a punctuation byte.
  /// Returns its range; `nil` at the end of the text.
  mutating func skipToken() throws(ScanError) -> Range<Int>? {
    guard let first = next() else { return nil }
    let start = offset
    let isScalar =
      first == .quote || first == .hyphen || first.isDigit || first.isLetter
    if isScalar { try skipScalar(first) } else { offset += 1 }
    return start..<offset
  }

  private mutating func skipLiteral(_ literal: String) throws(ScanError) {
    guard hasPrefix(literal) else { throw expected("a value") }
    offset += literal.utf8.count
  }

  private mutating func skipNumber() throws(ScanError) {
    if upcoming == .hyphen { offset += 1 }
    if upcoming == UInt8(ascii: "0") { offset += 1 } else { try skipDigits() }
    if upcoming == .period {
      offset += 1
      try skipDigits()
    }
    if upcoming | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if "+-".utf8.contains(upcoming) { offset += 1 }
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

  @inline(__always) mutating func skipString() throws(ScanError) {
    guard upcoming == .quote else { throw expected("a string") }
    offset += 1
    skipPlainText()
    if upcoming == .quote { offset += 1 } else { try skipRestOfString() }
  }

  /// Skips the rest of a string, from a byte that `skipPlainText` hasn't skipped.
  private mutating func skipRestOfString() throws(ScanError) {
    while true {
      skipPlainText()
      switch upcoming {
      case .quote:
        offset += 1
        return
      case .backslash: try skipEscape()
      case 0..<0x20: throw malformed(isAtEnd ? .unexpectedEnd : .unescapedControlCharacter)
      case 0..<0x80: offset += 1
      default:
        guard let length = multibyteLength else { throw malformed(.invalidUTF8) }
        offset += length
      }
    }
  }

  /// Skips text in a string, eight bytes at a time, up to a quote, a backslash, a control character
  /// or a byte that isn't ASCII, or until fewer than eight bytes of the text are left.
  @inline(__always) private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = offset
    let last = text.count - 8
    while position <= last {
      let word = word(at: position)
      // Flipping this bit turns the quote into 0x20, next to the control characters, and the space
      // into 0x22.
      let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      // The high bit of a byte is set if it is one of these or isn't ASCII. A borrow can set it
      // wrongly, but only in a byte after one whose bit is set correctly, and only the first one
      // counts.
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
    func invalid() -> ScanError {
      isAtEnd ? malformed(.unexpectedEnd) : malformed(.invalidEscape, at: start)
    }
    offset += 1
    guard "\"\\/bfnrtu".utf8.contains(upcoming) else { throw invalid() }
    let digitCount = upcoming == UInt8(ascii: "u") ? 4 : 0
    offset += 1
    for _ in 0..<digitCount {
      if hexadecimalValue(upcoming) == nil { throw invalid() }
      offset += 1
    }
  }

  /// The length of the next character, which has two to four bytes; `nil` if it isn't well-formed
  /// according to table 3-7 of the Unicode standard.
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
}
