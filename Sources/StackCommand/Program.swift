// What the program is called, and which release it is.

import Stack

enum Program {
  /// The release, after semantic versioning.
  static let version = "1.2.0"

  /// The day of the release, as mdoc(7) wants it.
  static let date = "November 22, 2026"

  /// The words behind the program's name.
  ///
  /// A command never acts as another one: where the words can't be had, there is nothing to do.
  static func arguments() throws(CommandError) -> [String] {
    guard let arguments = System.arguments else { throw .noArguments }
    var words: [String] = []
    for bytes in arguments.dropFirst() {
      // What is only looked at, to complete it, may be anything.
      guard let word = String(exactly: bytes[...]) ?? (words.first == "complete" ? "" : nil) else {
        throw .notUTF8("argument \(words.count + 1)")
      }
      words.append(word)
    }
    return words
  }

  /// The name under which the program was called, by which help, hints and messages call it.
  static let name = name(from: System.arguments?.first)

  /// The last part of a path, if it can stand in any command line as it is; else `stack`.
  static func name(from path: [UInt8]?) -> String {
    let name = path.map { Pathname($0[...]).name.bytes } ?? []
    let isUsable = name.allSatisfy { $0.isPlain } && !name.isEmpty && name.first != UInt8(ascii: "-")
    return isUsable ? String(decoding: name, as: UTF8.self) : "stack"
  }
}
