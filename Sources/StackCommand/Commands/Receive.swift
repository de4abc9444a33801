// `stack receive`: takes a task that `stack send` wrote on another machine.

import Stack

extension Command {
  static func receive() -> Command {
    Command(
      group: .severalMachines,
      summary: "take a task from standard input",
      help: {
        """
        Take one task, as \(Program.name) send writes it, from standard input, and add it at
        the back. It answers that, and in which stack the task is now.

          ssh desk.example \(Program.name) receive < task.json
        """
      },
      participle: "added",
      changesQueue: true,
      parse: withoutOperands(receiveTask))
  }
}

private func receiveTask(_ session: Session) throws(CommandError) {
  StandardInput.tellIfTyped(
    "Waiting for a task as \(Program.name) send writes it. Ctrl-D on a line of its own ends it.")
  let bytes = try StandardInput.read(atMost: QueuedTask.maximumPayloadSize)
  let task: QueuedTask
  do throws(FormatProblem) {
    task = try QueuedTask(payload: bytes, arrival: .now)
  } catch {
    throw .invalidTask(error)
  }
  _ = try attempt(queue: session.queue().receive(task))
  do throws(SystemError) {
    try session.output.write(Receipt(queue: session.queueName).line)
  } catch {
    throw .doneButNotShown(error)
  }
}
