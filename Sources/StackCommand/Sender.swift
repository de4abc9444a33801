// Sends a task to somebody else's stack, by ssh.

import Stack

enum Sender {
  /// Hands a task to `stack receive` on another machine, and returns when that has taken it.
  static func send(_ task: QueuedTask, to recipient: Recipient) throws(CommandError) {
    let letter: OpenFile
    let answer: OpenFile
    do throws(SystemError) {
      // As a file, not a pipe: its position tells afterwards how far the other side has read.
      letter = try OpenFile.temporary()
      answer = try OpenFile.temporary()
      try letter.write(Array(task.outgoing(from: sender).utf8))
      try letter.rewind()
    } catch {
      throw .system(error)
    }
    let status: ChildStatus
    do throws(SystemError) {
      status = try run(recipient, redirections: [(0, letter), (1, answer), (2, answer)])
    } catch {
      throw .unreachable(host: recipient.text, report: ": \(error.inWords)")
    }
    let wasRead = (try? letter.position()) != 0
    let report = (try? lastWords(in: answer)) ?? ""
    switch status {
    case .exited(0):
      return
    case .exited(sshFailure), .killed, .exited(ExitStatus.inputOutput.rawValue):
      throw wasRead
        ? .perhapsArrived(host: recipient.text, report: report)
        : .unreachable(host: recipient.text, report: report)
    case .exited:
      throw .refused(host: recipient.text, report: report)
    }
  }

  /// The status with which ssh(1) says that it had an error itself.
  private static let sshFailure: Int32 = 255

  private static func run(
    _ recipient: Recipient, redirections: [(descriptor: Int32, file: OpenFile)]
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
    let lines = text.split { $0.isNewline }.map(String.init)
    guard let last = lines.last(where: { $0.contains { !$0.isWhitespace } }) else { return "" }
    return ": \(last)"
  }
}
