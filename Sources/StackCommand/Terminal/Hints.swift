// What a person is told who has nothing to do, or has never used the program.

import Stack

enum Hints {
  /// What a person sees in the place of a task when there is none.
  ///
  /// - Parameter queueOption: The option that chooses the queue, with a space before it, if one did.
  static func tellFreshStart(_ queueOption: String) {
    StandardError.tell("A fresh start. Anything to add?\n\(Program.name)\(queueOption) push \"…\"")
  }

  /// What a person sees beside whose queue another machine's copy lies.
  static func tellConflictCopies(_ copies: [FilePath], _ queueOption: String) {
    for copy in copies {
      StandardError.tell(
        "There is a copy from another machine; take it in with:\n"
          + "\(Program.name)\(queueOption) merge \(copy.description.quotedForShell)")
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
    if let shell = Shell.ofUser, let file = shell.startUpFile {
      lines += [
        "", "To see the task in every prompt, put this into \(file):", "",
        "  \(shell.startUpLine)",
      ]
    }
    StandardError.tell(lines.joined(separator: "\n"))
  }
}
