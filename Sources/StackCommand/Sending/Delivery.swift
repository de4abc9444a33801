// Delivers a task to another stack: over ssh, or directly to another stack of this user.

import Stack

extension Recipient {
  /// Adds a task to the stack. Returns the stack's name when the task is known to be there.
  func deliver(_ task: QueuedTask, _ session: Session) throws(CommandError) -> StackName {
    if let host { return try deliver(task, over: host, session) }
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
        "the task was sent to \(text), but it is still here too: \(error)", reported.hints.first,
        CommandError.Hint(
          text: "to have it only there, drop this task here: \(task.title.visible)"))
    }
  }

  /// How to send to the stack of this user that has the host's name, if there is one.
  private func hintAtOwnStack(_ session: Session) -> CommandError.Hint? {
    guard let name = StackName(text), name != session.stackName, session.hasFile(name) else {
      return nil
    }
    return CommandError.Hint(
      text: "to move it to your stack '\(text)'",
      command: "\(session.arguments.stack) send :\(text)")
  }

  /// Sends a task to `stack receive` on another machine. Returns the name of the stack that
  /// received it.
  private func deliver(
    _ task: QueuedTask, over host: String, _ session: Session
  ) throws(CommandError) -> StackName {
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
    // All but the receipt, such as what a login script prints.
    var rest = ""
    var queue: StackName?
    func failure(
      _ problem: String, _ addition: String = "", _ hint: CommandError.Hint? = nil
    ) -> CommandError {
      let error = CommandError(
        .unavailable, "\(text) \(problem); the task stays here\(addition)", hint)
      return rest.isEmpty ? error : error.adding("it printed:\(rest)")
    }
    func unconfirmed(_ reason: String = "", mayHaveArrived: Bool) -> CommandError {
      mayHaveArrived
        ? failure(
          "did not confirm that it received the task\(reason)", ", but may have arrived there, too")
        : failure("could not be reached\(reason)", "", hintAtOwnStack(session))
    }
    let answer = try attempt(system: OpenFile.temporary())
    let status: ChildStatus
    do throws(FileError) {
      status = try Child.run(
        chosenBy: ["STACK_SSH"], else: ["ssh"], with: arguments, input: payload, output: answer)
      for line in try answer.lastLines() {
        let receipt = StackName(receipt: line)
        queue = receipt ?? queue
        if receipt == nil || !line.beginsExactly(with: "received") { rest += " " + line }
      }
      rest = rest.visible.shortened(toColumns: 200)
    } catch {
      let failure = unconfirmed(": \(error)", mayHaveArrived: wasRead)
      // A file of this machine that can't be used isn't a failure of the other one.
      throw error.operation == .start ? failure : failure.with(.inputOutput)
    }
    // A receipt proves nothing if nothing was read: a login script may have printed it.
    if let queue, wasRead, status == .exited(0) {
      if !rest.isEmpty { StandardError.printNote("\(text) also printed:\(rest)") }
      return queue
    }
    switch status {
    // There is no receipt, and ssh may still be running in the background.
    case .exited(0): throw unconfirmed(mayHaveArrived: true)
    // It is unknown what became of the task: reading or writing failed there; timeout(1) ended it
    // (124 and 125), or a signal, as shells report it (from 129 on); or ssh(1) failed (255).
    case .exited(ExitStatus.inputOutput.rawValue), .exited(124...125), .exited(129...), .killed:
      throw unconfirmed(mayHaveArrived: wasRead)
    // The receipt says that the task arrived, and the status that something failed.
    case .exited where queue != nil: throw unconfirmed(mayHaveArrived: wasRead)
    case .exited: throw failure("did not accept the task")
    }
  }
}

extension OpenFile {
  /// The last lines of what a program has written to this file. Only LF and CR end a line.
  fileprivate func lastLines() throws(FileError) -> [String] {
    try tail(2000).split { $0.isLineBreak }.map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.isBlank }
  }
}
