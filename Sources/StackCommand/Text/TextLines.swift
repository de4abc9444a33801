import Stack

/// The lines of a text. LF, CR, and CR LF each end a line; no empty line follows the last end.
struct TextLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  /// The next line, without its end.
  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let line = rest.prefix { !$0.isLineBreak }
    let end = rest.dropFirst(line.count)
    rest = end.dropFirst(end.starts(with: "\r\n".utf8) ? 2 : 1)
    return line
  }
}
