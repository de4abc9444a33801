// A place in a text, as people count.

/// A place in a text.
public struct TextPosition: Equatable, Sendable {
  /// The line, counted from 1. LF, CR, and CR LF each end a line.
  public let line: Int
  /// The Unicode scalar in the line, counted from 1.
  public let column: Int
}

extension TextPosition {
  /// The place of a byte in a text that is UTF-8 up to there.
  init(of offset: Int, in source: TextSource) throws(SystemError) {
    var line = 1
    var column = 1
    var start = 0
    var previous: UInt8 = 0
    while start < offset {
      let chunk = try source.bytes(start..<min(offset, start + 65536))
      if chunk.isEmpty { break }
      for byte in start == 0 ? chunk[Self.byteOrderMarkLength(chunk)...] : chunk[...] {
        switch byte {
        case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"):
          break
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
          line += 1
          column = 1
        case 0x80...0xBF:
          break
        default:
          column += 1
        }
        previous = byte
      }
      start += chunk.count
    }
    self.init(line: line, column: column)
  }

  private static func byteOrderMarkLength(_ text: [UInt8]) -> Int {
    text.starts(with: JSONScanner.byteOrderMark) ? JSONScanner.byteOrderMark.count : 0
  }
}
