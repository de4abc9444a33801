// The answer of `stack receive`, which `stack send` waits for: that the task was added, and to which stack.

import Stack

extension QueueName {
  /// A line such as `received 1.0.0 work`: the program's version, and the stack that has the task now.
  var receipt: String { "received \(Program.version) \(text)" }

  /// The stack in such a line; `nil` for anything else that a program might print, such as `received 12 bytes`.
  init?(receipt line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "received", words[1].utf8.allSatisfy({ $0.isPlain }),
      words[1].split(separator: ".").count >= 3
    else { return nil }
    self.init(String(words[2]))
  }
}
