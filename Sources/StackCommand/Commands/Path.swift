// `stack path`: shows where the file is.

import Stack

extension Command {
  static let path = Command(
    summary: "show where the file is",
    help: """
      Show where the file is.

        git add "$(§ path)"
      """
  ) { (session) throws(CommandError) in
    try session.write(attempt(queue: session.queue()).path.bytes + Array("\n".utf8))
  }
}
