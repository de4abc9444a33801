// A text as lines.

import Stack

/// The lines of a text. LF, CR, and CR LF each end one; behind the last end there is no further line.
struct TextLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  /// The next line, without its end.
  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    guard let end = rest.firstIndex(where: { $0.isLineBreak }) else {
      defer { rest = [] }
      return rest
    }
    let line = rest[..<end]
    let isPair = rest[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    rest = rest[(end + (isPair ? 2 : 1))...]
    return line
  }
}
