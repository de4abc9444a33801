/// The title of a task, or a note: one line of text that isn't empty and has no ASCII white space at its ends.
public struct TaskTitle: Equatable, Sendable {
  /// Why a text can't be a title.
  public enum Problem: Error, Equatable, Sendable {
    /// It is empty or only white space.
    case empty
    /// It has a line break (LF or CR).
    case lineBreak
  }

  /// The text of the title.
  public let text: String

  /// A title from a text, without ASCII white space at its ends.
  public init(_ text: String) throws(Problem) {
    let isSpace: (Unicode.Scalar) -> Bool = { [" ", "\t", "\n", "\r", "\u{0B}", "\u{0C}"].contains($0) }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { throw .empty }
    let trimmed = scalars[first...last]
    if trimmed.contains(where: { $0 == "\n" || $0 == "\r" }) { throw .lineBreak }
    self.text = String(Substring(trimmed))
  }
}
