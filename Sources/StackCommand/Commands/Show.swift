// `stack` alone: shows the current task.

import Stack

/// What the program does without a command.
enum Show {
  static let summary = "show the current task"

  static func perform(_ session: Session) throws(CommandError) {
    let front = try attempt(session.queue().front(), or: CommandError.queue)
    if !front.hasFile, session.queueName == .standard {
      greet()
    } else {
      try session.show(front)
    }
  }

  /// Tells a new user how to begin.
  private static func greet() {
    StandardError.printNote(
      """
      Welcome to stack. It shows you one task at a time.

        \(Program.name) push "Write the report"   add a task at the back
        \(Program.name) done                      complete the current task, see the next
      """)
    // The variable is set by the line for the shell.
    guard System.environmentVariable("STACK_PROMPT_CHECK") == nil, let shell = Shell.ofUser?.profile,
      let file = shell.startUpFile
    else { return }
    StandardError.printNote(
      """

      To see the task in every prompt, put this into \(file):

        \(shell.startUpLine)
      """)
  }
}
