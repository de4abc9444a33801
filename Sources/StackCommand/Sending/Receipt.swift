// What `stack receive` answers and `stack send` waits for: that a task was taken, and into which stack.

import Stack

/// A line such as `received 1.0.0 work`: the program's version there, and the stack that has the task now.
struct Receipt {
  private static let word = "received"

  let queue: QueueName

  var line: String { "\(Self.word) \(Program.version) \(queue.text)" }

  init(queue: QueueName) { self.queue = queue }

  /// Parses a line; `nil` for all that another program might say, such as `received 12 bytes`.
  init?(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == Self.word, words[1].utf8.allSatisfy({ $0.isPlain }),
      words[1].split(separator: ".").count >= 3, let queue = QueueName(String(words[2]))
    else { return nil }
    self.queue = queue
  }
}
