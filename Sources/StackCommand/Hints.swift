// What a person is told who has nothing to do, or has never used the program.

import Stack

enum Hints {
  /// What a person sees in the place of a task when there is none.
  static func tellFreshStart(in queue: QueueName) {
    let option = queue == .standard ? "" : " -s \(queue.text)"
    StandardError.tell("A fresh start. Anything to add?\n\(Program.name)\(option) push \"…\"")
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
        "", "To see the current task in every prompt, put this into \(file):", "",
        "  \(shell.startUpLine)",
      ]
    }
    StandardError.tell(lines.joined(separator: "\n"))
  }
}
