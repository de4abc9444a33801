// Why a command came to nothing: every sentence that says so, with the exit status that goes with it.

import Stack

/// What is wrong, where, and what to do, in one sentence.
struct CommandError: Error {
  let status: ExitStatus
  /// The sentence, once it is known which command it was, and how to call the program again.
  let sentence: @Sendable (Arguments) -> String

  private init(_ status: ExitStatus, _ sentence: String) { self.init(status) { _ in sentence } }

  private init(_ status: ExitStatus, _ sentence: @escaping @Sendable (Arguments) -> String) {
    self.status = status
    self.sentence = sentence
  }
}

extension Arguments {
  fileprivate var name: String { command?.name ?? "" }
  fileprivate var participle: String { command?.participle ?? "done" }
}

extension CommandError {
  // MARK: The words on the command line

  static var noArguments: Self {
    Self(
      .inputOutput, "the words behind the name of the program can't be had; nothing was changed, try again")
  }

  /// - Parameter text: What is none, such as `argument 2`.
  static func notUTF8(_ text: String) -> Self { Self(.usage, "\(text) is not UTF-8; nothing was changed") }

  static func unknownCommand(_ word: String, rest: [String]) -> Self {
    Self(.usage) { arguments in
      Suggestion(word: word, rest: rest, stack: arguments.stack).sentence
        ?? "there is no command '\(word)'; to add a task: \(arguments.stack) push "
        + (word.beginsExactly(with: "-") ? "-- " : "") + ([word] + rest).asTyped
    }
  }

  static func unknownSubject(_ word: String) -> Self {
    Self(
      .usage, Suggestion(word: word).sentence ?? "there is no command '\(word)'; see: \(Program.name) help")
  }

  static func unknownOption(_ option: String) -> Self {
    Self(.usage) { arguments in
      guard let command = arguments.command else {
        return option == "-v"
          ? "there is no option -v; for the version: \(Program.name) --version"
          : "there is no option \(option); see: \(Program.name) help"
      }
      return "\(command.name) has no option \(option); see: \(Program.name) help \(command.name)"
        + (command.takesText ? ", or put -- before a text that begins with -" : "")
    }
  }

  static func missingValue(of option: String) -> Self { Self(.usage, "\(option) needs a value behind it") }

  static func unwantedValue(of option: String) -> Self { Self(.usage, "\(option) takes no value") }

  static var missingOperand: Self {
    Self(.usage) { arguments in
      let (name, example) = arguments.command?.needed ?? ("more words", "help")
      return "\(arguments.name) needs \(name), as in: \(arguments.stack) \(example)"
    }
  }

  static func unexpectedArgument(_ word: String) -> Self {
    Self(.usage) { arguments in
      let name = arguments.name
      let isAboutCurrentTask = arguments.command?.isAboutCurrentTask == true
      let problem =
        isAboutCurrentTask
        ? "is always about the current task and takes no '\(word)'" : "can't do anything with '\(word)'"
      return "\(name) \(problem); see: \(Program.name) help \(name)"
    }
  }

  static func invalidText(_ problem: TaskTitle.Problem) -> Self {
    Self(.usage) { arguments in
      switch problem {
      case .empty: "a task needs some text, as in: \(arguments.stack) push Call Sam"
      case .lineBreak:
        "a task is one line, and this text has a line break; to add a task for each line: "
          + "\(arguments.stack) push -"
      }
    }
  }

  static func invalidQueueName(_ name: String, source: String) -> Self {
    Self(
      .usage, "'\(name)' \(source) is no name for a stack; use up to 64 letters, digits, -, _ and inner dots")
  }

  static func invalidHost(_ host: String) -> Self {
    Self(
      .usage,
      "'\(host)' is no host that ssh could reach; name one as in: \(Program.name) send sam@desk.example")
  }

  static func notANumber(_ text: String, subject: String) -> Self {
    Self(.usage, "\(subject) should be a number from 1 on, not '\(text)'")
  }

  static func unknownShell(_ word: String) -> Self {
    let names = Shell.allCases.map { $0.rawValue }
    return Self(
      .usage,
      "there is no integration for '\(word)'; put what \(Program.name) prompt prints into its prompt, or choose "
        + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
  }

  // MARK: What is to be attached, and standard input

  static func missingFile(_ path: String) -> Self {
    Self(.usage, "there is no file '\(path)' to attach; nothing was changed")
  }

  static func pathNotUTF8(_ path: FilePath) -> Self {
    Self(
      .usage, "the path '\(path)' is not UTF-8 and can't be kept; rename the file or attach a link to it")
  }

  static func unsafeURL(_ url: String) -> Self {
    Self(.usage, "the URL '\(url)' has a character that could drive a terminal; nothing was changed")
  }

  static var inputTooLarge: Self { Self(.usage, "the input has more than 64 MiB; nothing was changed") }

  static func invalidTask(_ problem: FormatProblem) -> Self {
    Self(.data, "this is not a task: \(problem); nothing was changed")
  }

  // MARK: The queue

  static func queue(_ error: QueueError) -> Self {
    switch error {
    case .noTask:
      Self(.nothing) { arguments in
        "there is no task to \(arguments.command?.verb ?? "show"); add one with: \(arguments.stack) push \"…\""
      }
    case .nothingToUndo, .nothingToRedo, .notReversible: Self(.nothing, "\(error)")
    case .notAttached: Self(.nothing, "\(error); nothing was changed")
    case .invalidArrangement: Self(.usage, "\(error); nothing was changed")
    case .malformed(let path, _, let problem): Self(.data, "\(error); \(problem.advice(on: path))")
    case .noHome: Self(.inputOutput, "\(error)")
    case .notAFile: Self(.inputOutput, "\(error); move it away, nothing was changed")
    case .system:
      Self(.inputOutput) { arguments in
        arguments.command?.participle == nil ? "\(error)" : "\(error); nothing was changed"
      }
    case .incomplete(let reason):
      Self(.inputOutput) { arguments in "\(arguments.participle), but \(reason)" }
    case .locked: Self(.tryAgain, "\(error); nothing was changed, try again")
    case .changedMeanwhile, .rewrittenMeanwhile:
      Self(.tryAgain, "\(error); nothing was changed by this command, try again")
    }
  }

  /// Both copies changed keys of the user's own; git keeps the file for a person then.
  static func bothChanged(_ conflicts: [MergeConflict]) -> Self {
    let keys = conflicts.map { "\"\($0.key)\"" }.joined(separator: ", ")
    return Self(.nothing, "both sides changed \(keys); kept ours, please review")
  }

  static var nothingAttached: Self {
    Self(.nothing) { arguments in
      "nothing is attached to the current task; attach something with: \(arguments.stack) attach FILE|URL"
    }
  }

  static func noSuchAttachment(_ number: Int, count: Int) -> Self {
    Self(.nothing, "there is no attachment \(number); the current task has \(count)")
  }

  static func attachmentsNotOpened(_ reasons: [String]) -> Self {
    Self(.inputOutput, reasons.joined(separator: "; "))
  }

  // MARK: What a person decided, in a question or in an editor

  static func cancelled(_ reason: String) -> Self { Self(.nothing, "\(reason); nothing was changed") }

  /// - Parameter saved: Where the text is, if it isn't as it was.
  static func editorFailed(_ status: String, saved: FilePath?) -> Self {
    cancelled("the editor ended with \(status)" + (saved.map { ", and your text is in \($0)" } ?? ""))
  }

  static func invalidEditedText(line: Int, _ problem: String, saved: FilePath) -> Self {
    Self(.usage, "line \(line): \(problem); nothing was changed, and your text is in \(saved)")
  }

  static func notTaken(_ error: QueueError, saved: FilePath) -> Self {
    let reason = queue(error)
    return Self(reason.status) { "\(reason.sentence($0)); your text is in \(saved)" }
  }

  // MARK: Other machines

  /// - Parameter report: What was heard from there, behind a colon.
  static func notSent(_ end: Recipient.Failure, host: String, report: String) -> Self {
    let sentence =
      switch end {
      case .unreachable: "\(host) could not be reached\(report); the task stays here"
      case .refused: "\(host) did not take the task\(report); the task stays here"
      case .troubled: "there was trouble at \(host)\(report); the task stays here"
      case .answerLost:
        "the answer of \(host) was lost\(report); the task may have arrived there, and it stays here too"
      case .unanswered:
        "\(host) did not say that it took the task (\(Program.name) 1.0.0 never did)\(report); it may have "
          + "arrived there, and it stays here too: look there, and drop it here if it did"
      }
    return Self(.unavailable, sentence)
  }

  static func sentButNotMoved(title: String, host: String, _ error: QueueError) -> Self {
    switch error {
    case .incomplete: return queue(error)
    case .changedMeanwhile:
      return Self(
        .tryAgain, "the task went to \(host), but here it was changed meanwhile, and so it stays as it is")
    default:
      // Whoever tried again would send it twice.
      let status = queue(error).status
      return Self(
        status == .tryAgain ? .inputOutput : status,
        "the task went to \(host), but it is still here too: \(error); drop it here, it is: \(title)")
    }
  }

  // MARK: The system

  static func system(_ error: SystemError) -> Self { Self(.inputOutput, "\(error); nothing was changed") }

  static func notShown(_ error: SystemError) -> Self { Self(.inputOutput, "\(error)") }

  static func doneButNotShown(_ error: SystemError) -> Self {
    Self(.inputOutput) { arguments in "\(arguments.participle), but it could not be shown: \(error)" }
  }
}

extension FormatProblem {
  /// What to do about it; where the file is to be mended, also how to bring back the newest version that is kept.
  fileprivate func advice(on path: FilePath) -> String {
    switch self {
    case .newerVersion: return "update \(Program.name), nothing was changed"
    case .conflictMarker:
      return "let \(Program.name) merge both sides (see: \(Program.name) help merge), nothing was changed"
    default:
      let advice = "mend the file, nothing was changed"
      guard let version = TaskQueue.newestVersion(of: path) else { return advice }
      return advice + "; what it was before the last change comes back with: cp "
        + "\(version.description.quotedForShell) \(path.description.quotedForShell)"
    }
  }
}
