// `stack prompt`: shows the current task on one line, for a prompt or a status bar.

import Stack

/// How wide the task is at most. The scripts of all shells but elvish say it themselves, by
/// `--max`.
private let standardColumns = 40
private let maxOption = Option(
  long: "--max", value: "N", summary: "shorten to N columns",
  details: "; \(standardColumns) if not given")
private let watchOption = Option(
  long: "--watch", summary: "keep running, and print a line whenever it changes")
private let dotOption = Option(
  long: "--dot", summary: "put the dot before the task that shows how long the queue is",
  details: "; without colour")
private let extentOption = Option(
  long: "--extent", summary: "first print how many bytes of the file the answer depends on",
  details: ": the file's size + 1 if it is the whole file, 1 if there is no file")
private let checkOption = Option(
  long: "--check", summary: "then print checksums of the file's path and of the task",
  details: "; - if there is no task")

extension Command {
  static let prompt = Command(
    summary: "show the current task for a prompt",
    options: { [maxOption, watchOption, dotOption, extentOption, checkOption] }
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let columns =
      try Arguments.number(arguments.values(of: maxOption).last, of: "--max") ?? standardColumns
    if arguments.has(watchOption) { return try watch(session, columns: columns) }
    let queue = try session.attempt(queue: session.queueToShow())
    let front = try session.attempt(queue: queue.front(within: session.countedDepth))
    var text = arguments.has(extentOption) ? "\(front.extent)\n" : ""
    if arguments.has(checkOption) {
      text += ShownTask.checksums(of: front.task, in: queue.path) + "\n"
    }
    if let line = session.promptLine(of: front, columns: columns) { text += line + "\n" }
    try session.write(text)
  }
}

/// Prints a line now and whenever it changes, until standard output has no reader anymore.
private func watch(_ session: Session, columns: Int) throws(CommandError) {
  for option in [extentOption, checkOption] where session.arguments.has(option) {
    throw session.arguments.unexpected(option.long)
  }
  let output = OpenFile.standardOutput
  var printed: [UInt8]?
  let queue = try session.attempt(queue: session.queueToShow())
  do throws(FileError) {
    let depth = session.countedDepth
    try queue.watch(within: depth, untilClosed: output.descriptor) {
      (front) throws(FileError) in
      // The line if the file can't be read; with --json, a string.
      var line = session.display.showsJSON ? "\"(stack!)\"" : "(stack!)"
      var reason: QueueError?
      switch front {
      case .success(let front):
        line = session.promptLine(of: front, columns: columns) ?? ""
      case .failure(let error): reason = error
      }
      let bytes = Array((line + "\n").utf8)
      if bytes == printed { return }
      printed = bytes
      if let reason { StandardError.printError(session.commandError(reason)) }
      try output.write(bytes[...])
    }
  } catch {
    if !error.isDisconnection { throw CommandError(.inputOutput, "\(error)") }
  }
}

extension Session {
  /// The number of tasks up to which the line of `stack prompt` depends on the queue.
  fileprivate var countedDepth: Int { arguments.has(dotOption) ? QueueFront.maximumDepth : 1 }

  /// The line of `stack prompt`, without its end; `nil` if there is no task.
  fileprivate func promptLine(of front: QueueFront, columns: Int) -> String? {
    guard let task = front.task else { return nil }
    if display.showsJSON { return task.json }
    // The dot and a space leave no room for any text.
    guard arguments.has(dotOption), columns > 2 else {
      return task.title.visible.shortened(toColumns: columns)
    }
    let title = task.title.visible.shortened(toColumns: columns - 2)
    return "\(DepthDot.step(forDepth: front.depth).form) \(title)"
  }
}
