// `stack receive`: adds a task that `stack send` sends from another machine.

import Stack

extension Command {
  static let receive = Command(
    summary: "add a task from standard input", participle: "added",
    printsTask: false
  ) {
    (session) throws(CommandError) in
    let bytes = try StandardInput.read(
      beyond: QueuedTask.maximumPayloadSize,
      hint: "Waiting for a task from \(Program.name) send. Press Ctrl-D on an empty line to end it."
    )
    let task = try attempt(QueuedTask(payload: bytes)) { (problem: FormatProblem) in
      CommandError(.data, "this is not a task: \(problem); nothing was changed")
    }
    _ = try session.attempt(queue: session.queue().receive(task))
    try session.write(session.stackName.receipt + "\n", afterChange: true)
  }
}
