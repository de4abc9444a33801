// Reads JSON (RFC 8259) piece by piece from where it lies, validating every byte that it passes.

/// Why reading went no further.
enum ScanError: Error {
  case malformed(FormatProblem, offset: Int)
  case system(SystemError)
}

/// A reader of JSON that goes through the text once, from front to back, in a buffer of fixed size.
///
/// It builds nothing: it says where things are, and that they are as RFC 8259 wants them. Each of its
/// methods begins where the one before has ended.
struct JSONScanner: ~Copyable {
  /// How deep objects and arrays may be nested.
  static let maximumDepth = 512
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let source: TextSource
  /// What was read and not passed yet lies from `cursor` to `limit`. Behind it stand zeros, as many as are
  /// looked at together: a zero is allowed nowhere in JSON, so nothing else has to look for the limit.
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var cursor = 0
  private var limit = 0
  /// Where in the text the buffer begins.
  private var base = 0
  /// Where in the text begins what stays in the buffer also when it was passed.
  private var mark: Int?
  /// How far the text is read.
  private var end = Int.max
  /// Whether the text's end has been seen.
  private var isExhausted = false
  /// Whether the text ended here because no more of it was to be read.
  private(set) var wasCutShort = false

  init(_ source: TextSource, bufferSize: Int) {
    self.source = source
    // Room for the longest of what must be seen at once.
    capacity = max(bufferSize, Self.longestLookahead * 2)
    buffer = .allocate(capacity: capacity + MemoryLayout<UInt64>.size)
    UnsafeMutableRawPointer(buffer).storeBytes(of: 0, as: UInt64.self)
  }

  /// Reads a part of a text in memory; offsets are those in the whole text.
  init(_ text: [UInt8], in place: Range<Int>) {
    self.init(.memory(text, upTo: place.upperBound), bufferSize: min(place.count, TextSource.step))
    base = place.lowerBound
  }

  deinit {
    buffer.deallocate()
  }

  /// Where in the text the next byte is.
  var offset: Int { base + cursor }

  /// From now on, reads no further than the buffer would have reached by itself.
  mutating func stopReading() {
    end = base + capacity
  }

  // MARK: The buffer

  private static let longestLookahead = 80

  private mutating func endBuffer(at limit: Int) {
    self.limit = limit
    UnsafeMutableRawPointer(buffer + limit).storeBytes(of: 0, as: UInt64.self)
  }

  /// Reads more, keeping what has not been passed yet. Returns whether there was more.
  @inline(never)
  private mutating func fill() throws(ScanError) -> Bool {
    if isExhausted { return false }
    if base + limit >= end {
      wasCutShort = true
      return false
    }
    // What was passed stays in the buffer as long as there is room behind it.
    if limit == capacity { makeRoom() }
    let room = UnsafeMutableRawBufferPointer(
      start: buffer + limit, count: min(capacity - limit, end - base - limit))
    let count: Int
    do throws(SystemError) {
      count = try source.read(room, base + limit)
    } catch {
      throw .system(error)
    }
    endBuffer(at: limit + count)
    isExhausted = count == 0
    return !isExhausted
  }

  /// Lets what was passed go, or, where all of it is to be kept, makes the buffer larger.
  private mutating func makeRoom() {
    let start = mark.map { $0 - base } ?? cursor
    let count = limit - start
    let old = buffer
    if count > capacity / 2 {
      capacity *= 2
      buffer = .allocate(capacity: capacity + MemoryLayout<UInt64>.size)
    }
    buffer.update(from: old + start, count: count)
    if buffer != old { old.deallocate() }
    base += start
    cursor -= start
    endBuffer(at: count)
  }

  /// Makes sure that as many bytes are in the buffer, or all that are left.
  @inline(__always)
  private mutating func lookAhead(_ count: Int) throws(ScanError) {
    while limit - cursor < count {
      if try !fill() { return }
    }
  }

  /// The byte that comes next; 0 at the end of the text, and where a 0 stands in it.
  @inline(__always)
  private mutating func peek() throws(ScanError) -> UInt8 {
    let byte = buffer[cursor]
    if byte == 0, cursor == limit, try fill() { return buffer[cursor] }
    return byte
  }

  /// Whether the text ends here, after a look at the next byte.
  private var isAtEnd: Bool { cursor == limit }

  private func hasPrefix(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return limit - cursor >= count && UnsafeBufferPointer(start: buffer + cursor, count: count).matches(text)
  }

  /// The next eight bytes, the first one lowest; behind the limit they mean nothing.
  @inline(__always)
  private func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(buffer + position).loadUnaligned(as: UInt64.self))
  }

  private func malformed(_ problem: FormatProblem, at offset: Int? = nil) -> ScanError {
    .malformed(problem, offset: offset ?? self.offset)
  }

  /// The error for a place where something else should stand.
  @inline(never)
  private mutating func unexpected(_ something: String) throws(ScanError) -> ScanError {
    let byte = try peek()
    if isAtEnd { return malformed(.unexpectedEnd) }
    let place = offset
    if byte == UInt8(ascii: "<") {
      try lookAhead(7)
      if hasPrefix("<<<<<<<") { return malformed(.conflictMarker) }
    }
    if byte >= 0x80 {
      // If the bytes are no UTF-8, that is the better thing to say.
      try skipMultibyteCharacter()
    }
    return malformed(.expected(something), at: place)
  }

  /// Keeps in the buffer what is passed from now on.
  mutating func beginKeeping() {
    mark = offset
  }

  /// What was passed since `beginKeeping`.
  mutating func endKeeping() -> [UInt8] {
    let start = mark.map { $0 - base } ?? cursor
    mark = nil
    return Array(UnsafeBufferPointer(start: buffer + start, count: cursor - start))
  }

  // MARK: Between values

  mutating func skipByteOrderMark() throws(ScanError) {
    try lookAhead(3)
    if limit >= 3, Self.byteOrderMark.elementsEqual(UnsafeBufferPointer(start: buffer, count: 3)) {
      cursor = 3
    }
  }

  @inline(__always)
  mutating func skipWhitespace() throws(ScanError) {
    if buffer[cursor] > 0x20 { return }
    repeat {
      var position = cursor
      loop: while true {
        switch buffer[position] {
        case 0x20, 0x0A, 0x0D, 0x09: position += 1
        default: break loop
        }
      }
      cursor = position
      if !isAtEnd { return }
    } while try fill()
  }

  /// The byte that the next value begins with; `nil` at the end.
  @inline(__always)
  mutating func next() throws(ScanError) -> UInt8? {
    try skipWhitespace()
    return isAtEnd ? nil : buffer[cursor]
  }

  /// Passes a byte of punctuation if it comes next.
  @inline(__always)
  mutating func skip(_ punctuation: UInt8) throws(ScanError) -> Bool {
    try skipWhitespace()
    guard buffer[cursor] == punctuation else { return false }
    cursor += 1
    return true
  }

  /// Passes a byte of punctuation that must come next.
  @inline(__always)
  mutating func expect(_ punctuation: UInt8, _ name: String) throws(ScanError) {
    guard try skip(punctuation) else { throw try unexpected(name) }
  }

  /// After an element of an array or an object: passes a comma, or the bracket that ends it.
  ///
  /// - Returns: Whether another element must follow.
  @inline(__always)
  mutating func skipSeparator(orEnd end: UInt8) throws(ScanError) -> Bool {
    if try skip(UInt8(ascii: ",")) { return true }
    if try skip(end) { return false }
    throw try unexpected(end == UInt8(ascii: "]") ? "a comma or ]" : "a comma or }")
  }

  /// What comes after the text must be white space.
  mutating func expectEnd() throws(ScanError) {
    if try next() != nil { throw malformed(.textAfterEnd) }
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
      guard let first = try next() else { throw malformed(.unexpectedEnd) }
      switch first {
      case UInt8(ascii: "{"):
        try open(first, "an object", depth: depth)
        if try !skip(UInt8(ascii: "}")) {
          isObject[depth >> 6] |= 1 << UInt64(depth & 63)
          depth += 1
          try skipAnyMemberKey()
          continue value
        }
      case UInt8(ascii: "["):
        try open(first, "an array", depth: depth)
        if try !skip(UInt8(ascii: "]")) {
          isObject[depth >> 6] &= ~(1 << UInt64(depth & 63))
          depth += 1
          continue value
        }
      default:
        try skipScalar(first)
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
    default: throw try unexpected("a value")
    }
  }

  /// Passes the bracket that begins an object or an array.
  @inline(__always)
  mutating func open(_ bracket: UInt8, _ name: String, depth: Int) throws(ScanError) {
    if depth >= Self.maximumDepth { throw malformed(.nestedTooDeeply) }
    try expect(bracket, name)
  }

  private mutating func skipAnyMemberKey() throws(ScanError) {
    try skipWhitespace()
    try skipString()
    try expect(UInt8(ascii: ":"), "a colon")
  }

  /// Passes one token of a text that was validated: a string, a number, a word, or a mark of punctuation.
  ///
  /// - Returns: Where it stands; `nil` at the end of the text.
  mutating func skipToken() throws(ScanError) -> Range<Int>? {
    guard let first = try next() else { return nil }
    let start = offset
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      cursor += 1
    default:
      try skipScalar(first)
    }
    return start..<offset
  }

  private mutating func skipWord(_ word: StaticString) throws(ScanError) {
    try lookAhead(word.utf8CodeUnitCount)
    guard hasPrefix(word) else { throw try unexpected("a value") }
    cursor += word.utf8CodeUnitCount
  }

  private mutating func skipNumber() throws(ScanError) {
    if try peek() == UInt8(ascii: "-") { cursor += 1 }
    if try peek() == UInt8(ascii: "0") {
      cursor += 1
    } else {
      try skipDigits()
    }
    if try peek() == UInt8(ascii: ".") {
      cursor += 1
      try skipDigits()
    }
    if try peek() | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      let sign = try peek()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { cursor += 1 }
      try skipDigits()
    }
    if Self.digits.contains(try peek()) { throw malformed(.invalidNumber) }
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private mutating func skipDigits() throws(ScanError) {
    let start = offset
    while Self.digits.contains(try peek()) { cursor += 1 }
    if offset == start { throw malformed(.invalidNumber) }
  }

  // MARK: Strings

  /// Passes a string.
  ///
  /// - Returns: Whether it has escapes.
  @inline(__always)
  @discardableResult
  mutating func skipString() throws(ScanError) -> Bool {
    guard try peek() == UInt8(ascii: "\"") else { throw try unexpected("a string") }
    cursor += 1
    skipPlainText()
    if buffer[cursor] == UInt8(ascii: "\"") {
      cursor += 1
      return false
    }
    return try skipRestOfString()
  }

  /// Passes a string from where something stands in it that isn't plain text.
  private mutating func skipRestOfString() throws(ScanError) -> Bool {
    var hasEscapes = false
    while true {
      skipPlainText()
      switch try peek() {
      case UInt8(ascii: "\""):
        cursor += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0..<0x20:
        throw malformed(isAtEnd ? .unexpectedEnd : .unescapedControlCharacter)
      case 0..<0x80:
        cursor += 1
      default:
        try skipMultibyteCharacter()
      }
    }
  }

  /// Passes text in a string eight bytes at a time, as far as it is ASCII and nothing in it has a meaning.
  @inline(__always)
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = cursor
    while true {
      let word = word(at: position)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // The high bit of a byte is set where it is a quote, a backslash, below space, or not ASCII. A borrow
      // can set it falsely only in bytes after one where it is set rightly.
      let special =
        ((quotes &- ones) | (backslashes &- ones) | (word &- (ones &* 0x20)) | word) & (ones &* 0x80)
      if special != 0 {
        cursor = position + special.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
  }

  private mutating func skipEscape() throws(ScanError) {
    try lookAhead(6)
    let start = offset
    cursor += 1
    guard cursor < limit else { throw malformed(.unexpectedEnd) }
    switch buffer[cursor] {
    case UInt8(ascii: "u"):
      cursor += 1
      for _ in 0..<4 {
        guard cursor < limit else { throw malformed(.unexpectedEnd) }
        guard hexadecimalValue(buffer[cursor]) != nil else { throw malformed(.invalidEscape, at: start) }
        cursor += 1
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      cursor += 1
    default:
      throw malformed(.invalidEscape, at: start)
    }
  }

  /// Passes a character of two to four bytes, as table 3-7 of the Unicode standard allows them.
  private mutating func skipMultibyteCharacter() throws(ScanError) {
    try lookAhead(4)
    let first = buffer[cursor]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: throw malformed(.invalidUTF8)
    }
    guard limit - cursor >= length, second.contains(buffer[cursor + 1]) else { throw malformed(.invalidUTF8) }
    for index in 2..<max(2, length) where !(0x80...0xBF).contains(buffer[cursor + index]) {
      throw malformed(.invalidUTF8)
    }
    cursor += length
  }

  // MARK: Keys

  /// Passes the key of a member of an object, and the colon.
  ///
  /// - Returns: Which key it is, or `nil` for one of the user's own.
  @inline(__always)
  mutating func skipKey() throws(ScanError) -> SchemaKey? {
    // What nearly each task has, in one look.
    let next = word(at: cursor)
    if next == Self.titleAndColon || next == Self.addedAndColon {
      cursor += 8
      return next == Self.titleAndColon ? .title : .added
    }
    let key = try skipAnyKey()
    try expect(UInt8(ascii: ":"), "a colon")
    return key
  }

  private static let titleAndColon = 0x3A22_656C_7469_7422 as UInt64
  private static let addedAndColon = 0x3A22_6465_6464_6122 as UInt64

  private mutating func skipAnyKey() throws(ScanError) -> SchemaKey? {
    try lookAhead(Self.longestLookahead)
    let start = offset
    let hasEscapes = try skipString()
    // Even with all its letters as escapes, a key of ours has come into the buffer at once. Of a longer one,
    // and of one at the very end of a broken text, the beginning may have left it.
    let length = offset - start
    guard length <= min(cursor, Self.longestLookahead) else { return nil }
    let text = UnsafeBufferPointer(start: buffer + cursor - length, count: length)
    if hasEscapes { return SchemaKey(rawValue: JSONText.decode(Array(text))) }
    return SchemaKey(text)
  }
}

extension SchemaKey {
  /// The key that stands there with its quotes.
  fileprivate init?(_ text: UnsafeBufferPointer<UInt8>) {
    let candidate: (StaticString, SchemaKey)
    switch (text.count, text[1]) {
    case (4, _): candidate = ("\"to\"", .to)
    case (6, UInt8(ascii: "s")): candidate = ("\"sent\"", .sent)
    case (6, _): candidate = ("\"from\"", .from)
    case (7, UInt8(ascii: "a")): candidate = ("\"added\"", .added)
    case (7, UInt8(ascii: "t")) where text[2] == UInt8(ascii: "a"): candidate = ("\"tasks\"", .tasks)
    case (7, _): candidate = ("\"title\"", .title)
    case (8, _): candidate = ("\"pieces\"", .pieces)
    case (9, UInt8(ascii: "v")): candidate = ("\"version\"", .version)
    case (9, _): candidate = ("\"dropped\"", .dropped)
    case (10, _): candidate = ("\"restored\"", .restored)
    case (11, _): candidate = ("\"completed\"", .completed)
    case (13, _): candidate = ("\"attachments\"", .attachments)
    default: return nil
    }
    guard text.matches(candidate.0) else { return nil }
    self = candidate.1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of `text`.
  fileprivate func matches(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
