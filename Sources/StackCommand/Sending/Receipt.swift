import Stack

extension StackName {
  /// The line that `stack receive` prints and `stack send` waits for, such as `received 1.0.0
  /// work`: the program's version, and the stack to which the task was added.
  var receipt: String { "received \(Program.version) \(text)" }

  /// The stack in such a line, perhaps after what a login script printed without a line break;
  /// `nil` for anything else that a program might print, such as `received 12 bytes`.
  init?(receipt line: String) {
    let words = Array(line.split(separator: " ", omittingEmptySubsequences: false).suffix(3))
    guard words.count == 3, words[0].hasSuffix("received"),
      words[1].utf8.allSatisfy({ $0.isPlain }), words[1].split(separator: ".").count >= 3
    else { return nil }
    self.init(String(words[2]))
  }
}
