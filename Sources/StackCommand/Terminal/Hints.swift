// What a person is told who has nothing to do, or has never used the program.

import Stack

enum Hints {
  /// What a person sees in the place of a task when there is none.
  ///
  /// - Parameter queueOption: The option that chooses the queue, with a space before it, if one did.
  static func tellFreshStart(_ queueOption: String) {
    StandardError.tell(
      "A fresh start. Anything to add?", command: "\(Program.name)\(queueOption) push \"…\"")
  }

  /// What a person sees whose text ends in options, because they came too late.
  static func tellOptionsInText(_ arguments: Arguments, _ queueOption: String) {
    guard OpenFile.standardError.isTerminal, let first = arguments.optionsInText.first else { return }
    let stack = Program.name + queueOption
    let options = arguments.optionsInText
    let text = Array(arguments.operands.dropLast(options.count))
    let name = arguments.context.name
    // An option may leave no place for a text: `edit --all`.
    var trial = Arguments()
    let words = ([name] + options + text).map { Array($0.utf8) }
    let isUnderstood = (try? trial.parse(words, defaultQueue: nil)) != nil
    let line = [name] + options.map { $0.quotedForShell } + (isUnderstood ? [text.asTyped] : [])
    StandardError.tell(
      "\(first) was taken as text. If it was meant as an option:",
      command: "\(stack) undo && \(stack) \(line.joined(separator: " "))")
  }

  /// What a person sees beside whose queue another machine's copy lies.
  static func tellConflictCopies(_ copies: [FilePath], _ queueOption: String) {
    for copy in copies {
      StandardError.tell(
        "There is a copy from another machine; take it in with:",
        command: "\(Program.name)\(queueOption) merge \(copy.description.quotedForShell)")
    }
  }

  /// What a person sees who has no queue yet.
  static func tellGreeting() {
    let stack = Program.name
    var lines = [
      "Welcome to stack. It shows you one task at a time.",
      "",
      "  \(stack) push \"Write the report\"   add a task at the back",
      "  \(stack) done                      complete the current task, see the next",
    ]
    // Where the variable is set, the line is there already.
    if System.environmentVariable("STACK_PROMPT") == nil, let shell = Shell.ofUser,
      let file = shell.startUpFile
    {
      lines += [
        "", "To see the task in every prompt, put this into \(file):", "",
        "  \(shell.startUpLine)",
      ]
    }
    StandardError.tell(lines.joined(separator: "\n"))
  }
}
