// Which status and hint end a command for each error of the queue. The sentences are those of
// `QueueError` in the module.

import Stack

extension Session {
  /// Does something with the queue.
  func attempt<Result>(queue operation: @autoclosure () throws(QueueError) -> Result)
    throws(CommandError) -> Result
  {
    try StackCommand.attempt(operation(), or: commandError)
  }

  /// The error that ends the command because of an error of the queue.
  func commandError(_ error: QueueError) -> CommandError {
    let unchanged = "\(error); nothing was changed"
    return switch error {
    case .noTask: noTask
    case .notReversible(let refusal) where refusal.reason == .isHalf:
      CommandError(
        .nothingToDo, "\(error)", "to rename it back",
        command: "\(Program.name) stacks --rename \(backwards(refusal.title ?? ""))")
    case .notReversible(let refusal) where !refusal.isRedo:
      CommandError(
        .nothingToDo, "\(error)",
        "to leave this change as it is, so that undo goes on to the one before",
        command: "\(arguments.stack) undo --skip")
    case .nothingToUndo, .nothingToRedo, .notReversible: CommandError(.nothingToDo, "\(error)")
    case .noOnlyMatch(_, let count) where count > 0:
      CommandError(
        .nothingToDo, "\(error)",
        "give more words, or choose one with the Tab key (nothing was changed)")
    case .notAttached, .noOnlyMatch: CommandError(.nothingToDo, unchanged)
    case .customNotes, .customUntil: CommandError(.data, unchanged)
    case .invalidTitle, .invalidAttachment, .invalidArrangement, .notEmpty:
      CommandError(.usage, unchanged)
    case .malformed(let path, let position, let problem)
    where problem.isOfOtherFile && arguments.command?.name == "merge" && !isOwn(path):
      CommandError(
        .data,
        "\(path) isn't a stack (\(problem.description(at: position))); nothing was changed")
    case .malformed(let path, _, let problem):
      CommandError(.data, "\(error); \(problem.advice)", recovery(of: path, problem))
    case .notAFile(let path) where isOwn(path):
      CommandError(.inputOutput, "\(error); move it away (nothing was changed)")
    case .system(let error) where error.operation == .change: CommandError(otherUser: error)
    case .system where arguments.command?.participle == nil, .noHome:
      CommandError(.inputOutput, "\(error)")
    case .system, .notAFile, .notAConflictCopy, .unusableClock:
      CommandError(.inputOutput, unchanged)
    case .incomplete(let reason):
      CommandError(.inputOutput, "\(arguments.participle), but \(reason)")
    case .notShown: notShown(unchanged)
    case .locked: CommandError(.tryAgain, "\(unchanged), so try again")
    case .changedMeanwhile, .rewrittenMeanwhile:
      CommandError(
        .tryAgain, "\(unchanged) by this command, so try again",
        isFileRemoved
          ? CommandError.Hint(
            text: "to restore the file, which was removed", command: "\(arguments.stack) undo")
          : nil)
    }
  }

  /// The names in `OLD → NEW` for the rename back.
  private func backwards(_ title: String) -> String {
    let names = title.split(separator: " ")
    return "\(names.last ?? "") \(names.first ?? "")"
  }

  /// Whether a path is that of the chosen stack's file.
  private func isOwn(_ path: Pathname) -> Bool { (try? queue().path) == path }

  /// The error of a command that needs a current task. The others may be asleep, or in a file that
  /// another program has removed.
  private var noTask: CommandError {
    let problem = "there is no task to \(arguments.command?.verb ?? "show")"
    if let moment = (try? queue().front(within: 1))?.changesAt {
      return CommandError(
        .nothingToDo, "\(problem) before \(moment.localMoment)", "bring one back with",
        command: "\(arguments.stack) top WORDS")
    }
    if isFileRemoved {
      return CommandError(
        .nothingToDo, "\(problem), because there is no file", "to restore the one that was removed",
        command: "\(arguments.stack) undo")
    }
    return CommandError(
      .nothingToDo, problem, "add one with", command: "\(arguments.stack) push \"…\"")
  }

  /// Whether there is no file, because another program has removed it.
  private var isFileRemoved: Bool {
    (try? queue().front(within: 1))?.hasFile == false && (try? queue().undoRestoresFile()) == true
  }

  /// The error of a change of another task than the prompt shows, and how to make the change if the
  /// prompt isn't kept up to date, which is the user's decision.
  private func notShown(_ problem: String) -> CommandError {
    let command = arguments.command.map { $0.typed(with: arguments.operands) } ?? ""
    let isRefusedAgain = isRefusedAgain()
    return CommandError(
      .tryAgain, isRefusedAgain ? problem : "\(problem); run it again if you mean it",
      CommandError.Hint(
        text: "if your prompt isn't kept up to date",
        command: "env -u STACK_PROMPT_CHECK \(arguments.stack) \(command)",
        isSentence: !isRefusedAgain))
  }

  /// How to restore a malformed file, if it is that of a stack of this user and has a history; or
  /// how to let git merge it again, because restoring it would leave out the other side's tasks.
  private func recovery(of path: Pathname, _ problem: FormatProblem) -> CommandError.Hint? {
    // The errors of `receive` are read on another machine, where the command would be about another
    // file.
    let names = [stackName] + ((try? TaskQueue.names(in: directories)) ?? [])
    func queue(_ name: StackName) -> TaskQueue? { try? TaskQueue(name, in: directories) }
    guard problem != .newerVersion, arguments.command?.name != "receive",
      let name = names.first(where: { queue($0)?.path == path }), let queue = queue(name)
    else { return nil }
    if problem == .conflictMarker {
      let directory = queue.realPath.directory.description.quotedForShell
      let name = queue.realPath.name.description.quotedForShell
      let driver = "'\(Program.name) merge %O %A %B'"
      return CommandError.Hint(
        text: "type",
        command: "cd \(directory) && git config merge.stack.driver \(driver) && "
          + "git checkout --merge \(name) && git add \(name)")
    }
    if (try? queue.undoRestoresFile()) != true { return nil }
    let stack = name == stackName ? arguments.stack : Program.command(for: name)
    return CommandError.Hint(
      text: "to restore it as the last command left it", command: "\(stack) undo")
  }
}

extension FormatProblem {
  /// Whether the file may be one that never was a stack.
  fileprivate var isOfOtherFile: Bool { self != .newerVersion && self != .conflictMarker }

  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .newerVersion: "update \(Program.name) (nothing was changed)"
    case .conflictMarker:
      "nothing was changed; let \(Program.name) merge both sides "
        + "(see: \(Program.name) help machines)"
    default: "fix the file (nothing was changed)"
    }
  }
}
