// What can be wrong with the text of a stack or of a task.

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
  /// Git could not merge two copies, and wrote its markers into the text.
  case conflictMarker
  /// A number is not written as RFC 8259 has it.
  case invalidNumber
  /// A backslash is followed by something that RFC 8259 doesn't know.
  case invalidEscape
  /// A control character stands in a string without an escape.
  case unescapedControlCharacter
  /// Objects and arrays are nested more than 512 deep.
  case nestedTooDeeply
  /// There is more text after the end.
  case textAfterEnd
  /// A value is not of the type that its key calls for.
  case wrongType(key: String, expected: String)
  /// One of the tasks is not an object.
  case taskIsNoObject
  /// A task has no title.
  case missingTitle
  /// A key stands twice where it must not.
  case duplicateKey(String)
  /// The file says that it is for a later version of `stack`.
  case newerVersion
  /// A title that another machine sent is empty or has a line break.
  case invalidTitle
  /// An address that another machine sent has a character that could drive a terminal.
  case unsafeAddress
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
    case .conflictMarker: "git has written a conflict into the text here"
    case .invalidNumber: "this is not a JSON number"
    case .invalidEscape: "this escape is not one of JSON's"
    case .unescapedControlCharacter: "a control character in a string must be written as an escape"
    case .nestedTooDeeply: "this is nested more than 512 deep"
    case .textAfterEnd: "there is text after the end"
    case .wrongType(let key, let expected): "\"\(key)\" should be \(expected)"
    case .taskIsNoObject: "a task should be an object"
    case .missingTitle: "this task has no \"title\""
    case .duplicateKey(let key): "\"\(key)\" stands here a second time"
    case .newerVersion: "this was written by a newer version of stack"
    case .invalidTitle: "the title should be one line of text"
    case .unsafeAddress: "an address should have no control characters"
    case .null: "null is not allowed here"
    case .tooLarge: "a task may have 64 KiB at most"
    }
  }
}
