// What a person is told who has nothing to do, or has never used the program.

import Stack

enum Hints {
  /// What a person sees in the place of a task when there is none.
  ///
  /// - Parameter stack: The words that begin every command line for the same queue.
  static func tellFreshStart(_ stack: String) {
    StandardError.tell("A fresh start. Anything to add?", command: "\(stack) push \"…\"")
  }

  /// What a person sees whose text ends in options, because they came too late.
  static func tellOptionsInText(_ arguments: Arguments) {
    guard OpenFile.standardError.isTerminal, let command = arguments.command else { return }
    let options = arguments.optionsInText
    guard let first = options.first else { return }
    let text = Array(arguments.operands.dropLast(options.count)).asTyped
    let leavesNoText = options.contains { arguments.option(named: $0)?.leavesNoOperand == true }
    let line = [command.name] + options.map { $0.quotedForShell } + (leavesNoText ? [] : [text])
    let stack = arguments.stack
    StandardError.tell(
      "\(first) was taken as text. If it was meant as an option:",
      command: "\(stack) undo && \(stack) \(line.joined(separator: " "))")
  }

  /// What a person sees beside whose queue another machine's copy lies.
  static func tellConflictCopies(_ copies: [FilePath], _ stack: String) {
    for copy in copies {
      StandardError.tell(
        "There is a copy from another machine; take it in with:",
        command: "\(stack) merge \(copy.description.quotedForShell)")
    }
  }

  /// What a person sees who has no queue yet.
  static func tellGreeting() {
    StandardError.tell(
      """
      Welcome to stack. It shows you one task at a time.

        \(Program.name) push "Write the report"   add a task at the back
        \(Program.name) done                      complete the current task, see the next
      """)
    // Where the variable is set, the line is there already.
    guard System.environmentVariable("STACK_PROMPT") == nil, let shell = Shell.ofUser,
      let file = shell.startUpFile
    else { return }
    StandardError.tell(
      """

      To see the task in every prompt, put this into \(file):

        \(shell.startUpLine)
      """)
  }
}
