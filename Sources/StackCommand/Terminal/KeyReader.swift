import CSystem
import Stack

/// Reads keys from standard input, while the terminal is set for that.
struct KeyReader {
  private var unread: ArraySlice<UInt8> = []
  /// The milliseconds after which the rest of a sequence, or of a paste, isn't expected any more.
  private static let pause: Int32 = 100

  /// Whether more keys were read from the terminal already.
  var hasMore: Bool { !unread.isEmpty }

  /// The next key.
  mutating func next() throws(CommandError) -> Key {
    if unread.isEmpty {
      if stack_wait_for_key(-1) < 0 { return .resumed }
      try readMore()
    }
    guard let byte = unread.popFirst() else { return .closed }
    if stack_signal_of_key(byte) != 0 { return .signal(byte) }
    switch byte {
    case 0x01: return .start
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x08, 0x7F: return .backspace
    case 0x0A, 0x0D: return .enter
    case 0x0B: return .deleteToEnd
    case 0x15: return .deleteToStart
    case 0x17: return .deleteWord
    case 0x1B: return try sequence()
    case 0x09, 0x20...0x7E: return .text(String(UnicodeScalar(byte)))
    case 0x80...: return .text(try character(after: byte))
    default: return .other
    }
  }

  /// Discards what arrives until the terminal is quiet, such as the lines after the first one of a
  /// paste. Returns the number of bytes, or 0 if they are only white space.
  mutating func discardRest() -> Int {
    var count = 0
    var isBlank = true
    repeat {
      count += unread.count
      if !unread.allSatisfy({ [0x20, 0x0A, 0x0D].contains($0) }) { isBlank = false }
      unread = []
      if stack_wait_for_key(Self.pause) > 0 { try? readMore() }
    } while hasMore
    return isBlank ? 0 : count
  }

  private mutating func readMore() throws(CommandError) {
    unread += try attempt(system: OpenFile.standardInput.next(atMost: 4096))
  }

  /// The next byte; `nil` if none arrives within a time.
  private mutating func byte(within milliseconds: Int32 = pause) throws(CommandError) -> UInt8? {
    if unread.isEmpty, stack_wait_for_key(milliseconds) > 0 { try readMore() }
    return unread.popFirst()
  }

  /// The character of UTF-8 that begins with a byte.
  private mutating func character(after first: UInt8) throws(CommandError) -> String {
    var bytes = [first]
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    while bytes.count < count, let next = try byte() { bytes.append(next) }
    guard let text = String(exactly: bytes[...]) else { throw .notUTF8("what was typed") }
    return text
  }

  /// The key whose sequence begins with an escape character.
  private mutating func sequence() throws(CommandError) -> Key {
    guard let kind = try byte(), kind == .openBracket || kind == UInt8(ascii: "O") else {
      return .other
    }
    var parameters: [UInt8] = []
    while let byte = try byte() {
      if byte < 0x40 {
        parameters.append(byte)
        continue
      }
      switch (Character(UnicodeScalar(byte)), String(decoding: parameters, as: UTF8.self)) {
      case ("D", _): return .left
      case ("C", _): return .right
      case ("H", _), ("~", "1"), ("~", "7"): return .start
      case ("F", _), ("~", "4"), ("~", "8"): return .end
      case ("~", "3"): return .delete
      case ("~", "200"): return try paste()
      default: return .other
      }
    }
    return .other
  }

  /// The text up to the mark at the end of a paste. Until then all keys are text, except Ctrl-C
  /// after a pause, because a terminal may fail to send the mark.
  private mutating func paste() throws(CommandError) -> Key {
    let mark = "\u{1B}[201~".utf8
    var text: [UInt8] = []
    var hasPaused = false
    while !text.suffix(mark.count).elementsEqual(mark) {
      if let byte = try byte(within: 1000) {
        if hasPaused, unread.isEmpty, stack_signal_of_key(byte) == SIGINT { return .signal(byte) }
        text.append(byte)
        hasPaused = false
      } else if hasPaused, stack_wait_for_key(0) > 0 {
        // Ready, and yet nothing can be read.
        return .closed
      } else {
        hasPaused = true
      }
    }
    guard let text = String(exactly: text.dropLast(mark.count)) else {
      throw .notUTF8("the pasted text")
    }
    return .paste(text)
  }
}
