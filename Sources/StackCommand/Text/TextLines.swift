import Stack

/// The lines of a text that another program wrote. LF, CR, and CR LF each end a line; no empty line
/// follows the last line break. A byte order mark at the start of a line isn't part of it: programs
/// on Windows write one at the start of a file, and files may be concatenated.
struct TextLines: Sequence, IteratorProtocol {
  private static let mark = Array("\u{FEFF}".utf8)
  private var rest: ArraySlice<UInt8>
  private let keepsMarks: Bool

  /// - Parameter original: The text before the other program edited it. If lines of it begin with a
  ///   byte order mark, marks aren't removed.
  init(_ text: [UInt8], editedFrom original: [UInt8] = []) {
    rest = text[...]
    keepsMarks = original[...].contains("\u{FEFF}")
  }

  /// The next line, without its end.
  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let line = rest.prefix { !$0.isLineBreak }
    let end = rest.dropFirst(line.count)
    rest = end.dropFirst(end.starts(with: "\r\n".utf8) ? 2 : 1)
    let isMarked = !keepsMarks && line.starts(with: Self.mark)
    return isMarked ? line.dropFirst(Self.mark.count) : line
  }

  /// The lines as strings. If a line isn't UTF-8, throws the error for its number, which is counted
  /// from 1.
  func strings<Failure>(else error: (_ number: Int) -> Failure) throws(Failure) -> [String] {
    try zip(1..., self).map { (number, line) throws(Failure) in
      guard let string = String(exactly: line) else { throw error(number) }
      return string
    }
  }
}
