// Hands a task to somebody else's stack, by ssh.

import Stack

extension Recipient {
  /// Hands a task to `stack receive` on the other machine. Returns when that has taken it, and said into which stack.
  func deliver(_ task: QueuedTask) throws(CommandError) -> QueueName {
    // As a file, not a pipe: its position tells afterwards how far the other side has read.
    let payload = try attempt(system: OpenFile.temporary())
    try attempt(system: payload.write(Array(task.payload(from: Self.sender).utf8)))
    try attempt(system: payload.rewind())
    var output = OutputTail()
    var errors = OutputTail()
    let status: ChildStatus
    do throws(SystemError) {
      let (child, pipes) = try start(with: payload)
      status = try child.wait(reading: pipes) { (pipe, bytes) in
        if pipe == 0 { output.take(bytes) } else { errors.take(bytes) }
      }
    } catch {
      throw .notSent(.unreachable, host: text, report: ": \(error)")
    }
    let wasRead = (try? payload.position()) != 0
    let queue = QueueName(receipt: output.lastLine)
    let report = errors.inWords.isEmpty && queue == nil ? output.inWords : errors.inWords
    if let queue, status == .exited(0) { return queue }
    let failure: Failure =
      switch status {
      case .exited(0): wasRead ? .notAcknowledged : .refused
      // The queue there is as before or as after, and only the report says which.
      case .exited(ExitStatus.inputOutput.rawValue) where !report.isEmpty: .remoteIOError
      case .exited(let number) where queue == nil && !Self.saysNothing(number): .refused
      case .exited, .killed: wasRead ? .answerLost : .unreachable
      }
    throw .notSent(failure, host: text, report: report)
  }

  /// Why a task stays here; after the last two it may be there too.
  enum Failure {
    case unreachable
    case refused
    case remoteIOError
    case answerLost
    case notAcknowledged
  }

  /// Whether a status doesn't say what became of the task: reading or writing failed somewhere, timeout(1) had
  /// enough (124) or failed itself (125), a program was killed, as shells have it (from 129 on), or ssh(1) had
  /// an error (255).
  private static func saysNothing(_ status: Int32) -> Bool {
    [ExitStatus.inputOutput.rawValue, 124, 125].contains(status) || status > 128
  }

  /// Who sends: `user@host`.
  private static var sender: String {
    let user = ["USER", "LOGNAME"].lazy.compactMap(System.environmentVariable).first { !$0.isEmpty }
    return String(decoding: user ?? Array("someone".utf8), as: UTF8.self) + "@" + System.hostName
  }

  /// Starts ssh, and returns the ends of the pipes on which to hear what it says, standard output first. Their
  /// other ends are ssh's alone.
  private func start(with payload: OpenFile) throws(SystemError) -> (child: Child, pipes: [OpenFile]) {
    let output = try OpenFile.makePipe()
    let errors = try OpenFile.makePipe()
    // It needs no terminal, whatever its configuration says, for there it would wait for more.
    let option = queue.map { ["-s", $0.text] } ?? []
    let arguments = (["-T", host, "stack"] + option + ["receive"]).map { Array($0.utf8) }
    let child = try Child(
      chosenBy: ["STACK_SSH"], else: "ssh", with: arguments,
      redirections: [(0, payload), (1, output.writing), (2, errors.writing)])
    return (child, [output.reading, errors.reading])
  }
}

/// The end of what was said on the way. Whatever the other side says, no more than this is kept.
private struct OutputTail {
  private static let limit = 200
  /// One byte more than counts, if so many came.
  private var bytes: [UInt8] = []

  mutating func take(_ more: UnsafeRawBufferPointer) {
    bytes += more.suffix(Self.limit + 1)
    bytes.removeFirst(max(0, bytes.count - Self.limit - 1))
  }

  /// The last line that isn't blank; where its beginning isn't kept, an ellipsis stands for that.
  var lastLine: String {
    let ellipsis = bytes.count > Self.limit ? "…" : ""
    let text = ellipsis + String(decoding: bytes.suffix(Self.limit), as: UTF8.self)
    let lines = text.split { $0.isNewline }
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0) } ?? ""
  }

  /// The last line as the part of a sentence.
  var inWords: String {
    var last = lastLine[...]
    if last.hasPrefix("stack: ") { last = last.dropFirst("stack: ".count) }
    if last.hasSuffix(".") { last = last.dropLast() }
    return last.isEmpty ? "" : ": \(last)"
  }
}
