import CSystem
import Stack

/// The `stack` command: its name and release, and the way from the arguments to the exit status.
@main enum Program {
  /// The release, in the form of semantic versioning. `-dev` means that it is still being made.
  static let version = "1.4.0"

  /// The name under which the program was called. Help, hints and messages use it.
  static let name = name(from: System.arguments.first)

  /// What `--version` prints.
  static var versionLine: String { "\(name) \(version)\n" }

  /// The last component of a path, if it needs no quotes in any command line; else `stack`.
  static func name(from path: [UInt8]?) -> String {
    let name = path.map { Pathname($0[...]).name.bytes } ?? []
    let isUsable =
      name.allSatisfy { $0.isPlain } && !name.isEmpty && name.first != .hyphen
    return isUsable ? String(decoding: name, as: UTF8.self) : "stack"
  }

  /// The beginning of every command line for a stack; without a name, for the default one.
  static func command(for stack: StackName?) -> String {
    stack.map { "\(name) -s \($0.text)" } ?? name
  }

  static func main() {
    // Writing to a closed pipe, or beyond the user's limit for a file's size, is an error and
    // doesn't end the process.
    stack_handle(SIGPIPE, stack_ignoring(), nil)
    stack_handle(SIGXFSZ, stack_ignoring(), nil)
    do throws(CommandError) {
      let arguments = Arguments()
      try arguments.read(words()[...])
      try Session(arguments, in: StackDirectories()).run()
    } catch {
      StandardError.printError(error)
      exit(error.status.rawValue)
    }
    exit(ExitStatus.success.rawValue)
  }

  /// The arguments after the program's name.
  private static func words() throws(CommandError) -> [String] {
    var words: [String] = []
    for bytes in System.arguments.dropFirst() {
      // Completion accepts any bytes, because it only inspects them.
      guard let word = String(exactly: bytes[...]) ?? (words.first == "complete" ? "" : nil) else {
        throw .notUTF8("argument \(words.count + 1)")
      }
      words.append(word)
    }
    return words
  }
}
