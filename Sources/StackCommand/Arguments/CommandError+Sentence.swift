// The one sentence that says why a command came to nothing: what is wrong, where, and what to do.

import Stack

extension CommandError {
  /// What is wrong, where, and what to do.
  ///
  /// - Parameter context: The command that came to nothing, and how the program is called again.
  func sentence(in context: MessageContext) -> String {
    let stack = Program.name
    let command = context.command
    switch self {
    case .noArguments:
      return "the words behind the name of the program can't be had; nothing was changed, try again"
    case .argumentNotUTF8(let position):
      return "argument \(position) is not UTF-8; nothing was changed"
    case .unknownCommand(let word, let rest):
      if let suggestion = Suggestion.sentence(for: word) { return suggestion }
      return "there is no command '\(word)'; to add a task: \(context.stack) push "
        + (word.beginsExactly(with: "-") ? "-- " : "")
        + ([word] + rest).joined(separator: " ")
    case .unknownSubject(let word):
      return Suggestion.sentence(for: word) ?? "there is no command '\(word)'; see: \(stack) help"
    case .unknownOption(let option):
      return unknownOptionSentence(option, command)
    case .missingValue(let option):
      return "\(option) needs a value behind it"
    case .unwantedValue(let option):
      return "\(option) takes no value"
    case .missingOperand:
      let name = command?.name.rawValue ?? ""
      guard let needed = command?.neededOperand else {
        return "\(name) needs more words; see: \(stack) help \(name)"
      }
      return "\(name) needs \(needed.name), as in: \(context.stack) \(needed.example)"
    case .unexpectedArgument(let word):
      let name = command?.name.rawValue ?? ""
      return "\(name) can't do anything with '\(word)'; see: \(stack) help \(name)"
    case .invalidText(.empty):
      return "a task needs some text, as in: \(context.stack) push Call Sam"
    case .invalidText(.lineBreak):
      return
        "a task is one line, and this text has a line break; to add a task for each line: \(context.stack) push -"
    case .invalidQueueName(let name, let source):
      return "'\(name)' \(source) is no name for a stack; use up to 64 letters, digits, -, _ and inner dots"
    case .invalidHost(let host):
      return "'\(host)' is no host that ssh could reach; name one as in: \(stack) send sam@desk.example"
    case .notANumber(let text, let subject):
      return "\(subject) should be a number from 1 on, not '\(text)'"
    case .unknownShell(let word):
      let names = Shell.allCases.map { $0.rawValue }
      return "there is no integration for '\(word)'; choose "
        + Array(names.dropLast()).joined(separator: ", ") + " or \(names.last ?? "")"

    case .missingFile(let path):
      return "there is no file \(path) to attach; nothing was changed"
    case .unreachableFile(let error):
      return "\(error); nothing was changed"
    case .pathNotUTF8(let path):
      return "the path \(path) is not UTF-8 and can't be kept; rename the file or attach a link to it"
    case .inputNotUTF8(let line):
      return "line \(line) of the input is not UTF-8; nothing was changed"
    case .inputTooLarge:
      return "the input has more than 64 MiB; nothing was changed"

    case .queue(let error):
      return error.sentence(in: context)
    case .nothingAttached:
      return
        "nothing is attached to the current task; attach something with: \(context.stack) attach FILE|URL"
    case .noSuchAttachment(let number, let count):
      return "there is no attachment \(number); the current task has \(count)"
    case .attachmentsNotOpened(let reasons):
      return reasons.joined(separator: "; ")

    case .cancelled(let reason), .editorFailed(let reason):
      return "\(reason); nothing was changed"
    case .invalidEditedText(let line, let problem, let saved):
      return "line \(line): \(problem); nothing was changed, and your text is in \(saved)"
    case .notTaken(let error, let saved):
      return "\(error.sentence(in: context)); your text is in \(saved)"

    case .unreachable(let host, let report):
      return "\(host) could not be reached\(report); the task stays here"
    case .refused(let host, let report):
      return "\(host) did not take the task\(report); the task stays here"
    case .troubled(let host, let report):
      return "there was trouble at \(host)\(report); the task stays here"
    case .perhapsArrived(let host, let report):
      return
        "the answer of \(host) was lost\(report); the task may have arrived there, and it stays here too"
    case .sentButNotMoved(_, let host, .changedMeanwhile):
      return "the task went to \(host), but here it was changed meanwhile, and so it stays as it is"
    case .sentButNotMoved(let title, let host, let error):
      return "the task went to \(host), but it is still here too: \(error); drop it here, it is: \(title)"
    case .invalidTask(let problem):
      return "this is not a task: \(problem); nothing was changed"

    case .system(let error):
      return "\(error); nothing was changed"
    case .notShown(let error):
      return error.description
    case .doneButNotShown(let error):
      return "\(command?.participle ?? "done"), but it could not be shown: \(error)"
    }
  }

  private func unknownOptionSentence(_ option: String, _ command: Command?) -> String {
    guard let command else { return "there is no option \(option); see: \(Program.name) help" }
    let name = command.name.rawValue
    let hint = "\(name) has no option \(option); see: \(Program.name) help \(name)"
    return command.takesText ? hint + ", or put -- before a text that begins with -" : hint
  }
}

extension QueueError {
  /// What is wrong, where, and what to do.
  ///
  /// - Parameter context: The command that came to nothing, and how the program is called again.
  fileprivate func sentence(in context: MessageContext) -> String {
    let command = context.command
    switch self {
    case .noHome, .nothingToUndo, .nothingToRedo, .notReversible:
      return description
    case .noTask:
      return "there is no task to \(command?.verb ?? "show"); add one with: \(context.stack) push \"…\""
    case .notAttached, .invalidArrangement:
      return "\(description); nothing was changed"
    case .malformed(_, _, let problem):
      return "\(description); \(problem.remedy), nothing was changed"
    case .notAFile:
      return "\(description); move it away, nothing was changed"
    case .locked:
      return "\(description); nothing was changed, try again"
    case .changedMeanwhile, .rewrittenMeanwhile:
      return "\(description); nothing was changed by this command, try again"
    case .system:
      return command?.changesQueue == true ? "\(description); nothing was changed" : description
    case .incomplete(let error):
      return "\(command?.participle ?? "done"), but \(error)"
    }
  }
}

extension FormatProblem {
  /// What to do about it.
  fileprivate var remedy: String {
    switch self {
    case .newerVersion: "update \(Program.name)"
    case .conflictMarker: "let \(Program.name) merge both sides (see: \(Program.name) help merge)"
    default: "mend the file"
    }
  }
}
