// `stack redo`: redoes the change that was undone last.

import Stack

extension Command {
  static let redo = Command(
    summary: "redo what was undone",
    help: """
      Redo the change that was undone last.

        § undo
        § redo
      """,
    participle: "redone"
  ) { (session) throws(CommandError) in
    let restoration = try attempt(session.queue().redo(), or: CommandError.queue)
    if restoration.isDamage {
      return StandardError.printNote("Restored the damaged text; undo restores the file again.")
    }
    try session.finish("Redid: \(restoration.inWords)", restoration.front)
  }
}
