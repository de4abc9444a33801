// `stack attach`: attaches files and URLs to the current task.

import Stack

extension Command {
  static let attach = Command(
    operands: "FILE|URL…",
    offers: .files,
    summary: "attach files or URLs to the current task",
    help: """
      Attach files or URLs to the current task. A file stays where it is; the task
      has its path.

        § attach draft.pdf https://example.org/agenda

      A word that begins with a scheme, such as https:, is a URL.
      """,
    verb: "attach anything to",
    participle: "attached",
    requiredOperand: (name: "a file or URL", example: "attach draft.pdf")
  ) { (session) throws(CommandError) in
    let items = try AttachmentArgument.resolved(session.arguments.operands)
    try session.finish(attempt(session.queue().attach(contentsOf: items), or: CommandError.queue)) { _ in
      "Attached to:"
    }
  }
}
