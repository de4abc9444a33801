// Hands a task to somebody else's stack, by ssh.

import Stack

/// The stack of whoever answers at a host.
struct RemoteStack {
  private let recipient: Recipient

  init(_ recipient: Recipient) {
    self.recipient = recipient
  }

  /// Hands a task to `stack receive` on the other machine, and returns when that has taken it.
  func send(_ task: QueuedTask) throws(CommandError) {
    // As a file, not a pipe: its position tells afterwards how far the other side has read.
    let payload = try attempt(system: OpenFile.temporary())
    try attempt(system: payload.write(Array(task.payload(from: Self.sender).utf8)))
    try attempt(system: payload.rewind())
    var answer = LastWords()
    let status: ChildStatus
    do throws(SystemError) {
      let (child, report) = try start(with: payload)
      status = try child.wait(reading: report) { answer.take($0) }
    } catch {
      throw .unreachable(host: recipient.text, report: ": \(error)")
    }
    let wasRead = (try? payload.position()) != 0
    let report = answer.inWords
    switch status {
    case .exited(0):
      return
    case .exited(ExitStatus.inputOutput.rawValue) where !report.isEmpty:
      // The queue there is as before or as after, and only the report says which.
      throw .troubled(host: recipient.text, report: report)
    case .exited(ExitStatus.inputOutput.rawValue), .exited(Self.signalled...), .killed:
      throw wasRead
        ? .perhapsArrived(host: recipient.text, report: report)
        : .unreachable(host: recipient.text, report: report)
    case .exited:
      throw .refused(host: recipient.text, report: report)
    }
  }

  private static let ssh = ChildCommand(variables: ["STACK_SSH"], standard: "ssh")

  /// From here on the status says that a program was killed, as shells have it, or with 255 that ssh(1) had
  /// an error itself.
  private static let signalled: Int32 = 129

  /// What ssh is told: the host, and the command there.
  private var arguments: [[UInt8]] {
    let option = recipient.queue.map { ["-s", $0.text] } ?? []
    return ([recipient.host, "stack"] + option + ["receive"]).map { Array($0.utf8) }
  }

  /// Who sends: `user@host`.
  private static var sender: String {
    let user = ["USER", "LOGNAME"].lazy.compactMap(System.environmentVariable).first { !$0.isEmpty }
    return String(decoding: user ?? Array("someone".utf8), as: UTF8.self) + "@" + System.hostName
  }

  /// Starts ssh, and returns the end of the pipe on which to hear what it says. Its other end is ssh's alone.
  private func start(with payload: OpenFile) throws(SystemError) -> (child: Child, report: OpenFile) {
    let pipe = try OpenFile.pipe()
    let child = try Self.ssh.start(
      with: arguments,
      redirections: [
        Redirection(0, to: payload), Redirection(1, to: pipe.writing), Redirection(2, to: pipe.writing),
      ])
    return (child, pipe.reading)
  }
}

/// What was said last on the way. Whatever the other side says, no more than this is kept.
private struct LastWords {
  private static let limit = 2000
  private var bytes: [UInt8] = []

  mutating func take(_ more: UnsafeRawBufferPointer) {
    bytes += more.suffix(Self.limit)
    bytes.removeFirst(max(0, bytes.count - Self.limit))
  }

  /// The last line that isn't blank, as the part of a sentence.
  var inWords: String {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
    guard var last = lines.last(where: { $0.contains { !$0.isWhitespace } }) else { return "" }
    if last.hasPrefix("stack: ") { last = last.dropFirst("stack: ".count) }
    if last.hasSuffix(".") { last = last.dropLast() }
    return ": \(last)"
  }
}
