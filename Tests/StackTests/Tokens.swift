/// The tokens of a valid JSON text, in order and without gaps. They are found without the reader
/// under test.
struct Tokens {
  /// White space, brackets, commas, colons, strings and other words.
  private(set) var all: [[UInt8]] = []

  /// - Parameter groupDepth: The depth in brackets at which a dictionary is one token; `nil` for
  ///   none.
  init(_ text: [UInt8], groupDepth: Int? = nil) {
    var rest = text[...]
    var depth = 0
    var groupStart: Int?
    while let byte = rest.first {
      let token: ArraySlice<UInt8>
      switch byte {
      case UInt8(ascii: "\""): token = Self.string(rest)
      case _ where "{}[],:".utf8.contains(byte): token = rest.prefix(1)
      case _ where Self.isSpace(byte): token = rest.prefix { Self.isSpace($0) }
      default: token = rest.prefix { !Self.isSpace($0) && !"\"{}[],:".utf8.contains($0) }
      }
      rest = rest.dropFirst(token.count)
      if byte == UInt8(ascii: "{"), depth == groupDepth, groupStart == nil {
        groupStart = token.startIndex
      }
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

  /// The dictionaries in the array under a key of the top level; these must be one token each.
  func dictionaries(under key: String) -> [[UInt8]] {
    let words = all.filter { !Self.isSpace($0[0]) }
    let start = [Array("\"\(key)\"".utf8), [UInt8(ascii: ":")], [UInt8(ascii: "[")]]
    guard let range = words.firstRange(of: start) else { return [] }
    return words[range.upperBound...].prefix { $0 != [UInt8(ascii: "]")] }.filter {
      $0[0] == UInt8(ascii: "{")
    }
  }

  /// Whether a token is white space or a comma.
  static func isSeparator(_ token: [UInt8]) -> Bool {
    isSpace(token[0]) || token == [UInt8(ascii: ",")]
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

/// The difference of two texts, between their common prefix and suffix.
struct Edit: Equatable {
  let removed: [UInt8]
  let inserted: [UInt8]

  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let rest = shorter - start
    let end = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
    removed = Array(old[start..<(old.count - end)])
    inserted = Array(new[start..<(new.count - end)])
  }
}
