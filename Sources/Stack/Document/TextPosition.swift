/// A position in a text, as a line and a column.
public struct TextPosition: Hashable, Sendable {
  /// The line, counted from 1. LF, CR, and CR LF each end a line.
  public let line: Int
  /// The column, counted in Unicode scalars from 1.
  public let column: Int

  /// Creates a position, such as one for a test of an app.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte in a text that is valid UTF-8 up to that byte. A byte order mark isn't
  /// counted.
  init(of offset: Int, in text: [UInt8]) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in text.prefix(offset).dropFirst(JSONScanner.offsetAfterByteOrderMark(in: text)) {
      switch byte {
      case .lineFeed where previous == .carriageReturn: break
      case .lineFeed, .carriageReturn:
        line += 1
        column = 1
      case 0x80...0xBF: break
      default: column += 1
      }
      previous = byte
    }
    self.init(line: line, column: column)
  }
}
