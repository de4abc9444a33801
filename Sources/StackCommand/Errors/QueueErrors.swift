// Maps the errors of the queue to those that end a command.

import Stack

extension Session {
  /// Does something with the queue.
  func attempt<Result>(queue operation: @autoclosure () throws(QueueError) -> Result) throws(CommandError) -> Result {
    try StackCommand.attempt(operation(), or: commandError)
  }

  /// The error that ends the command because of an error of the queue.
  func commandError(_ error: QueueError) -> CommandError {
    let unchanged = "\(error); nothing was changed"
    switch error {
    case .noTask:
      return CommandError(
        .nothingToDo, "there is no task to \(arguments.command?.verb ?? "show")", "add one with",
        command: "\(arguments.stack) push \"…\"")
    case .nothingToUndo, .nothingToRedo, .notReversible: return CommandError(.nothingToDo, "\(error)")
    case .notAttached, .alreadyRestored: return CommandError(.nothingToDo, unchanged)
    case .customNotes: return CommandError(.data, unchanged)
    case .invalidArrangement: return CommandError(.usage, unchanged)
    case .malformed(let path, _, let problem):
      return CommandError(.data, "\(error); \(problem.advice)", recovery(of: path, problem))
    case .noHome: return CommandError(.inputOutput, "\(error)")
    case .notAConflictCopy: return CommandError(.inputOutput, unchanged)
    case .notAFile(let path):
      let advice = (try? queue().path) == path ? "move it away (nothing was changed)" : "nothing was changed"
      return CommandError(.inputOutput, "\(error); \(advice)")
    case .system: return CommandError(.inputOutput, arguments.command?.participle != nil ? unchanged : "\(error)")
    case .incomplete(let reason): return CommandError(.inputOutput, "\(arguments.participle), but \(reason)")
    case .locked: return CommandError(.tryAgain, "\(unchanged), so try again")
    case .changedMeanwhile, .rewrittenMeanwhile:
      return CommandError(.tryAgain, "\(unchanged) by this command, so try again")
    }
  }

  /// How to restore a malformed file, if it is this queue's and a version of it is kept.
  private func recovery(of path: Pathname, _ problem: FormatProblem) -> CommandError.Hint? {
    // The errors of `receive` are read on another machine, where the command would be about another file.
    guard problem != .newerVersion, arguments.command?.name != "receive", let queue = try? queue(),
      queue.path == path, (try? queue.hasVersions()) == true
    else { return nil }
    return CommandError.Hint(text: "to restore it as the last command left it", command: "\(arguments.stack) undo")
  }
}

extension FormatProblem {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .newerVersion: "update \(Program.name) (nothing was changed)"
    case .conflictMarker: "let \(Program.name) merge both sides (see: \(Program.name) help sync); nothing was changed"
    default: "fix the file (nothing was changed)"
    }
  }
}
