// Delivers a task to another stack: over ssh, or directly to one of this user's own.

import Stack

extension Recipient {
  /// Adds a task to the stack. Returns which stack it was when the task is known to be there.
  func deliver(_ task: QueuedTask, _ session: Session) throws(CommandError) -> QueueName {
    if let host { return try deliver(task, over: host) }
    guard let queue else { throw .invalidHost(text) }
    do throws(QueueError) {
      try TaskQueue(queue, in: session.directories).receive(
        task.onOneLine, from: ":\(session.queueName.text)")
    } catch {
      // It may not be on the disk there, so it stays here.
      guard case .incomplete(let reason) = error else { throw .queue(error) }
      throw .sentButNotMoved(title: task.title.visible, recipient: text, .system(reason))
    }
    return queue
  }

  /// Why a task stays here. After the last two, it may have arrived as well.
  enum Failure {
    case unreachable
    case refused
    case remoteIOError
    case answerLost
    case notAcknowledged
  }

  /// Gives a task to `stack receive` on another machine. Returns the stack there that has received it.
  private func deliver(_ task: QueuedTask, over host: String) throws(CommandError) -> QueueName {
    // A file rather than a pipe, because its offset tells how much the other side has read.
    let payload = try attempt(OpenFile.temporary(), or: CommandError.system)
    try attempt(payload.write(Array(task.payload(from: Self.sender).utf8)), or: CommandError.system)
    try attempt(payload.rewind(), or: CommandError.system)
    let (child, pipes) = try attempt(start(host, with: payload)) { (error: SystemCallError) in
      .notSent(.unreachable, host: text, report: ": \(error)")
    }
    var output = OutputTail()
    var errors = OutputTail()
    var wasRead: Bool { (try? payload.position()) != 0 }
    let status: ChildStatus
    do throws(SystemCallError) {
      status = try child.wait(reading: pipes) { (pipe, bytes) in
        if pipe == 0 { output.append(bytes) } else { errors.append(bytes) }
      }
    } catch {
      throw .notSent(wasRead ? .answerLost : .unreachable, host: text, report: ": \(error)")
    }
    let queue = QueueName(receipt: output.lastLine)
    // Nothing can have been received if nothing was read, whatever a login script prints.
    if let queue, wasRead, status == .exited(0) { return queue }
    let report = errors.inWords.isEmpty && queue == nil ? output.inWords : errors.inWords
    let failure: Failure =
      switch status {
      case .exited(0): wasRead ? .notAcknowledged : .refused
      // The queue there is as before or as after, and only the report says which.
      case .exited(ExitStatus.inputOutput.rawValue) where !report.isEmpty: .remoteIOError
      case .exited(let number) where queue == nil && !Self.isInconclusive(number): .refused
      case .exited, .killed: wasRead ? .answerLost : .unreachable
      }
    throw .notSent(failure, host: text, report: report)
  }

  /// Whether an exit status leaves open what became of the task: an I/O error, timeout(1) (124 and 125), a program that
  /// was killed, as shells report it (from 129 on), or an error of ssh(1) itself (255).
  private static func isInconclusive(_ status: Int32) -> Bool {
    [ExitStatus.inputOutput.rawValue, 124, 125].contains(status) || status > 128
  }

  /// Who sends: `user@host`.
  private static var sender: String {
    let user = ["USER", "LOGNAME"].lazy.compactMap(System.environmentVariable).first { !$0.isEmpty }
    return String(decoding: user ?? Array("someone".utf8), as: UTF8.self) + "@" + System.hostName
  }

  /// Starts ssh. Returns the reading ends of its standard output and standard error; ssh alone has the other ends.
  private func start(
    _ host: String, with payload: OpenFile
  ) throws(SystemCallError) -> (child: Child, pipes: [OpenFile]) {
    let output = try OpenFile.makePipe()
    let errors = try OpenFile.makePipe()
    let option = queue.map { ["-s", $0.text] } ?? []
    // No terminal, even if the configuration asks for one: there, receive would wait for the end of the input.
    let arguments = (["-T", host, "stack"] + option + ["receive"]).map { Array($0.utf8) }
    let child = try Child(
      chosenBy: ["STACK_SSH"], else: "ssh", with: arguments,
      redirections: [(0, payload), (1, output.writing), (2, errors.writing)])
    return (child, [output.reading, errors.reading])
  }
}

/// The last bytes of what the other side printed. No more is kept, however much it prints.
private struct OutputTail {
  private static let limit = 200
  /// One byte more than the limit if something was cut off.
  private var bytes: [UInt8] = []

  mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes += more.suffix(Self.limit + 1)
    bytes.removeFirst(max(0, bytes.count - Self.limit - 1))
  }

  /// The last line that isn't blank, after an ellipsis if its beginning was cut off. Only LF and CR end a line.
  var lastLine: String {
    let kept = Array(bytes.suffix(Self.limit))
    let isCut = bytes.count > Self.limit
    let last = kept.split { $0.isLineBreak }.last { line in line.contains { !" \t".utf8.contains($0) } }
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
