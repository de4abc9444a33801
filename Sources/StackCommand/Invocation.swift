// A command line that has been understood.

import Stack

/// What a person asked for: what is to be done, with which queue, and how the current task is shown.
struct Invocation {
  let action: Command.Action
  let queueName: QueueName
  /// Whether the current task is to be shown as JSON.
  let showsJSON: Bool

  func run() throws(CommandError) {
    try action(Session(queueName: queueName, output: Output(showsJSON: showsJSON)))
  }
}
