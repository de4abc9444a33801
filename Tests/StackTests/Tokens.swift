// Takes a JSON text apart without the reader under test, so that what a change did can be seen.

/// The parts of a sound JSON text, in order and without a gap.
struct Tokens {
  /// White space, brackets, commas, colons, strings and other words. A dictionary in an array of the top
  /// level, such as a task, is one.
  private(set) var all: [[UInt8]] = []

  /// - Parameter groupDepth: At how many brackets deep a dictionary is one token; `nil` for never.
  init(_ text: [UInt8], groupDepth: Int? = nil) {
    var rest = text[...]
    var depth = 0
    var groupStart: Int?
    while let byte = rest.first {
      let token: ArraySlice<UInt8>
      switch byte {
      case UInt8(ascii: "\""): token = Self.string(rest)
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
        UInt8(ascii: ":"):
        token = rest.prefix(1)
      case _ where Self.isSpace(byte): token = rest.prefix(while: Self.isSpace)
      default: token = rest.prefix { !Self.isSpace($0) && !"\"{}[],:".utf8.contains($0) }
      }
      rest = rest.dropFirst(token.count)
      if byte == UInt8(ascii: "{"), depth == groupDepth, groupStart == nil { groupStart = token.startIndex }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      if let start = groupStart {
        if depth == groupDepth {
          all.append(Array(text[start..<token.endIndex]))
          groupStart = nil
        }
      } else {
        all.append(Array(token))
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func string(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = text.startIndex + 1
    while end < text.endIndex, text[end] != UInt8(ascii: "\"") {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return text[text.startIndex..<min(end + 1, text.endIndex)]
  }
}
