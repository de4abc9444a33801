// Delivers a task to another stack: over ssh, or directly to another stack of this user.

import Stack

extension Recipient {
  /// Adds a task to the stack. Returns the stack's name when the task is known to be there.
  func deliver(_ task: QueuedTask, _ session: Session) throws(CommandError) -> QueueName {
    if let host { return try deliver(task, over: host) }
    guard let queue else { throw invalid }
    _ = try attempt(TaskQueue(queue, in: session.directories).receive(task.onOneLine)) {
      (error: QueueError) in
      // After a failed sync, the task may not be on the disk there, so it stays here.
      guard case .incomplete(let reason) = error else { return session.commandError(error) }
      return keptAfterSending(task, .system(reason), session)
    }
    return queue
  }

  /// The error that ends the command if a task was sent, but couldn't be removed here.
  func keptAfterSending(_ task: QueuedTask, _ error: QueueError, _ session: Session) -> CommandError
  {
    let reported = session.commandError(error)
    switch error {
    case .incomplete: return reported
    case .changedMeanwhile:
      return CommandError(
        .tryAgain,
        "the task was sent to \(text), but was changed here in the meantime, so it stays here, too")
    default:
      // Not "try again", which would send it twice.
      return CommandError(
        reported.status == .tryAgain ? .inputOutput : reported.status,
        "the task was sent to \(text), but it is still here too: \(error)",
        "to have it only there, drop this task here: \(task.title.visible)")
    }
  }

  /// Sends a task to `stack receive` on another machine. Returns the name of the stack that
  /// received it.
  private func deliver(_ task: QueuedTask, over host: String) throws(CommandError) -> QueueName {
    let user = System.firstVariable(["USER", "LOGNAME"]) ?? Array("someone".utf8)
    let sender = String(decoding: user, as: UTF8.self) + "@" + System.hostName
    // A file rather than a pipe, because its offset shows how much ssh has read.
    let payload = try attempt(
      system: OpenFile.temporary(holding: Array(task.payload(from: sender).utf8)))
    let option = queue.map { ["-s", $0.text] } ?? []
    // Never a terminal, whatever the configuration requests: at a terminal, receive would wait for
    // the end of the input.
    let arguments = (["-T", host, "stack"] + option + ["receive"]).map { Array($0.utf8) }
    // The task can have arrived only if ssh has read it.
    var wasRead: Bool { (try? payload.position()) != 0 }
    let mayHaveArrived = ", but may have arrived there, too"
    func failure(_ problem: String, _ addition: String = "") -> CommandError {
      CommandError(.unavailable, "\(problem); the task stays here\(addition)")
    }
    func lostOrUnreachable(_ report: String) -> CommandError {
      wasRead
        ? failure("the answer of \(text) was lost\(report)", mayHaveArrived)
        : failure("\(text) could not be reached\(report)")
    }
    var outputs = [OutputTail(), OutputTail()]
    let status: ChildStatus
    do throws(FileError) {
      status = try Child.run(chosenBy: ["STACK_SSH"], else: "ssh", with: arguments, input: payload)
      {
        outputs[$0].append($1)
      }
    } catch {
      throw lostOrUnreachable(": \(error)")
    }
    let queue = QueueName(receipt: outputs[0].lastLine)
    // A receipt proves nothing if nothing was read: a login script may have printed it.
    if let queue, wasRead, status == .exited(0) { return queue }
    let report =
      outputs[1].inWords.isEmpty && queue == nil ? outputs[0].inWords : outputs[1].inWords
    switch status {
    case .exited(0) where wasRead:
      throw failure(
        "\(text) did not confirm that it received the task (stack 1.0.0 never does)\(report)",
        "\(mayHaveArrived): if it did, drop it here")
    // Only the report says whether the queue there was changed.
    case .exited(ExitStatus.inputOutput.rawValue) where !report.isEmpty:
      throw failure("\(text) had an I/O error\(report)")
    // It is unknown what became of the task: an I/O error, timeout(1) (124 and 125), a program that
    // was killed, as shells report it (from 129 on), or an error of ssh(1) itself (255).
    case .exited(ExitStatus.inputOutput.rawValue), .exited(124...125), .exited(129...), .killed:
      throw lostOrUnreachable(report)
    // The receipt says that the task arrived, and the status that something failed.
    case .exited(let number) where number != 0 && queue != nil: throw lostOrUnreachable(report)
    case .exited: throw failure("\(text) did not accept the task\(report)")
    }
  }
}

/// The last bytes of an output. No more is kept, however much there is.
private struct OutputTail {
  private static let limit = 200
  /// One byte more than the limit if something was cut off.
  private var bytes: [UInt8] = []

  mutating func append(_ more: [UInt8]) {
    bytes += more.suffix(Self.limit + 1)
    bytes.removeFirst(max(0, bytes.count - Self.limit - 1))
  }

  /// The last line that isn't blank, after an ellipsis if its beginning was cut off. Only LF and CR
  /// end a line.
  var lastLine: String {
    let kept = Array(bytes.suffix(Self.limit))
    let isCut = bytes.count > Self.limit
    let last = kept.split { $0.isLineBreak }.last { line in
      line.contains { !" \t".utf8.contains($0) }
    }
    guard let last else { return isCut ? "…" : "" }
    return (isCut && last.startIndex == 0 ? "…" : "") + String(decoding: last, as: UTF8.self)
  }

  /// The last line as a part of a sentence, after a colon.
  var inWords: String {
    var last = lastLine[...]
    if last.hasPrefix("stack: ") { last = last.dropFirst("stack: ".count) }
    if last.hasSuffix(".") { last = last.dropLast() }
    return last.isEmpty ? "" : ": \(last)"
  }
}
