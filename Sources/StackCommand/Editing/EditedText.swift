import Stack

/// A text that the user edits in an editor, in a directory that no one else can enter. If it can't be applied
/// afterwards, it stays there, so that nothing the user typed is lost.
struct EditedText {
  /// Ends the text; an explanation follows.
  private static let scissors = "------------------------ >8 ------------------------"

  /// Where the text is.
  let path: Pathname
  /// The edited lines above the scissors; if the scissors were removed, all lines except the explanation.
  private(set) var lines: [String] = []

  /// Opens a text in the user's editor, and reads it after the editor has ended.
  ///
  /// - Parameters:
  ///   - text: The lines of the text.
  ///   - explanation: The lines of help below it.
  ///   - name: The name of the file.
  /// - Throws: `CommandError.cancelled`, after removing the text, if it wasn't edited.
  init(_ text: [String], explanation: [String], name: String, _ session: Session) throws(CommandError) {
    let original = Array(((text + [Self.scissors] + explanation).joined(separator: "\n") + "\n").utf8)
    let state = try session.attempt(queue: session.directories.state())
    _ = try attempt(system: PathWalk.ownDirectory(state, creatingMissing: true))
    path = try attempt(system: FileSystem.createTemporaryDirectory(prefix: state.appending("editing."))).appending(name)
    let status: ChildStatus
    do throws(SystemCallError) {
      try OpenFile(path, for: .creating).write(original[...])
      status = try Child.run(chosenBy: ["VISUAL", "EDITOR"], else: "vi", with: [path.bytes])
    } catch {
      discard()
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    if status != .exited(0) {
      let failure = "the editor ended with \(status.inWords)"
      if (try? content()) == original { throw cancelled(failure) }
      throw .cancelled("\(failure), and your text is in \(path)")
    }
    let bytes = try attempt(system: content())
    if bytes == original { throw unchanged() }
    lines = try TextLines(bytes, editedFrom: original).strings { invalid(line: $0, "this is not UTF-8") }
    let help = explanation.map(Self.words)
    // A title or a note may look like the scissors, so the last such line counts, if there are more than in `text`.
    if let end = lines.lastIndex(where: Self.isScissors),
      lines.count(where: Self.isScissors) > text.count(where: Self.isScissors)
    {
      let isIgnored = { (line: String) in help.contains(Self.words(of: line)) || Self.words(of: line).isEmpty }
      if let index = lines[(end + 1)...].firstIndex(where: { !isIgnored($0) }) {
        throw invalid(line: index + 1, "this is below the line of dashes, where the text ends")
      }
      lines.removeSubrange(end...)
    } else {
      lines.removeAll { help.contains(Self.words(of: $0)) }
    }
    if let index = lines.firstIndex(where: { $0.utf8.contains(0) }) {
      throw invalid(line: index + 1, "this has a NUL byte")
    }
  }

  /// The words of a line, because an editor may replace its white space.
  private static func words(of line: String) -> [[UInt8]] {
    line.unicodeScalars.split { $0.properties.isWhitespace }.map { Array(String($0).utf8) }
  }

  private static func isScissors(_ line: String) -> Bool {
    // Of a long queue, finding the words of each line would take most of the time.
    line.utf8.contains(UInt8(ascii: ">")) && words(of: line) == words(of: scissors)
  }

  /// The error for an invalid line. The text isn't removed.
  func invalid(line: Int, _ problem: String) -> CommandError {
    CommandError(.usage, "line \(line): \(problem); nothing was changed, and your text is in \(path)")
  }

  /// Removes the text. Returns the error for a text that wasn't edited.
  func unchanged() -> CommandError { cancelled("the text was left as it was") }

  /// Removes the text. Returns the error.
  func cancelled(_ reason: String) -> CommandError {
    discard()
    return .cancelled(reason)
  }

  /// Removes the text, and what the editor left next to it, such as a backup.
  func discard() { FileSystem.removeDirectory(path.directory) }

  private func content() throws(SystemCallError) -> [UInt8] { try OpenFile(path, for: .reading).bytes() }
}
