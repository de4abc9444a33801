// `stack` alone: shows the current task.

import Stack

/// Shows the current task, which is what is done where no command is named.
func showFront(_ session: Session) throws(CommandError) {
  let front = try attempt(queue: session.queue().front())
  if !front.hasFile, session.queueName == .standard {
    Hints.tellGreeting()
  } else if front.task == nil {
    Hints.tellFreshStart(in: session.queueName)
  }
  try attempt(output: session.output.show(front))
}
