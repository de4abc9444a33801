// The program's name, release and arguments.

import Stack

enum Program {
  /// The release, in the form of semantic versioning.
  static let version = "1.2.0"

  /// The day of the release, in the form that mdoc(7) requires.
  static let date = "November 22, 2026"

  /// The arguments after the program's name.
  ///
  /// - Throws: If they can't be read. Without them the program would run another command, the one that shows the task.
  static func arguments() throws(CommandError) -> [String] {
    guard let arguments = System.arguments else {
      throw CommandError(.inputOutput, "cannot read the command-line arguments; nothing was changed, try again")
    }
    var words: [String] = []
    for bytes in arguments.dropFirst() {
      // Completion accepts any bytes, because it only inspects them.
      guard let word = String(exactly: bytes[...]) ?? (words.first == "complete" ? "" : nil) else {
        throw .notUTF8("argument \(words.count + 1)")
      }
      words.append(word)
    }
    return words
  }

  /// The name under which the program was called. Help, hints and messages use it.
  static let name = name(from: System.arguments?.first)

  /// The last component of a path, if it needs no quotes in any command line; else `stack`.
  static func name(from path: [UInt8]?) -> String {
    let name = path.map { Pathname($0[...]).name.bytes } ?? []
    let isUsable = name.allSatisfy { $0.isPlain } && !name.isEmpty && name.first != UInt8(ascii: "-")
    return isUsable ? String(decoding: name, as: UTF8.self) : "stack"
  }
}
