// `stack stacks`: prints the names of the user's stacks.

import Stack

extension Command {
  static let stacks = Command(
    summary: "list the names of your stacks",
    help: """
      Print the names of your stacks, one per line.

        § stacks
      """,
    needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    let names = try attempt(session.directories.queueNames(), or: CommandError.queue)
    if !names.isEmpty { try session.write(names.map { $0.text + "\n" }.joined()) }
  }
}
