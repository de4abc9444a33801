// `stack detach`: takes attachments off the current task.

import Stack

extension Command {
  static func detach() -> Command {
    Command(
      group: .attachAndSend,
      operands: "[FILE|URL…]",
      offers: .attachments,
      summary: "take attachments off the current task",
      help: {
        """
        Take attachments off the current task: the ones named, or all.

          \(Program.name) detach draft.pdf
        """
      },
      verb: "detach anything from",
      participle: "detached",
      changesQueue: true,
      parse: parseDetach)
  }
}

private func parseDetach(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  { (session) throws(CommandError) in
    let items = arguments.operands
    let attachments = try attempt(queue: session.queue().front()).task?.attachments ?? []
    let named = items.isEmpty ? nil : AttachmentArgument.named(items, among: attachments)
    let outcome = try attempt(queue: session.queue().detach(named))
    try session.finish(outcome) { _ in "Detached from:" }
  }
}
