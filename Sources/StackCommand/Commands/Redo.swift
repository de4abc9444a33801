// `stack redo`: puts back the change that undo took.

import Stack

extension Command {
  static let redo = Command(
    summary: "put back what undo took",
    help: """
      Put back the change that undo took back last.

        § undo
        § redo
      """,
    participle: "put back"
  ) { (session) throws(CommandError) in
    let restoration = try attempt(queue: session.queue().redo())
    try session.finish("Put back: \(restoration.inWords)", restoration.front)
  }
}
