// `stack receive`: takes a task that `stack send` wrote on another machine.

import Stack

extension Command {
  static let receive = Command(
    summary: "take a task from standard input",
    help: """
      Take one task, as § send writes it, from standard input, and add it at
      the back. It answers that, and in which stack the task is now.

        ssh desk.example § receive < task.json
      """,
    participle: "added"
  ) { (session) throws(CommandError) in
    let bytes = try StandardInput.read(
      beyond: QueuedTask.maximumPayloadSize,
      telling: "Waiting for a task as \(Program.name) send writes it. Ctrl-D on a line of its own ends it.")
    let task = try attempt(QueuedTask(payload: bytes, arrival: .now), or: CommandError.invalidTask)
    _ = try attempt(queue: session.queue().receive(task))
    try session.write(session.queueName.receipt + "\n", failing: CommandError.doneButNotShown)
  }
}
