// `stack send`: moves the current task to another machine, or to another stack of this user.

import Stack

extension Command {
  static let send = Command(
    operands: .either(.all(["HOST[:NAME]"]), .all([":NAME"])), offers: .hosts,
    summary: "move the current task to another stack",
    verb: "send", participle: "sent",
    requiredOperand: (name: "a host", example: "send sam@desk.example")
  ) { (session) throws(CommandError) in
    let recipient = try Recipient(session.arguments.operands[0])
    try recipient.requireOther(than: session)
    let task = try session.attempt(queue: session.queue().taskToChange())
    let isNew = try recipient.ownQueue.map { (name) throws(CommandError) in try session.isNew(name)
    }
    let queue = try recipient.deliver(task, session)
    let change = try attempt(session.queue().markSent(task, to: recipient.text)) {
      (error: QueueError) in
      recipient.keptAfterSending(task, error, session)
    }
    if let isNew {
      let place = isNew ? "the new stack \(queue.text)" : recipient.text
      return try session.finish(change) { "Sent to \(place): \($0)" }
    }
    // A forced command in authorized_keys may have chosen another stack.
    let expected = recipient.queue ?? .standard
    let elsewhere = queue == expected ? "" : " (stack \(queue.text), not \(expected.text))"
    let local = task.localAttachments.map { $0.visible }
    let stay = local.isEmpty ? "" : " (these files stay here: \(local.joined(separator: ", ")))"
    try session.finish(change) {
      "Sent to \(recipient.text)\(elsewhere): \($0)\(stay)"
    }
  }
}
