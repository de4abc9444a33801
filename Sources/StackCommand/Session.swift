// What every command has at hand while it runs: the queue, and the ways in which it shows, tells and ends.

import Stack

/// One run of the program.
struct Session {
  let arguments: Arguments
  let queueName: QueueName
  let output: Output
  let directories: QueueDirectories

  init(_ arguments: Arguments, in directories: QueueDirectories) throws(CommandError) {
    self.arguments = arguments
    queueName = try arguments.queueName(default: System.environmentVariable("STACK_QUEUE"))
    output = Output(showsJSON: arguments.has(.json))
    self.directories = directories
  }

  /// Does what the arguments ask for.
  func run() throws(CommandError) {
    if arguments.has(.version) { return try write("\(Program.name) \(Program.version)\n") }
    if arguments.has(.help) { return try write(HelpText.text(for: arguments.command)) }
    guard let declaration = arguments.declaration else { return try Show.perform(self) }
    let command = declaration()
    try arguments.validateOperandCount(of: command)
    try command.action(self)
  }

  /// The queue that was chosen.
  func queue() throws(QueueError) -> TaskQueue { try TaskQueue(queueName, in: directories) }

  /// The current task, which must be there, and what is known of the front.
  func current() throws(CommandError) -> (task: QueuedTask, front: QueueFront) {
    let front = try attempt(queue().front(), or: CommandError.queue)
    guard let task = front.task else { throw .queue(.noTask) }
    return (task, front)
  }

  /// Prints what a command prints.
  func write(
    _ bytes: [UInt8], failing error: (SystemCallError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    try attempt(OpenFile.standardOutput.write(bytes), or: error)
  }

  /// Prints a text.
  func write(
    _ text: String, failing error: (SystemCallError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    try write(Array(text.utf8), failing: error)
  }

  /// Says what a change did with the title of the task that it was about, and shows what is current now.
  func finish(
    _ outcome: QueueChange, unchanged: String = "Nothing to change. Still on:",
    telling acknowledgement: (String) -> String
  ) throws(CommandError) {
    guard outcome.isChanged else { return try finishUnchanged(unchanged, outcome.front) }
    try finish(acknowledgement(outcome.task?.title.visible ?? ""), outcome.front)
  }

  /// Says what was done, and shows what is current now.
  ///
  /// - Parameter isShown: Whether a person sees already what is current.
  func finish(_ acknowledgement: String, _ front: QueueFront, isShown: Bool = false) throws(CommandError) {
    StandardError.printNote(acknowledgement)
    if !isShown { try show(front, failing: CommandError.doneButNotShown) }
    guard OpenFile.standardError.isTerminal, let copies = try? queue().conflictCopies() else { return }
    for copy in copies.prefix(3) {
      StandardError.printNote(
        "There is a copy from another machine; take it in with:",
        command: "\(arguments.stack) merge \(copy.description.quotedForShell)")
    }
    if copies.count > 3 {
      StandardError.printNote("There are \(copies.count - 3) more copies like these in the same directory.")
    }
  }

  /// Says why nothing was changed, and shows what is current as before.
  func finishUnchanged(_ acknowledgement: String, _ front: QueueFront) throws(CommandError) {
    StandardError.printNote(acknowledgement)
    try show(front)
  }

  /// Shows what is current.
  func show(
    _ front: QueueFront, failing error: (SystemCallError) -> CommandError = CommandError.notShown
  ) throws(CommandError) {
    guard let task = front.task else {
      let command = "\(arguments.stack) push \"…\""
      return StandardError.printNote("A fresh start. Anything to add?", command: command)
    }
    try write(output.text(of: task, depth: front.depth) + "\n", failing: error)
  }

  /// Tells a person whose text ends in options that they came too late.
  func warnAboutOptionsInText() {
    guard OpenFile.standardError.isTerminal, !arguments.sawDoubleDash, let command = arguments.command
    else { return }
    let words = arguments.operands
    let start = words.indices.dropFirst().first { index in
      guard words[index].beginsExactly(with: "--") || words[index].utf8.count == 2 else { return false }
      let rest = Arguments()
      let isRead = (try? rest.read(([command.name] + words[index...])[...])) != nil
      return isRead && rest.operands.isEmpty && !rest.sawDoubleDash
    }
    guard let start else { return }
    let leavesNoText = words[start...].contains { arguments.option(named: $0)?.excludesOperands == true }
    let text = leavesNoText ? [] : [Array(words[..<start]).asTyped]
    let line = [command.name] + words[start...].map { $0.quotedForShell } + text
    let stack = arguments.stack
    StandardError.printNote(
      "\(words[start]) was taken as text. If it was meant as an option:",
      command: "\(stack) undo && \(stack) \(line.joined(separator: " "))")
  }
}
