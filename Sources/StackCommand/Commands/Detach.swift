// `stack detach`: removes attachments from the current task.

import Stack

extension Command {
  static let detach = Command(
    operands: "[FILE|URL|N…]",
    offers: .attachments,
    summary: "remove attachments",
    help: """
      Remove attachments from the current task: those given by name or number, or
      all of them.

        § detach draft.pdf
        § detach 2
      """,
    verb: "detach anything from",
    participle: "detached"
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let attachments = try attempt(session.queue().front(), or: CommandError.queue).task?.attachments ?? []
    let items = try AttachmentArgument.named(words, among: attachments)
    let queue = try attempt(session.queue(), or: CommandError.queue)
    let change = try attempt(
      words.isEmpty ? queue.detachAll() : queue.detach(contentsOf: items), or: CommandError.queue)
    try session.finish(change) { _ in "Detached from:" }
  }
}
