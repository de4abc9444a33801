/// A problem in the text of a stack, or of a task that another machine sent.
///
/// Minor releases may add cases, so a `switch` needs a `default`.
public enum FormatProblem: Error, Equatable, Sendable {
  /// The text is empty or only white space.
  case empty
  /// The text ends before it is complete.
  case unexpectedEnd
  /// Another token is required here; the associated value names it.
  case expected(String)
  /// The bytes aren't valid UTF-8 (RFC 3629).
  case invalidUTF8
  /// The text has a conflict marker, because git could not merge two copies.
  case conflictMarker
  /// A number doesn't have the form that RFC 8259 requires.
  case invalidNumber
  /// A backslash doesn't begin an escape of RFC 8259.
  case invalidEscape
  /// A string contains an unescaped control character.
  case unescapedControlCharacter
  /// Objects and arrays are nested more than 512 deep.
  case nestedTooDeeply
  /// Text follows the end of the JSON value.
  case textAfterEnd
  /// The value of a key has the wrong type.
  case wrongType(key: String, expected: String)
  /// A task isn't an object.
  case taskIsNotAnObject
  /// A task has no title.
  case missingTitle
  /// A key that must be unique occurs twice.
  case duplicateKey(String)
  /// The file's `version` is above 1, so it belongs to a later version of `stack`.
  case newerVersion
  /// A title that another machine sent is empty or has a line break.
  case invalidTitle
  /// A URL that another machine sent has a character that could control a terminal.
  case unsafeAddress
  /// A task that another machine sent contains a null, which property lists don't have.
  case null
  /// A task that another machine sent is larger than 64 KiB.
  case tooLarge
}

extension FormatProblem: CustomStringConvertible {
  /// The problem with its position, such as `line 3, column 4: this is not a JSON number`.
  package func description(at position: TextPosition) -> String {
    "line \(position.line), column \(position.column): \(self)"
  }

  /// The problem as part of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .unexpectedEnd: "the text ends too early"
    case .expected(let something): "\(something) is expected here"
    case .invalidUTF8: "this is not UTF-8"
    case .conflictMarker: "git has left a conflict marker here"
    case .invalidNumber: "this is not a JSON number"
    case .invalidEscape: "this is not a JSON escape"
    case .unescapedControlCharacter: "a control character in a string must be written as an escape"
    case .nestedTooDeeply: "this is nested more than \(JSONScanner.maximumDepth) deep"
    case .textAfterEnd: "there is text after the end"
    case .wrongType(let key, let expected): "\"\(key)\" should be \(expected)"
    case .taskIsNotAnObject: "a task should be an object"
    case .missingTitle: "this task has no \"title\""
    case .duplicateKey(let key): "\"\(key)\" occurs a second time"
    case .newerVersion: "this was written by a newer version of stack"
    case .invalidTitle: "the title should be one line of text"
    case .unsafeAddress: "an address should have no control characters"
    case .null: "null is not allowed here"
    case .tooLarge: "a task may have \(QueuedTask.maximumPayloadSize / 1024) KiB at most"
    }
  }
}
