// A text in a person's own editor; it is theirs alone until it is taken.

import Stack

/// It lies in a folder of its own, which nobody else may enter, for as long as it is edited; if it is not
/// taken afterwards, it stays there.
struct EditedText {
  /// Ends the text that counts; below it stands an explanation.
  static let scissors = "------------------------ >8 ------------------------"

  /// Where the text is.
  let path: FilePath
  private let original: [UInt8]

  /// Lets a person edit a text.
  ///
  /// - Parameters:
  ///   - text: The text, a line each.
  ///   - explanation: What the person should know, a line each.
  ///   - name: What the file is called.
  init(_ text: [String], explanation: [String], name: String, _ session: Session) throws(CommandError) {
    let lines = text + [Self.scissors] + explanation
    original = Array((lines.joined(separator: "\n") + "\n").utf8)
    let state = try attempt(queue: session.folders.state())
    _ = try attempt(system: PathWalk.ownDirectory(state, creatingMissing: true))
    path = try attempt(
      system: FileSystem.createTemporaryFolder(prefix: state.appending("editing."))
    ).appending(name)
    let status: ChildStatus
    do throws(SystemError) {
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

  /// The lines above the scissors.
  ///
  /// - Throws: `CommandError.cancelled`, with the text removed, where it was left as it was.
  func lines() throws(CommandError) -> [String] {
    let bytes = try attempt(system: content())
    if bytes == original { throw unchanged() }
    var lines: [String] = []
    for line in TextLines(bytes) {
      guard let text = String(exactly: line) else {
        throw invalid(line: lines.count + 1, "this is not UTF-8")
      }
      if text == Self.scissors { break }
      lines.append(text)
    }
    return lines
  }

  /// What is wrong with a line of the text, which stays where it is.
  func invalid(line: Int, _ problem: String) -> CommandError {
    .invalidEditedText(line: line, problem, saved: path)
  }

  /// Removes the text, which asks for nothing else than what is there.
  func unchanged() -> CommandError { cancelled("the text was left as it was") }

  /// Removes the text, of which nothing is to be taken.
  func cancelled(_ reason: String) -> CommandError {
    discard()
    return .cancelled(reason)
  }

  /// Removes the text.
  func discard() {
    try? FileSystem.remove(path)
    FileSystem.removeFolder(path.folder)
  }

  private func content() throws(SystemError) -> [UInt8] { try OpenFile(path, for: .reading).bytes() }
}
