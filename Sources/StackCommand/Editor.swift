// A person's own editor, on a text that is theirs alone until it is taken.

import Stack

/// A text that a person edits.
///
/// It lies in a folder of its own, which nobody else may enter, for as long as it is edited; if it is not
/// taken afterwards, it stays there.
struct EditedText {
  /// Ends the text that counts; below it stands an explanation.
  static let scissors = "------------------------ >8 ------------------------"

  private let file: FilePath
  private let original: [UInt8]

  /// Where the text is.
  var path: FilePath { file }

  /// Lets a person edit a text.
  ///
  /// - Parameters:
  ///   - text: The text, a line each.
  ///   - explanation: What the person should know, a line each.
  ///   - state: The folder in which texts lie while they are edited.
  init(
    _ text: [String], explanation: [String], name: String, in state: FilePath
  ) throws(CommandError) {
    let lines = text + [Self.scissors] + explanation
    original = Array((lines.joined(separator: "\n") + "\n").utf8)
    do throws(SystemError) {
      try FileSystem.createFolder(state)
      file = try FileSystem.createTemporaryFolder(prefix: state.appending("editing.")).appending(name)
    } catch {
      throw .system(error)
    }
    let status: ChildStatus
    do throws(SystemError) {
      try OpenFile(file, for: .creating).write(original)
      status = try ChildCommand.run(Self.command, with: [file.bytes])
    } catch {
      discard()
      throw .system(error)
    }
    guard status == .exited(0) else {
      let saved = (try? content()) == original ? "" : ", and your text is in \(file)"
      if saved.isEmpty { discard() }
      throw .editorFailed("the editor ended with \(status.inWords)" + saved)
    }
  }

  /// The lines above the scissors.
  ///
  /// - Returns: `nil` if the text is as it was.
  func lines() throws(CommandError) -> [String]? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try content()
    } catch {
      throw .system(error)
    }
    if bytes == original { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    if let line = invalidLine(bytes) {
      throw .unfitQueueText(line: line, "this is not UTF-8", saved: file)
    }
    return lines.prefix { $0 != Self.scissors }.map(String.init)
  }

  /// Removes the text.
  func discard() {
    try? FileSystem.remove(file)
    FileSystem.removeFolder(file.folder)
  }

  private func invalidLine(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { String(exactly: $0) == nil }.map { $0 + 1 }
  }

  private func content() throws(SystemError) -> [UInt8] {
    try OpenFile(file, for: .reading).bytes()
  }

  private static var command: [UInt8] {
    for name in ["VISUAL", "EDITOR"] {
      if let value = System.environmentVariable(name), !value.isEmpty { return value }
    }
    return Array("vi".utf8)
  }
}

/// A command that a person put into a variable, such as `code --wait`.
enum ChildCommand {
  /// Runs a command, the way git does it: the shell reads the command, and the arguments are passed to it as
  /// arguments, which nobody reads again.
  static func run(
    _ command: [UInt8], with arguments: [[UInt8]], redirections: [Redirection] = []
  ) throws(SystemError) -> ChildStatus {
    let script = command + Array(" \"$@\"".utf8)
    return try System.run(
      [Array("sh".utf8), Array("-c".utf8), script, command] + arguments, redirections: redirections)
  }
}

extension ChildStatus {
  /// How a program ended, as the part of a sentence.
  var inWords: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}
