// What there is to do, in one line.

/// The title of a task: one line of text, without white space around it, not empty.
public struct TaskTitle: Equatable, Sendable {
  /// Why a text is no title.
  public enum Problem: Error, Equatable, Sendable {
    /// There is nothing in it but white space.
    case empty
    /// There is a line break in it (LF or CR).
    case lineBreak
  }

  /// The text of the title.
  public let text: String

  /// A title from a text; white space (ASCII) around it is taken off.
  public init(_ text: String) throws(Problem) {
    let isSpace: (Unicode.Scalar) -> Bool = { [" ", "\t", "\n", "\r", "\u{0B}", "\u{0C}"].contains($0) }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { throw .empty }
    let trimmed = scalars[first...last]
    if trimmed.contains(where: { $0 == "\n" || $0 == "\r" }) { throw .lineBreak }
    self.text = String(Substring(trimmed))
  }
}
