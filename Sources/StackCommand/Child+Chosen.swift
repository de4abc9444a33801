// Other programs that are run to their end: a person's editor, ssh, and what opens an attachment.

import Stack

extension Child {
  /// Starts a program that a person may choose with a variable.
  ///
  /// What stands in a variable is read by a shell, the way git does it, and the arguments are passed to it as
  /// arguments, which nobody reads again.
  ///
  /// - Parameters:
  ///   - variables: They may hold a command, such as `code --wait`; the first that isn't empty counts.
  ///   - standard: The program where none of them says anything.
  ///   - redirections: The files that the program gets as its descriptors.
  convenience init(
    chosenBy variables: [String], else standard: String, with arguments: [[UInt8]],
    redirections: [Redirection] = []
  ) throws(SystemCallError) {
    let command = variables.lazy.compactMap(System.environmentVariable).first { !$0.isEmpty }
    let shell = command.map { [Array("sh".utf8), Array("-c".utf8), $0 + Array(" \"$@\"".utf8), $0] }
    try self.init((shell ?? [Array(standard.utf8)]) + arguments, redirections: redirections)
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
