import Stack

/// A text that the user edits in an editor, in a directory that no one else can enter. If it can't
/// be applied afterwards, it stays there, so that nothing the user typed is lost.
struct EditedText {
  /// Ends the text; an explanation follows.
  private static let scissors = "------------------------ >8 ------------------------"

  /// Where the text is.
  let path: Pathname
  /// The edited lines, without the scissors and the explanation.
  private(set) var lines: [String] = []

  /// Opens a text in the user's editor, and reads it after the editor has ended.
  ///
  /// - Parameters:
  ///   - text: The lines of the text.
  ///   - explanation: The program's own lines below it.
  ///   - name: The name of the file.
  /// - Throws: `CommandError.cancelled`, after removing the text, if it wasn't edited.
  init(_ text: [String], explanation: [String], name: String, _ session: Session)
    throws(CommandError)
  {
    path = try Self.directory(session).appending(name)
    let original = Array(
      ((text + [Self.scissors] + explanation).joined(separator: "\n") + "\n").utf8)
    let edited = try runEditor(on: original)
    if edited == original { throw unchanged() }
    lines = try TextLines(edited, editedFrom: original).strings {
      invalid(line: $0, "this is not UTF-8")
    }
    if let index = lines.firstIndex(where: { $0.utf8.contains(0) }) {
      throw invalid(line: index + 1, "this has a NUL byte")
    }
    try removeOwnLines(explanation, below: text)
  }

  /// A new directory for the text. Removes those that were kept after an error, when they are old.
  private static func directory(_ session: Session) throws(CommandError) -> Pathname {
    let state = try session.attempt(queue: session.directories.state())
    _ = try attempt(system: PathWalk.ownDirectory(state, creatingMissing: true))
    let prefix = state.appending("editing.")
    FileSystem.removeDirectories(prefix: prefix, olderThanDays: 30)
    return try attempt(system: FileSystem.createTemporaryDirectory(prefix: prefix))
  }

  /// Writes the text, runs the editor, and returns the edited text.
  private func runEditor(on original: [UInt8]) throws(CommandError) -> [UInt8] {
    let status: ChildStatus
    do throws(FileError) {
      try OpenFile(path, for: .creating).write(original[...])
      status = try Child.run(chosenBy: ["VISUAL", "EDITOR"], else: "vi", with: [path.bytes])
    } catch {
      discard()
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    if status == .exited(0) { return try attempt(system: content()) }
    let failure = "the editor ended with \(status.inWords)"
    if (try? content()) == original { throw cancelled(failure) }
    throw .cancelled("\(failure), and your text is in \(path)")
  }

  /// Removes the scissors and the explanation, unless the user has deleted them together. Lines
  /// that were typed below the scissors stay.
  ///
  /// - Throws: If one of the program's own lines was altered or copied, because it can't be told
  ///   from a typed one then.
  private mutating func removeOwnLines(_ explanation: [String], below text: [String])
    throws(CommandError)
  {
    let help = explanation.map(Self.words)
    // A title or a note may look like the scissors, so the last such line counts, if there are more
    // than in `text`.
    let ends = lines.indices.filter { Self.isScissors(lines[$0]) }
    let count = ends.count - text.count(where: Self.isScissors)
    guard let end = ends.last, count > 0 else {
      let words = lines.map(Self.words)
      let own = words.filter(help.contains)
      if let first = words.firstIndex(where: help.contains),
        own.count != help.count || Set(own).count != help.count
      {
        throw altered(line: first)
      }
      let isAltered = { (line: String) in
        Self.isLikeScissors(line)
          || !own.contains(Self.words(of: line)) && Self.has(explanation, in: line)
      }
      if let last = lines.lastIndex(where: isAltered),
        lines.count(where: isAltered) > text.count(where: isAltered)
      {
        throw altered(line: last)
      }
      return lines = zip(lines, words).filter { !help.contains($1) }.map { $0.0 }
    }
    if count > 1 { throw altered(line: end) }
    let below = (end + 1)..<lines.count
    let words = below.map { Self.words(of: lines[$0]) }
    let typed = zip(below, words).filter { !$1.isEmpty && !help.contains($1) }.map { $0.0 }
    if let first = typed.first, !help.allSatisfy({ words.contains($0) }) {
      throw altered(line: first)
    }
    lines.replaceSubrange(end..., with: typed.map { lines[$0] })
  }

  private func altered(line index: Int) -> CommandError {
    invalid(
      line: index + 1, "the line of dashes and the lines of help below it must stay as they are")
  }

  /// The words of a line, because an editor may replace its white space.
  private static func words(of line: String) -> [[UInt8]] {
    line.unicodeScalars.split { $0.properties.isWhitespace }.map { Array(String($0).utf8) }
  }

  private static func isScissors(_ line: String) -> Bool {
    // Of a long queue, finding the words of each line would take most of the time.
    line.utf8.contains(UInt8(ascii: ">")) && words(of: line) == words(of: scissors)
  }

  /// Whether a line may be the scissors with other text or without some of theirs, or with the
  /// dashes that some editors make of `--`.
  private static func isLikeScissors(_ line: String) -> Bool {
    if line.unicodeScalars.count(where: { "-\u{2013}\u{2014}".unicodeScalars.contains($0) }) >= 12 {
      return true
    }
    let bytes = Array(line.utf8)
    return bytes[...].contains(">8") && bytes[...].contains("---")
  }

  /// Whether a line contains one of the lines of help.
  private static func has(_ explanation: [String], in line: String) -> Bool {
    let bytes = Array(line.utf8)
    return explanation.contains { bytes[...].contains($0) }
  }

  /// The error for an invalid line. The text isn't removed.
  func invalid(line: Int, _ problem: String) -> CommandError {
    CommandError(
      .usage, "line \(line): \(problem); nothing was changed, and your text is in \(path)")
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

  private func content() throws(FileError) -> [UInt8] {
    try OpenFile(path, for: .reading).bytes()
  }
}
