// `stack attach`: attaches files and URLs to the current task.

import Stack

extension Command {
  static func attach() -> Command {
    Command(
      group: .attachAndSend,
      operands: "FILE|URL…",
      offers: .files,
      summary: "attach files or URLs to the current task",
      help: {
        """
        Attach files or URLs to the current task. A file stays where it is; its
        path is remembered.

          \(Program.name) attach draft.pdf https://example.org/agenda

        What begins with a scheme, such as https:, is a URL.
        """
      },
      verb: "attach anything to",
      participle: "attached",
      changesQueue: true,
      neededOperand: NeededOperand(name: "a file or URL", example: "attach draft.pdf"),
      parse: parseAttach)
  }
}

private func parseAttach(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  if arguments.operands.isEmpty { throw .missingOperand }
  return { (session) throws(CommandError) in
    let items = try AttachmentArgument.resolved(arguments.operands)
    let outcome = try attempt(queue: session.queue().attach(items))
    try session.finish(outcome) { _ in "Attached to:" }
  }
}
