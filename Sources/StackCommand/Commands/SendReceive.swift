import Stack

extension Command {
  static let send = Command(
    operands: "HOST[:NAME]", otherOperands: ":NAME", offers: .hosts, summary: "move the current task to another stack",
    habits: "share", verb: "send", participle: "sent",
    requiredOperand: (name: "a host", example: "send sam@desk.example")
  ) { (session) throws(CommandError) in
    let recipient = try Recipient(session.arguments.operands[0])
    if recipient.host == nil, recipient.queue == session.queueName {
      throw CommandError(.usage, "the task is already in the stack '\(session.queueName.text)'", "name another stack")
    }
    let task = try session.current().task
    let queue = try recipient.deliver(task, session)
    let change = try attempt(session.queue().markSent(task, to: recipient.text)) { (error: QueueError) in
      recipient.keptAfterSending(task, error, session)
    }
    if recipient.host == nil { return try session.finish(change) { "Sent to \(recipient.text): \($0)" } }
    // A forced command in authorized_keys may have chosen another stack.
    let elsewhere = recipient.queue.map { $0 == queue ? "" : ", not \($0.text)" } ?? ""
    let local = task.localAttachments.map { $0.visible }
    let stay = local.isEmpty ? "" : " (these stay here: \(local.joined(separator: ", ")))"
    try session.finish(change) { "Sent to \(recipient.text) (stack \(queue.text)\(elsewhere)): \($0)\(stay)" }
  }

  static let receive = Command(summary: "add a task from standard input", participle: "added") {
    (session) throws(CommandError) in
    let bytes = try StandardInput.read(
      beyond: QueuedTask.maximumPayloadSize,
      hint: "Waiting for a task from \(Program.name) send. Press Ctrl-D on an empty line to end it.")
    let task = try attempt(QueuedTask(payload: bytes, arrival: .now)) { (problem: FormatProblem) in
      CommandError(.data, "this is not a task: \(problem); nothing was changed")
    }
    _ = try session.attempt(queue: session.queue().receive(task))
    try session.write(session.queueName.receipt + "\n", afterChange: true)
  }
}
