// A command line that has been parsed.

import Stack

/// What a person asked for: what is to be done, with which queue, and how the current task is shown.
struct Invocation {
  let action: Command.Action
  let queueName: QueueName
  /// The option that chose the queue, with a space before it; empty where there was none.
  let queueOption: String
  /// Whether the current task is to be shown as JSON.
  let showsJSON: Bool

  func run(in folders: Folders) throws(CommandError) {
    try action(
      Session(
        queueName: queueName, queueOption: queueOption, output: Output(showsJSON: showsJSON),
        folders: folders))
  }
}
