// What every command has at hand while it runs: the queue, and the way in which it ends.

import Stack

/// One run of the program.
struct Session {
  let arguments: Arguments
  let queueName: QueueName
  let output: Output
  let folders: Folders

  init(_ arguments: Arguments, in folders: Folders) throws(CommandError) {
    self.arguments = arguments
    queueName = try arguments.queueName(default: System.environmentVariable("STACK_QUEUE"))
    output = Output(showsJSON: arguments.has(.json))
    self.folders = folders
  }

  /// Does what the arguments ask for.
  func run() throws(CommandError) {
    if arguments.has(.version) { return try write("\(Program.name) \(Program.version)\n") }
    if arguments.has(.help) { return try write(HelpText.text(for: arguments.command)) }
    guard let declaration = arguments.declaration else { return try Show.perform(self) }
    let command = declaration()
    try arguments.judgeOperands(of: command)
    try command.action(self)
  }

  /// The queue that was chosen.
  func queue() throws(QueueError) -> TaskQueue { try TaskQueue(queueName, in: folders) }

  /// The current task, which must be there.
  func currentTask() throws(CommandError) -> QueuedTask {
    guard let task = try attempt(queue: queue().front()).task else { throw .queue(.noTask) }
    return task
  }

  /// Prints what a command prints in the place of the current task.
  func write(
    _ text: String, failing error: (SystemError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    try write(bytes: Array(text.utf8), failing: error)
  }

  /// Prints bytes as they are.
  func write(
    bytes: [UInt8], failing error: (SystemError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    try attempt(OpenFile.standardOutput.write(bytes), or: error)
  }

  /// Says what a change did with the title of the task that it was about, and shows what is current now.
  func finish(_ outcome: Outcome, telling acknowledgement: (String) -> String) throws(CommandError) {
    guard outcome.isChanged else { return try finishUnchanged("Nothing to change. Still on:", outcome.front) }
    try finish(acknowledgement(outcome.task?.title.visible ?? ""), outcome.front)
  }

  /// Says what was done, and shows what is current now.
  ///
  /// - Parameter isShown: Whether a person sees already what is current.
  func finish(_ acknowledgement: String, _ front: Front, isShown: Bool = false) throws(CommandError) {
    StandardError.tell(acknowledgement)
    if !isShown { try show(front, failing: CommandError.doneButNotShown) }
    if OpenFile.standardError.isTerminal, let copies = try? queue().conflictCopies() {
      Hints.tellConflictCopies(copies, arguments.stack)
    }
  }

  /// Says why nothing was changed, and shows what is current as before.
  func finishUnchanged(_ acknowledgement: String, _ front: Front) throws(CommandError) {
    StandardError.tell(acknowledgement)
    try show(front)
  }

  /// Shows what is current.
  func show(
    _ front: Front, failing error: (SystemError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    if front.task == nil { Hints.tellFreshStart(arguments.stack) }
    try attempt(output.show(front), or: error)
  }
}
