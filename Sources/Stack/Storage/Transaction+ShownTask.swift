// Whether the user of an interactive shell knows the current task. ``ShownTask`` says why.

extension Transaction {
  /// Whether the user knows that a task is the current one: the prompt shows it, or the last change
  /// came from the same shell and made it the current one, as in `stack done && stack done`. Also
  /// true if no prompt shows the queue.
  func isKnown(_ current: QueuedTask?) throws(FileError) -> Bool {
    guard let prompt, !prompt.shows(current) else { return true }
    let last = try history?.record(of: history?.entries.last)
    return last?.shell == prompt.shell && last?.front == current.checksum
  }
}
