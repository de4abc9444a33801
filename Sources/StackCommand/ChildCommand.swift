// Other programs that are run to their end: a person's editor, ssh, and what opens an attachment.

import Stack

/// A program that a person may choose with a variable.
struct ChildCommand {
  /// The variables that may hold a command, such as `code --wait`; the first that isn't empty counts.
  let variables: [String]
  /// The program where none of them says anything.
  let standard: String

  /// Starts the command.
  ///
  /// What stands in a variable is read by a shell, the way git does it, and the arguments are passed to it as
  /// arguments, which nobody reads again.
  ///
  /// - Parameter redirections: The files that the program gets as its descriptors.
  func start(with arguments: [[UInt8]], redirections: [Redirection] = []) throws(SystemError) -> Child {
    for variable in variables {
      guard let command = System.environmentVariable(variable), !command.isEmpty else { continue }
      let script = command + Array(" \"$@\"".utf8)
      return try Child(
        [Array("sh".utf8), Array("-c".utf8), script, command] + arguments, redirections: redirections)
    }
    return try Child([Array(standard.utf8)] + arguments, redirections: redirections)
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
