// What the program is called, and which version it is.

import Stack

enum Program {
  /// The version of the program, after semantic versioning.
  static let version = "1.0.0"

  /// The name by which the program was called, for help, hints, messages and the scripts for shells; `stack` if
  /// that name isn't one that every shell takes for a plain word.
  static var name: String {
    let path = System.arguments?.first ?? []
    let name = FilePath(path[...]).name.bytes
    let isWord = !name.isEmpty && name.first != UInt8(ascii: "-") && name.allSatisfy { $0.isPlain }
    return isWord ? String(decoding: name, as: UTF8.self) : "stack"
  }

  /// The bytes of the words behind the program's name.
  ///
  /// A command never acts as another one: where the words can't be had, there is nothing to do.
  static func arguments() throws(CommandError) -> [[UInt8]] {
    guard let arguments = System.arguments else { throw .noArguments }
    return Array(arguments.dropFirst())
  }
}

extension UInt8 {
  /// Whether it is a letter or digit of ASCII, or one of `-`, `_` and `.`.
  var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
