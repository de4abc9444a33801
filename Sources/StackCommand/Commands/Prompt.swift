// `stack prompt`: shows the current task on one line, for a prompt or a status bar.

import Stack

private let standardColumns = 40
private let maxOption = Option(
  long: "--max", value: "N", summary: "shorten to N columns", details: "; \(standardColumns) if not given")
private let watchOption = Option(long: "--watch", summary: "keep running, and print a line whenever it changes")
private let extentOption = Option(
  long: "--extent", summary: "first print how many bytes of the file the answer depends on",
  details: ": the file's size + 1 if it is the whole file, 1 if there is no file")
private let checkOption = Option(
  long: "--check", summary: "then print a checksum of the task", details: "; an empty line if there is none")

extension Command {
  static let prompt = Command(
    summary: "show the current task for a prompt", options: { [maxOption, watchOption, extentOption, checkOption] }
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let columns = try Arguments.number(arguments.values(of: maxOption).last, of: "--max") ?? standardColumns
    if arguments.has(watchOption) { return try watch(session, columns: columns) }
    let front = try session.attempt(queue: session.queue().front(within: 1))
    var text = arguments.has(extentOption) ? "\(front.scannedByteCount)\n" : ""
    if arguments.has(checkOption) { text += (front.task?.title.checksum ?? "") + "\n" }
    if let task = front.task { text += session.promptLine(of: task, columns: columns) + "\n" }
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
  let queue = try session.attempt(queue: session.queue())
  do throws(SystemCallError) {
    try queue.watch(within: 1, untilClosed: output.descriptor) { (front) throws(SystemCallError) in
      // The line if the file can't be read; with --json, a string.
      var line = session.display.showsJSON ? "\"(stack!)\"" : "(stack!)"
      var reason: QueueError?
      switch front {
      case .success(let front): line = front.task.map { session.promptLine(of: $0, columns: columns) } ?? ""
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
  /// The line of `stack prompt` for a task, without its end.
  fileprivate func promptLine(of task: QueuedTask, columns: Int) -> String {
    display.showsJSON ? task.json : task.title.visible.shortened(toColumns: columns)
  }
}
