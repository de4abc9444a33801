// What the program is called, and which version it is.

import Stack

enum Program {
  /// The version of the program, after semantic versioning.
  static let version = "1.0.0"

  /// The name by which help, hints and messages call the program.
  static var name: String { "stack" }

  /// The bytes of the words behind the program's name.
  ///
  /// A command never acts as another one: where the words can't be had, there is nothing to do.
  static func arguments() throws(CommandError) -> [[UInt8]] {
    guard let arguments = System.arguments else { throw .noArguments }
    return Array(arguments.dropFirst())
  }
}
