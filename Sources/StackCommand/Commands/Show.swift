// `stack` alone: shows the current task.

import Stack

/// What is done where no command is named.
enum Show {
  static let summary = "show the current task"

  static func perform(_ session: Session) throws(CommandError) {
    let front = try attempt(queue: session.queue().front())
    if !front.hasFile, session.queueName == .standard {
      Hints.tellGreeting()
    } else {
      try session.show(front)
    }
  }
}
