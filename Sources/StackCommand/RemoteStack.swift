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
    let answer = try attempt(system: OpenFile.temporary())
    try attempt(system: payload.write(Array(task.payload(from: Self.sender).utf8)))
    try attempt(system: payload.rewind())
    let status: ChildStatus
    do throws(SystemError) {
      status = try Self.ssh.run(
        with: arguments,
        redirections: [Redirection(0, to: payload), Redirection(1, to: answer), Redirection(2, to: answer)])
    } catch {
      throw .unreachable(host: recipient.text, report: ": \(error)")
    }
    let wasRead = (try? payload.position()) != 0
    let report = (try? Self.lastWords(in: answer)) ?? ""
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

  /// What was said last on the way, as the part of a sentence.
  private static func lastWords(in answer: OpenFile) throws(SystemError) -> String {
    let size = try answer.status().size
    let text = String(decoding: try answer.bytes(from: max(0, size - 2000)), as: UTF8.self)
    let lines = text.split { $0.isNewline }
    guard var last = lines.last(where: { $0.contains { !$0.isWhitespace } }) else { return "" }
    if last.hasPrefix("stack: ") { last = last.dropFirst("stack: ".count) }
    if last.hasSuffix(".") { last = last.dropLast() }
    return ": \(last)"
  }
}
