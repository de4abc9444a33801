// The errors of commands: every sentence, with its exit status.

import Stack

/// An error that ends a command: one sentence that says what is wrong, where, and what to do.
struct CommandError: Error {
  let status: ExitStatus
  /// The sentence, for the command line that failed.
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
  // MARK: The command line

  static var noArguments: Self {
    Self(.inputOutput, "cannot read the command-line arguments; nothing was changed, try again")
  }

  /// - Parameter text: What isn't UTF-8, such as `argument 2`.
  static func notUTF8(_ text: String) -> Self { Self(.usage, "\(text) is not UTF-8; nothing was changed") }

  static func unknownCommand(_ word: String, rest: [String]) -> Self {
    Self(.usage) { arguments in
      let answer = Suggestion(word: word.lowercased(), rest: rest, stack: arguments.stack).answer
      return "there is no command '\(word)'; "
        + (answer ?? "to add a task: \(arguments.stack) push " + (word.beginsExactly(with: "-") ? "-- " : "")
          + ([word] + rest).asTyped)
    }
  }

  static func unknownSubject(_ word: String) -> Self {
    let answer = Suggestion(word: word.lowercased()).answer
    return Self(.usage, "there is no command '\(word)'; \(answer ?? "see: \(Program.name) help")")
  }

  /// - Parameter rest: The words after the option.
  static func unknownOption(_ option: String, _ word: String, rest: [String]) -> Self {
    Self(.usage) { arguments in
      guard let command = arguments.command else {
        let word = option == "-v" ? "version" : option.drop { $0 == "-" }.lowercased()
        let answer = Suggestion(word: word, rest: rest, stack: arguments.stack).answer
        return "there is no option \(option); \(answer ?? "see: \(Program.name) help")"
      }
      let problem = "\(command.name) has no option \(option)"
      // As for head(1) and tail(1): -5, -n5, or -n 5.
      let digits = ([word] + rest)[word == "-n" && !rest.isEmpty ? 1 : 0].drop { $0 == "-" || $0 == "n" }
      if command.operands == "[N]", !option.beginsExactly(with: "--"), Int(digits) ?? 0 > 0 {
        return "\(problem); did you mean: \(arguments.stack) \(command.name) \(digits)"
      }
      return "\(problem); see: \(Program.name) help \(command.name)"
        + (command.takesText ? ", or put -- before a text that begins with -" : "")
    }
  }

  static func missingValue(of option: String) -> Self { Self(.usage, "\(option) requires a value") }

  static func unwantedValue(of option: String) -> Self { Self(.usage, "\(option) takes no value") }

  static var missingOperand: Self {
    Self(.usage) { arguments in
      let (name, example) = arguments.command?.requiredOperand ?? ("more words", "help")
      let sentence = "\(arguments.name) requires \(name), as in: \(arguments.stack) \(example)"
      return arguments.name == "push"
        ? sentence + "; to add each line of standard input: \(arguments.stack) push -" : sentence
    }
  }

  static func unexpectedArgument(_ word: String) -> Self {
    Self(.usage) { arguments in
      let name = arguments.name
      let isAboutCurrentTask = arguments.command?.isAboutCurrentTask == true
      let problem =
        isAboutCurrentTask
        ? "is always about the current task and takes no '\(word)'" : "doesn't take '\(word)'"
      return "\(name) \(problem); see: \(Program.name) help \(name)"
    }
  }

  static func invalidText(_ problem: TaskTitle.Problem) -> Self {
    Self(.usage) { arguments in
      let command = arguments.name.isEmpty ? "push" : arguments.name
      return switch problem {
      case .empty: "\(command) requires some text, as in: \(arguments.stack) \(command) Call Sam"
      case .lineBreak where command == "push":
        "a task is one line, but this text has a line break; to add each line as a task: \(arguments.stack) push -"
      case .lineBreak: "the text has a line break, but must be one line; nothing was changed"
      }
    }
  }

  static func onlyANumber(_ text: String) -> Self {
    Self(.usage) { arguments in
      "edit always rewords the current task; to make '\(text)' its text: \(arguments.stack) edit -- \(text)"
    }
  }

  static func alreadyThere(_ name: QueueName) -> Self {
    Self(.usage, "the task is already in the stack '\(name.text)'; name another stack")
  }

  static func invalidQueueName(_ name: String, source: String) -> Self {
    Self(
      .usage, "invalid stack name '\(name)' \(source); use up to 64 letters, digits, -, _ and inner dots")
  }

  static func invalidHost(_ host: String) -> Self {
    Self(
      .usage,
      "invalid host '\(host)'; use one that ssh can reach, as in: \(Program.name) send sam@desk.example")
  }

  static func notANumber(_ text: String, subject: String) -> Self {
    Self(.usage, "\(subject) must be a number of at least 1, not '\(text)'")
  }

  static func notADay(_ text: String) -> Self {
    Self(.usage, "--since must be today, yesterday, or a date such as 2026-11-21, not '\(text)'")
  }

  static func unknownShell(_ word: String) -> Self {
    let names = Shell.allCases.map { $0.rawValue }
    return Self(
      .usage,
      "there is no integration for '\(word)'; put what \(Program.name) prompt prints into its prompt, or choose "
        + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
  }

  // MARK: Attachments and standard input

  static func missingFile(_ path: String) -> Self {
    Self(.usage) { arguments in
      let sentence = "there is no file '\(path)' to attach; nothing was changed"
      // Without a scheme, an address such as example.org/agenda is a path, but seldom that of a file.
      let host = path.prefix { $0 != "/" }
      let isLikeAddress = !path.beginsExactly(with: ".") && host != path && host.contains(".")
      guard isLikeAddress || path.beginsExactly(with: "www.") else { return sentence }
      return sentence + "; for a web page: \(arguments.stack) attach \(["https://" + path].asTyped)"
    }
  }

  static func pathNotUTF8(_ path: Pathname) -> Self {
    Self(
      .usage, "the path '\(path)' is not UTF-8 and can't be saved; rename the file or attach a link to it")
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
      Self(.nothingToDo) { arguments in
        "there is no task to \(arguments.command?.verb ?? "show"); add one with: \(arguments.stack) push \"…\""
      }
    case .nothingToUndo, .nothingToRedo, .notReversible: Self(.nothingToDo, "\(error)")
    case .notAttached, .alreadyRestored: Self(.nothingToDo, "\(error); nothing was changed")
    case .customNotes: Self(.data, "\(error); nothing was changed")
    case .invalidArrangement: Self(.usage, "\(error); nothing was changed")
    case .malformed(let path, _, let problem):
      Self(.data) { arguments in "\(error); \(problem.advice)\(arguments.undoHint(for: path, problem))" }
    case .noHome: Self(.inputOutput, "\(error)")
    case .notAConflictCopy: Self(.inputOutput, "\(error); nothing was changed")
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
    return Self(.nothingToDo, "both sides changed \(keys); kept ours, please review")
  }

  static var nothingAttached: Self {
    Self(.nothingToDo) { arguments in
      "nothing is attached to the current task; attach something with: \(arguments.stack) attach FILE|URL"
    }
  }

  static func noSuchAttachment(_ number: Int, count: Int) -> Self {
    Self(.nothingToDo, "there is no attachment \(number); the current task has \(count)")
  }

  static func attachmentsNotOpened(_ reasons: [String]) -> Self {
    Self(.inputOutput, reasons.joined(separator: "; "))
  }

  // MARK: Questions and editors

  static func cancelled(_ reason: String) -> Self { Self(.nothingToDo, "\(reason); nothing was changed") }

  /// - Parameter saved: Where the text is, if it isn't as it was.
  static func editorFailed(_ status: String, saved: Pathname?) -> Self {
    cancelled("the editor ended with \(status)" + (saved.map { ", and your text is in \($0)" } ?? ""))
  }

  static func invalidEditedText(line: Int, _ problem: String, saved: Pathname) -> Self {
    Self(.usage, "line \(line): \(problem); nothing was changed, and your text is in \(saved)")
  }

  static func editNotApplied(_ error: QueueError, saved: Pathname) -> Self {
    let reason = queue(error)
    return Self(reason.status) { "\(reason.sentence($0)); your text is in \(saved)" }
  }

  // MARK: Other machines

  /// - Parameter report: What the other side printed, after a colon.
  static func notSent(_ end: Recipient.Failure, host: String, report: String) -> Self {
    let sentence =
      switch end {
      case .unreachable: "\(host) could not be reached\(report); the task stays here"
      case .refused: "\(host) did not accept the task\(report); the task stays here"
      case .remoteIOError: "\(host) had an I/O error\(report); the task stays here"
      case .answerLost:
        "the answer of \(host) was lost\(report); the task stays here, but may have arrived there, too"
      case .notAcknowledged:
        "\(host) did not confirm that it received the task (stack 1.0.0 never does)\(report); the task stays "
          + "here, but may have arrived there, too: if it did, drop it here"
      }
    return Self(.unavailable, sentence)
  }

  static func sentButNotMoved(title: String, recipient: String, _ error: QueueError) -> Self {
    switch error {
    case .incomplete: return queue(error)
    case .changedMeanwhile:
      return Self(
        .tryAgain,
        "the task was sent to \(recipient), but was changed here meanwhile, and so it stays here, too")
    default:
      // Not "try again", which would send it twice.
      let status = queue(error).status
      return Self(
        status == .tryAgain ? .inputOutput : status,
        "the task was sent to \(recipient), but it is still here too: \(error); drop it here, it is: \(title)"
      )
    }
  }

  // MARK: The system

  static func system(_ error: SystemCallError) -> Self { Self(.inputOutput, "\(error); nothing was changed") }

  static func notShown(_ error: SystemCallError) -> Self { Self(.inputOutput, "\(error)") }

  static func doneButNotShown(_ error: SystemCallError) -> Self {
    Self(.inputOutput) { arguments in "\(arguments.participle), but it could not be shown: \(error)" }
  }
}

extension FormatProblem {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .newerVersion: "update \(Program.name), nothing was changed"
    case .conflictMarker:
      "let \(Program.name) merge both sides (see: \(Program.name) help sync), nothing was changed"
    default: "fix the file, nothing was changed"
    }
  }
}

extension Arguments {
  /// How to restore a malformed file, if it is the chosen queue's and a version of it is kept.
  fileprivate func undoHint(for path: Pathname, _ problem: FormatProblem) -> String {
    // The errors of `receive` are read on another machine, where the command would be about another file.
    guard problem != .newerVersion, name != "receive",
      let queueName = try? queueName(default: System.environmentVariable("STACK_QUEUE")),
      let queue = try? TaskQueue(queueName), queue.path == path, (try? queue.hasVersions()) == true
    else { return "" }
    return "; to restore it as the last command left it: \(stack) undo"
  }
}
