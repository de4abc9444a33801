// Sends a task to somebody else's stack, by ssh.

import Stack

enum Sender {
  /// Hands a task to `stack receive` on another machine, and returns when that has taken it.
  static func send(_ task: QueuedTask, to recipient: Recipient) throws(CommandError) {
    let payload: OpenFile
    let answer: OpenFile
    do throws(SystemError) {
      // As a file, not a pipe: its position tells afterwards how far the other side has read.
      payload = try OpenFile.temporary()
      answer = try OpenFile.temporary()
      try payload.write(Array(task.payload(from: sender).utf8))
      try payload.rewind()
    } catch {
      throw .system(error)
    }
    let status: ChildStatus
    do throws(SystemError) {
      status = try run(recipient, redirections: [Redirection(0, to: payload), Redirection(1, to: answer), Redirection(2, to: answer)])
    } catch {
      throw .unreachable(host: recipient.text, report: ": \(error.inWords)")
    }
    let wasRead = (try? payload.position()) != 0
    let report = (try? lastWords(in: answer)) ?? ""
    switch status {
    case .exited(0):
      return
    case .exited(ExitStatus.inputOutput.rawValue) where !report.isEmpty:
      // The queue there is as before or as after, and only the report says which.
      throw .troubled(host: recipient.text, report: report)
    case .exited(ExitStatus.inputOutput.rawValue), .exited(signalled...), .killed:
      throw wasRead
        ? .perhapsArrived(host: recipient.text, report: report)
        : .unreachable(host: recipient.text, report: report)
    case .exited:
      throw .refused(host: recipient.text, report: report)
    }
  }

  /// From here on the status says that a program was killed, as shells have it, or with 255 that ssh(1) had
  /// an error itself.
  private static let signalled: Int32 = 129

  private static func run(
    _ recipient: Recipient, redirections: [Redirection]
  ) throws(SystemError) -> ChildStatus {
    let there = recipient.queue.map { ["stack", "-s", $0.text, "receive"] } ?? ["stack", "receive"]
    let arguments = ([recipient.host] + there).map { Array($0.utf8) }
    if let command = System.environmentVariable("STACK_SSH"), !command.isEmpty {
      return try ChildCommand.run(command, with: arguments, redirections: redirections)
    }
    return try System.run([Array("ssh".utf8)] + arguments, redirections: redirections)
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
