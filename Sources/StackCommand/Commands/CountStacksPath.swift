// `stack count`, `stack stacks` and `stack path`: for scripts.

import Stack

extension Command {
  static let count = Command(summary: "show how many tasks there are", printsTask: false) {
    (session) throws(CommandError) in
    try session.write("\(session.attempt(queue: session.queue().count()))\n")
  }

  static let stacks = Command(
    summary: "list the names of your stacks", printsTask: false, needsQueue: { _ in false }
  ) {
    (session) throws(CommandError) in
    try session.write(
      session.attempt(queue: TaskQueue.names(in: session.directories)).map { $0.text + "\n" }
        .joined())
  }

  static let path = Command(summary: "show where the file is", printsTask: false) {
    (session) throws(CommandError) in
    try session.write(session.attempt(queue: session.queue()).path.bytes + Array("\n".utf8))
  }
}
