import Stack

/// One run of the program: the queue, and how a command prints its result.
struct Session {
  let arguments: Arguments
  let stackName: StackName
  let display: TaskDisplay
  let directories: StackDirectories

  init(_ arguments: Arguments, in directories: StackDirectories) throws(CommandError) {
    self.arguments = arguments
    stackName = try arguments.stackName(default: System.environmentVariable("STACK_QUEUE"))
    display = TaskDisplay(showsJSON: arguments.has(.json))
    self.directories = directories
    try refuseFileName(stackName, "\(Program.name) -s ")
  }

  /// Runs the command.
  func run() throws(CommandError) {
    if arguments.has(.version) { return try write(Program.versionLine) }
    if arguments.has(.help) { return try write(HelpText.text(for: arguments.command)) }
    guard let declaration = arguments.declaration else { return try Show.perform(self) }
    let command = declaration()
    try arguments.validate(for: command)
    try command.action(self)
    if command.operands.areText { warnAboutOptionsInText() }
  }

  /// The chosen queue. Its changes of the current task refuse to change another one than the prompt
  /// shows.
  func queue() throws(QueueError) -> TaskQueue {
    var queue = try queueToShow()
    queue.shownTask = ShownTask.inPrompt(of: queue.path)
    return queue
  }

  /// The chosen queue, for commands that change nothing and have no time to lose.
  func queueToShow() throws(QueueError) -> TaskQueue { try TaskQueue(stackName, in: directories) }

  /// Whether a name is that of a stack that doesn't exist yet, perhaps because it was mistyped.
  /// Without a terminal, where nobody reads that, `false`.
  func isNew(_ name: StackName) throws(CommandError) -> Bool {
    if name == .standard || !StandardError.isTerminal { return false }
    return try !attempt(queue: TaskQueue(name, in: directories).hasEntries())
  }

  /// Writes to standard output.
  ///
  /// - Parameter afterChange: Whether the queue was changed, which the message says if writing
  ///   fails.
  func write(_ bytes: [UInt8], afterChange: Bool = false) throws(CommandError) {
    do throws(FileError) {
      try OpenFile.standardOutput.write(bytes[...])
    } catch {
      let start = afterChange ? "\(arguments.participle), but it could not be shown: " : ""
      throw CommandError(.inputOutput, "\(start)\(error)")
    }
  }

  /// Writes a text to standard output.
  func write(_ text: String, afterChange: Bool = false) throws(CommandError) {
    try write(Array(text.utf8), afterChange: afterChange)
  }

  /// Acknowledges a change, and shows the current task.
  ///
  /// - Parameters:
  ///   - unchanged: The acknowledgement if nothing changed.
  ///   - isShown: Whether the user already sees the current task.
  ///   - acknowledgement: Returns the acknowledgement for the title of the changed task.
  func finish(
    _ change: QueueChange, unchanged: String = "Nothing to change. Still on:",
    isShown: Bool = false, _ acknowledgement: (String) -> String
  ) throws(CommandError) {
    if !change.isChanged {
      StandardError.printNote(unchanged)
      return try show(change.front)
    }
    try finish(acknowledgement(change.title?.visible ?? ""), change.front, isShown: isShown)
  }

  /// Acknowledges a change, shows the current task, and points out conflict copies.
  func finish(_ acknowledgement: String?, _ front: QueueFront, isShown: Bool = false)
    throws(CommandError)
  {
    if let acknowledgement { StandardError.printNote(acknowledgement) }
    if !isShown { try show(front, afterChange: true) }
    KeptTexts.mentionForgotten(in: directories)
    guard StandardError.isTerminal, let copies = try? queue().conflictCopies() else {
      return
    }
    // The names are those that other people and programs chose, so no command line has them.
    let subject =
      copies.count == 1
      ? "There is a copy from another machine that isn't"
      : "There are \(copies.count) copies from other machines that aren't"
    if !copies.isEmpty {
      StandardError.printNote("\(subject) merged yet:", command: "\(arguments.stack) merge")
    }
  }

  /// Shows the current task, or at a terminal when the next one wakes, or how to add one.
  func show(_ front: QueueFront, afterChange: Bool = false) throws(CommandError) {
    guard let task = front.task else {
      if let moment = front.changesAt {
        return StandardError.printNote("Nothing to do before \(moment.localMoment).")
      }
      if !front.hasFile, (try? queue().undoRestoresFile()) == true {
        return StandardError.printNote(
          "There is no file, but earlier versions of it are kept. To restore one that was removed:",
          command: "\(arguments.stack) undo")
      }
      return StandardError.printNote(
        "A fresh start. Anything to add?", command: "\(arguments.stack) push \"…\"")
    }
    try write(display.text(of: task, depth: front.depth) + "\n", afterChange: afterChange)
  }
}
