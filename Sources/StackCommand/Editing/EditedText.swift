import Stack

/// A text that the user edits in an editor, in a directory that no one else can enter. If it can't
/// be applied afterwards, it stays there, so that nothing the user typed is lost.
struct EditedText {
  /// Where the text is.
  let path: Pathname
  /// The edited lines, without the block of help.
  private(set) var lines: [String] = []
  private let original: [String]
  private let block: HelpBlock
  private let directory: LockedDirectory

  /// Opens a text in the user's editor, and reads it after the editor has ended. At a terminal, the
  /// user may edit an invalid text again.
  ///
  /// - Parameters:
  ///   - text: The lines of the text.
  ///   - help: The program's own lines below it.
  ///   - name: The name of the file.
  ///   - read: Reads the edited lines.
  /// - Throws: `CommandError.cancelled`, after removing the text, if it wasn't edited.
  static func edit<Result>(
    _ text: [String], help: [String], name: String, _ session: Session,
    _ read: (EditedText) throws(InvalidLine) -> Result
  ) throws(CommandError) -> (text: EditedText, result: Result) {
    let editor = try Editor()
    var edited = try EditedText(text, HelpBlock(help: help), name: name, session)
    let original = Array(((text + edited.block.lines).joined(separator: "\n") + "\n").utf8)
    do throws(FileError) {
      try OpenFile(edited.path, for: .creating).write(original[...])
    } catch {
      edited.discard()
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    while true {
      let bytes = try edited.run(editor, on: original)
      do throws(InvalidLine) {
        try edited.readLines(of: bytes, editedFrom: original)
        return (edited, try read(edited))
      } catch {
        if try !asksToEditAgain(error) { throw edited.invalid(error) }
      }
    }
  }

  private init(_ text: [String], _ block: HelpBlock, name: String, _ session: Session)
    throws(CommandError)
  {
    original = text
    self.block = block
    directory = try KeptTexts.createDirectory(in: session)
    path = directory.path.appending(name)
  }

  /// Runs the editor, and returns the edited text.
  private func run(_ editor: Editor, on original: [UInt8]) throws(CommandError) -> [UInt8] {
    let start = Timestamp.now
    let status: ChildStatus
    do throws(FileError) {
      status = try editor.run(on: path)
    } catch {
      discard()
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    let isQuick =
      Timestamp.now < Timestamp(seconds: start.seconds + 1, microseconds: start.microseconds)
    if status == .exited(0) {
      let bytes = try attempt(system: FileSystem.bytes(of: path))
      if bytes == original { throw isQuick ? unchangedAtOnce : unchanged() }
      return bytes
    }
    let failure = "the editor ended with \(status.inWords)"
    if (try? FileSystem.bytes(of: path)) == original { throw cancelled(failure) }
    throw .cancelled("\(failure), and your text is in \(keep())")
  }

  private mutating func readLines(of bytes: [UInt8], editedFrom original: [UInt8])
    throws(InvalidLine)
  {
    let all = try TextLines(bytes, editedFrom: original).strings { (number) in
      InvalidLine(number: number, problem: "this is not UTF-8")
    }
    if let index = all.firstIndex(where: { $0.utf8.contains(0) }) {
      throw InvalidLine(number: index + 1, problem: "this has a NUL byte")
    }
    do throws(HelpBlock.Alteration) {
      lines = try block.removed(from: all, of: self.original)
    } catch {
      throw InvalidLine(
        number: error.index + 1,
        problem:
          "the line of dashes and the lines of help must stay as they are, or be deleted together")
    }
  }

  /// Asks at a terminal whether to edit the text again.
  private static func asksToEditAgain(_ error: InvalidLine) throws(CommandError) -> Bool {
    guard OpenFile.standardInput.isTerminal, StandardError.isTerminal else {
      return false
    }
    StandardError.printNote(error.sentence.visible)
    guard let answer = try StandardInput.readLine(asking: "Edit again? [Y/n] ") else {
      StandardError.write("\n")
      return false
    }
    return answer.isEmpty || "yY".utf8.contains(answer[0])
  }
}

/// A line of an edited text that can't be applied.
struct InvalidLine: Error {
  /// Counted from 1.
  let number: Int
  let problem: String

  /// The error as a sentence.
  var sentence: String { "line \(number): \(problem)" }
}

// MARK: - What becomes of the text

extension EditedText {
  /// Keeps the text, and returns its path for the message.
  func keep() -> Pathname { KeptTexts.keep(path.directory).appending(path.name) }

  private func invalid(_ error: InvalidLine) -> CommandError {
    CommandError(.usage, "\(error.sentence); nothing was changed, and your text is in \(keep())")
  }

  /// Removes the text. Returns the error for a text that wasn't edited.
  func unchanged() -> CommandError { cancelled("the text was left as it was") }

  /// The error for an editor that may only have told another process to open the text.
  private var unchangedAtOnce: CommandError {
    let error = unchanged()
    return CommandError(
      error.status, error.problem,
      "if your editor returned before you could type, add its option to wait, as in",
      command: "export EDITOR='code --wait'")
  }

  /// Removes the text. Returns the error.
  func cancelled(_ reason: String) -> CommandError {
    discard()
    return .cancelled(reason)
  }

  /// Removes the text, and what the editor left next to it, such as a backup.
  func discard() { FileSystem.removeDirectory(path.directory) }
}
