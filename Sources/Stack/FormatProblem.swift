// What can be wrong with the text of a stack or of a task, and where.

/// What is wrong with the text of a stack or of a task.
public enum FormatProblem: Error, Equatable, Sendable {
  /// There is nothing in the text.
  case empty
  /// The text ends before it is complete.
  case unexpectedEnd
  /// Something else should stand here.
  case expected(String)
  /// The bytes are no UTF-8 (RFC 3629).
  case invalidUTF8
  /// A number is not written as RFC 8259 has it.
  case invalidNumber
  /// A backslash is followed by something that RFC 8259 doesn't know.
  case invalidEscape
  /// A control character stands in a string without an escape.
  case unescapedControlCharacter
  /// Dictionaries and arrays are nested more than 512 deep.
  case nestedTooDeeply
  /// There is more text after the end.
  case textAfterEnd
  /// A value is not of the type that its key calls for.
  case wrongType(key: String, expected: String)
  /// One of the tasks is not a dictionary.
  case taskIsNoDictionary
  /// A task has no title.
  case missingTitle
  /// A key stands twice where it must not.
  case duplicateKey(String)
  /// The file says that it is for a later version of `stack`.
  case newerVersion
  /// A title that another machine sent is empty or has a line break.
  case unfitTitle
  /// A task that another machine sent holds a null, which property lists don't know.
  case null
  /// A task that another machine sent is larger than is taken.
  case tooLarge
}

extension FormatProblem: CustomStringConvertible {
  /// The problem as the part of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .unexpectedEnd: "the text ends too early"
    case .expected(let something): "\(something) should stand here"
    case .invalidUTF8: "this is not UTF-8"
    case .invalidNumber: "this is not a JSON number"
    case .invalidEscape: "this escape is not one of JSON's"
    case .unescapedControlCharacter: "a control character in a string must be written as an escape"
    case .nestedTooDeeply: "this is nested more than 512 deep"
    case .textAfterEnd: "there is text after the end"
    case .wrongType(let key, let expected): "\"\(key)\" should be \(expected)"
    case .taskIsNoDictionary: "a task should be a dictionary"
    case .missingTitle: "this task has no \"title\""
    case .duplicateKey(let key): "\"\(key)\" stands here a second time"
    case .newerVersion: "this was written by a newer version of stack"
    case .unfitTitle: "the title should be one line of text"
    case .null: "null is not allowed here"
    case .tooLarge: "a task may have 64 KiB at most"
    }
  }
}

/// A place in a text.
public struct TextPosition: Equatable, Sendable {
  /// The line, counted from 1. LF, CR, and CR LF each end a line.
  public let line: Int
  /// The Unicode scalar in the line, counted from 1.
  public let column: Int
}

extension TextPosition {
  /// The place of a byte in a text that is UTF-8 up to there.
  init(of offset: Int, in content: Content) throws(SystemError) {
    var line = 1
    var column = 1
    var start = 0
    var previous: UInt8 = 0
    while start < offset {
      let chunk = try content.bytes(start..<min(offset, start + 65536))
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
