// What the sentences of a run need to know of its command line.

/// What a sentence says besides what went wrong: which command it was, and how to call the program again.
struct MessageContext {
  /// The command, where it is known.
  var command: Command?
  /// The option that chooses the same queue again, with a space before it; empty where there was none.
  var queueOption = ""

  /// The words that begin every command line for the same queue.
  var stack: String { Program.name + queueOption }
}
