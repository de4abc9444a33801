// `stack detach`: takes attachments off the current task.

import Stack

extension Command {
  static let detach = Command(
    operands: "[FILE|URL…]",
    offers: .attachments,
    summary: "take attachments off the current task",
    help: """
      Take attachments off the current task: the ones named, or all.

        § detach draft.pdf
      """,
    verb: "detach anything from",
    participle: "detached"
  ) { (session) throws(CommandError) in
    let items = session.arguments.operands
    let attachments = try attempt(queue: session.queue().front()).task?.attachments ?? []
    let named = items.isEmpty ? nil : AttachmentArgument.named(items, among: attachments)
    try session.finish(attempt(queue: session.queue().detach(named))) { _ in "Detached from:" }
  }
}
