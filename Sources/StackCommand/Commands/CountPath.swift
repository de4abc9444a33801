// `stack count` and `stack path`: for scripts.

import Stack

extension Command {
  static let count = Command(summary: "show how many tasks there are", printsTask: false) {
    (session) throws(CommandError) in
    try session.write("\(session.attempt(queue: session.queue().count()))\n")
  }

  static let path = Command(summary: "show where the file is", printsTask: false) {
    (session) throws(CommandError) in
    try session.write(session.attempt(queue: session.queue()).path.bytes + Array("\n".utf8))
  }
}
