/// The title of a task, or a note: one line of text that isn't blank and has no ASCII white space
/// at its ends.
public struct TaskTitle: Hashable, Sendable {
  /// Why a text can't be a title.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// It shows nothing: it is empty, or has only white space and invisible characters.
    case empty
    /// It has a line break (LF or CR).
    case lineBreak

    /// The problem as part of a sentence.
    public var description: String {
      switch self {
      case .empty: "a title or a note needs some text"
      case .lineBreak: "a title or a note is one line, but this text has a line break"
      }
    }
  }

  /// The text of the title.
  public let text: String

  /// The text as it is safe to show at a terminal: what could control the terminal or reorder the
  /// text around it becomes a visible escape such as `\u{1B}`.
  public var visible: String { text.visible }

  /// A text from a file, such as a task's `title` or one of its `notes`, as it is safe to show at a
  /// terminal (see ``visible``).
  public static func visible(_ text: String) -> String { text.visible }

  /// A title from a text, without ASCII white space at its ends.
  init(line text: String) throws(Problem) {
    let isSpace: (Unicode.Scalar) -> Bool = {
      [" ", "\t", "\n", "\r", "\u{0B}", "\u{0C}"].contains($0)
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { throw .empty }
    if scalars.allSatisfy({ $0.isInvisible }) { throw .empty }
    let trimmed = scalars[first...last]
    if trimmed.contains(where: { $0 == "\n" || $0 == "\r" }) { throw .lineBreak }
    self.text = String(Substring(trimmed))
  }
}
