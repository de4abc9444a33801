// `stack attach` and `stack detach`: add files and URLs to the current task, and remove them.

import Stack

extension Command {
  static let attach = Command(
    operands: .oneOrMore("FILE|URL…"), offers: .files,
    summary: "attach files or URLs to the current task",
    verb: "attach anything to", participle: "attached",
    requiredOperand: (name: "a file or URL", example: "attach draft.pdf")
  ) { (session) throws(CommandError) in
    let items = try session.attachments(session.arguments.operands)
    let change = try session.attempt(queue: session.queue().attach(contentsOf: items))
    try session.finish(change) { _ in "Attached to:" }
  }

  static let detach = Command(
    operands: .anyNumber("FILE|URL|N…"), offers: .attachments, summary: "remove attachments",
    verb: "detach anything from",
    participle: "detached"
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let queue = try session.attempt(queue: session.queue())
    let attached = try session.attempt(queue: queue.taskToChange()).attachments
    let items = try AttachmentName.attachments(words, among: attached)
    let change = try session.attempt(
      queue: words.isEmpty ? queue.detachAll() : queue.detach(contentsOf: items))
    try session.finish(change) { _ in
      "Detached from:"
    }
  }
}
