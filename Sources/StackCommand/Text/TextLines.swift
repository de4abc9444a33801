import Stack

/// The lines of a text that another program wrote. LF, CR, and CR LF each end a line; no empty line
/// follows the last line break. A byte order mark is not part of the text.
struct TextLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  /// - Parameter original: The text before the other program edited it. Its own byte order mark
  ///   isn't removed.
  init(_ text: [UInt8], editedFrom original: [UInt8] = []) {
    let mark = "\u{FEFF}".utf8
    rest = text.dropFirst(text.starts(with: mark) && !original.starts(with: mark) ? mark.count : 0)
  }

  /// The next line, without its end.
  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let line = rest.prefix { !$0.isLineBreak }
    let end = rest.dropFirst(line.count)
    rest = end.dropFirst(end.starts(with: "\r\n".utf8) ? 2 : 1)
    return line
  }

  /// The lines as strings. If a line isn't UTF-8, throws the error for its number, which is counted
  /// from 1.
  func strings(else error: (_ number: Int) -> CommandError) throws(CommandError) -> [String] {
    try zip(1..., self).map { (number, line) throws(CommandError) in
      guard let string = String(exactly: line) else { throw error(number) }
      return string
    }
  }
}
