// A text in the user's own editor.

import Stack

/// A text that the user edits, in a directory of its own that no one else can enter. If the text can't be applied
/// afterwards, it stays there, so that nothing that was typed is lost.
struct EditedText {
  /// Ends the text; an explanation follows.
  private static let scissors = "------------------------ >8 ------------------------"

  /// Where the text is.
  let path: Pathname
  private let original: [UInt8]
  private let explanation: [String]

  /// Opens a text in the user's editor, and waits for the editor to exit.
  ///
  /// - Parameters:
  ///   - text: The lines of the text.
  ///   - explanation: The lines of help below it.
  ///   - name: The name of the file.
  init(_ text: [String], explanation: [String], name: String, _ session: Session) throws(CommandError) {
    self.explanation = explanation
    let lines = text + [Self.scissors] + explanation
    original = Array((lines.joined(separator: "\n") + "\n").utf8)
    let state = try attempt(session.directories.state(), or: CommandError.queue)
    _ = try attempt(PathWalk.ownDirectory(state, creatingMissing: true), or: CommandError.system)
    path = try attempt(
      FileSystem.createTemporaryDirectory(prefix: state.appending("editing.")), or: CommandError.system
    ).appending(name)
    let status: ChildStatus
    do throws(SystemCallError) {
      try OpenFile(path, for: .creating).write(original)
      status = try Child(chosenBy: ["VISUAL", "EDITOR"], else: "vi", with: [path.bytes]).wait()
    } catch {
      discard()
      throw .system(error)
    }
    guard status == .exited(0) else {
      let isUntouched = (try? content()) == original
      if isUntouched { discard() }
      throw .editorFailed(status.inWords, saved: isUntouched ? nil : path)
    }
  }

  /// The lines above the scissors. If the scissors were removed, the lines of the explanation are recognised.
  ///
  /// - Throws: `CommandError.cancelled`, after removing the text, if it wasn't edited.
  func lines() throws(CommandError) -> [String] {
    var bytes = try attempt(content(), or: CommandError.system)
    if bytes == original { throw unchanged() }
    let byteOrderMark = Array("\u{FEFF}".utf8)
    if bytes.starts(with: byteOrderMark), !original.starts(with: byteOrderMark) { bytes.removeFirst(3) }
    var lines: [String] = []
    for line in TextLines(bytes) {
      guard let text = String(exactly: line) else {
        throw invalid(line: lines.count + 1, "this is not UTF-8")
      }
      lines.append(text)
    }
    // The last ones, because a title or a note may look the same.
    let scissors = Self.words(of: Self.scissors)
    if let index = lines.lastIndex(where: { Self.words(of: $0) == scissors }) {
      lines.removeSubrange(index...)
    } else {
      let help = explanation.map(Self.words)
      lines.removeAll { help.contains(Self.words(of: $0)) }
    }
    if let line = lines.firstIndex(where: { $0.utf8.contains(0) }) {
      throw invalid(line: line + 1, "this has a NUL byte")
    }
    return lines
  }

  /// The words of a line, because an editor may replace its white space.
  private static func words(of line: String) -> [[UInt8]] {
    line.unicodeScalars.split { $0.properties.isWhitespace }.map { Array(String($0).utf8) }
  }

  /// The error for a line of the text, which stays where it is.
  func invalid(line: Int, _ problem: String) -> CommandError {
    .invalidEditedText(line: line, problem, saved: path)
  }

  /// Removes the text, which asks for no change.
  func unchanged() -> CommandError { cancelled("the text was left as it was") }

  /// Removes the text, which is to have no effect.
  func cancelled(_ reason: String) -> CommandError {
    discard()
    return .cancelled(reason)
  }

  /// Removes the text.
  func discard() {
    try? FileSystem.remove(path)
    FileSystem.removeDirectory(path.directory)
  }

  private func content() throws(SystemCallError) -> [UInt8] { try OpenFile(path, for: .reading).bytes() }
}

extension String {
  /// The text without white space of any kind at its ends.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
