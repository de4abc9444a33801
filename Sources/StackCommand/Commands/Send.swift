// `stack send`: moves the current task to someone else's stack.

import Stack

extension Command {
  static let send = Command(
    operands: "HOST[:NAME]",
    offers: .hosts,
    summary: "move the current task to someone else's stack",
    help: """
      Move the current task to the stack of whoever answers at ssh HOST. NAME
      chooses one of the stacks there.

        § send sam@desk.example

      It stays here unless the other side answers that it took it. $STACK_SSH may
      name another command than ssh.

      There, ssh sam@desk.example § --version must work; if it doesn't, put the
      program into /usr/local/bin. With this before your key in ~/.ssh/authorized_keys
      Sam lets you send and nothing else:

        command="/usr/local/bin/§ receive",restrict

      Then Sam's line chooses the stack, and NAME has no say. Your own stack takes
      tasks from a phone or by a hotkey as well, with a shortcut that runs:

        ssh desk.example § push -
      """,
    habits: "share",
    verb: "send",
    participle: "sent",
    requiredOperand: (name: "a host", example: "send sam@desk.example")
  ) { (session) throws(CommandError) in
    let recipient = try Recipient(session.arguments.operands[0])
    let task = try session.current().task
    let queue = try recipient.deliver(task)
    let outcome: Outcome
    do throws(QueueError) {
      outcome = try session.queue().end(task, as: .sent(to: recipient.text))
    } catch {
      throw .sentButNotMoved(title: task.title.visible, host: recipient.text, error)
    }
    // A forced command there chooses for itself.
    let elsewhere = recipient.queue.map { $0 == queue ? "" : ", not \($0.text)" } ?? ""
    let local = task.localAttachments.map { $0.visible }
    let stay = local.isEmpty ? "" : " (these stay here: \(local.joined(separator: ", ")))"
    try session.finish(outcome) {
      "Sent to \(recipient.text) (stack \(queue.text)\(elsewhere)): \($0)\(stay)"
    }
  }
}
