// What the program is called, and which version it is.

enum Program {
  /// The version of the program, after semantic versioning.
  static let version = "1.0.0"

  /// The name by which help, hints and messages call the program.
  static var name: String { "stack" }
}
