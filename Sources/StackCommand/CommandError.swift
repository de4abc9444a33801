// Why a command came to nothing: the exit status, and the one sentence that says what, where, and what to
// do.

import Stack

/// The exit statuses, after the BSD convention of sysexits.h where it has one that fits.
enum ExitStatus: Int32 {
  case success = 0
  /// There is no task to act on, nothing to undo, or the user cancelled.
  case nothing = 1
  /// Wrong usage (EX_USAGE).
  case usage = 64
  /// The file, or a task from elsewhere, is not what it should be (EX_DATAERR).
  case data = 65
  /// The other machine could not be reached or refused (EX_UNAVAILABLE).
  case unavailable = 69
  /// Reading or writing failed (EX_IOERR).
  case inputOutput = 74
  /// Try again (EX_TEMPFAIL).
  case tryAgain = 75
}

/// Why a command came to nothing.
enum CommandError: Error {
  // The words on the command line
  case argumentNotUTF8(position: Int)
  case unknownCommand(String, rest: [String])
  case unknownSubject(String)
  case unknownOption(String, of: CommandName?)
  case missingValue(of: String)
  case unwantedValue(of: String)
  case missingOperand(CommandName)
  case unexpectedArgument(String, to: CommandName)
  case unfitText(TaskTitle.Problem)
  case unfitQueueName(String, source: String)
  case unfitHost(String)
  case notANumber(String, what: String)
  case unknownShell(String)
  case missingFile(String)
  case unreachableFile(SystemError)
  case pathNotUTF8(String)
  case inputNotUTF8(line: Int)

  // The queue
  case queue(QueueError, during: CommandName?)
  case nothingAttached
  case noSuchAttachment(Int, count: Int)
  case attachmentsNotOpened([String])

  // What a person decided, in a question or in an editor
  case cancelled(String)
  case editorFailed(String)
  case unfitQueueText(line: Int, String, saved: FilePath)
  case notTaken(QueueError, saved: FilePath)

  // Other machines
  case unreachable(host: String, report: String)
  case refused(host: String, report: String)
  case troubled(host: String, report: String)
  case perhapsArrived(host: String, report: String)
  case sentButNotMoved(host: String, QueueError)
  case unfitTask(FormatProblem)

  // The system
  case system(SystemError)
  case notShown(SystemError, after: CommandName?)
}

extension CommandError {
  var status: ExitStatus {
    switch self {
    case .argumentNotUTF8, .unknownCommand, .unknownSubject, .unknownOption, .missingValue, .unwantedValue,
      .missingOperand,
      .unexpectedArgument, .unfitText, .unfitQueueName, .unfitHost, .notANumber, .unknownShell, .missingFile,
      .pathNotUTF8, .inputNotUTF8, .unfitQueueText:
      .usage
    case .nothingAttached, .noSuchAttachment, .cancelled, .editorFailed:
      .nothing
    case .unfitTask:
      .data
    case .unreachable, .refused, .troubled, .perhapsArrived:
      .unavailable
    case .attachmentsNotOpened, .system, .notShown, .unreachableFile:
      .inputOutput
    case .queue(let error, _), .notTaken(let error, _), .sentButNotMoved(_, let error):
      error.status
    }
  }

  /// What is wrong, where, and what to do.
  var sentence: String {
    switch self {
    case .argumentNotUTF8(let position):
      "argument \(position) is not UTF-8; nothing was changed"
    case .unknownCommand(let word, let rest):
      unknownCommandSentence(word) ?? "there is no command '\(word)'; to add a task: stack push "
        + (word.hasPrefix("-") ? "-- " : "") + ([word] + rest).joined(separator: " ")
    case .unknownSubject(let word):
      unknownCommandSentence(word) ?? "there is no command '\(word)'; see: stack help"
    case .unknownOption(let option, let name):
      unknownOptionSentence(option, name)
    case .missingValue(let option):
      "\(option) needs a value behind it"
    case .unwantedValue(let option):
      "\(option) takes no value"
    case .missingOperand(let name):
      "\(name.rawValue) needs \(name.operandInWords), as in: \(name.example)"
    case .unexpectedArgument(let word, let name):
      "\(name.rawValue) can't do anything with '\(word)'; see: stack help \(name.rawValue)"
    case .unfitText(.empty):
      "a task needs some text, as in: stack push Call Sam"
    case .unfitText(.lineBreak):
      "a task is one line, and this text has a line break; to add a task for each line: stack push -"
    case .unfitQueueName(let name, let source):
      "'\(name)' \(source) is no name for a stack; use up to 64 letters, digits, -, _ and inner dots"
    case .unfitHost(let host):
      "'\(host)' is no host that ssh could reach; name one as in: stack send sam@desk.example"
    case .notANumber(let word, let what):
      "\(what) should be a number from 1 on, not '\(word)'"
    case .unknownShell(let word):
      "there is no integration for '\(word)'; choose bash, zsh, fish or posix"
    case .missingFile(let path):
      "there is no file \(path) to attach; nothing was changed"
    case .unreachableFile(let error):
      "\(error.inWords); nothing was changed"
    case .pathNotUTF8(let path):
      "the path \(path) is not UTF-8 and can't be kept; rename the file or attach a link to it"
    case .inputNotUTF8(let line):
      "line \(line) of the input is not UTF-8; nothing was changed"
    case .queue(let error, let name):
      error.sentence(during: name)
    case .nothingAttached:
      "nothing is attached to the current task; attach something with: stack attach FILE|URL"
    case .noSuchAttachment(let number, let count):
      "there is no attachment \(number); the current task has \(count)"
    case .attachmentsNotOpened(let reasons):
      reasons.joined(separator: "; ")
    case .cancelled(let reason):
      "\(reason); nothing was changed"
    case .editorFailed(let reason):
      "\(reason); nothing was changed"
    case .unfitQueueText(let line, let problem, let saved):
      "line \(line): \(problem); nothing was changed, and your text is in \(saved)"
    case .notTaken(let error, let saved):
      "\(error.sentence(during: .edit)); your text is in \(saved)"
    case .unreachable(let host, let report):
      "\(host) could not be reached\(report); the task stays here"
    case .refused(let host, let report):
      "\(host) did not take the task\(report); the task stays here"
    case .troubled(let host, let report):
      "there was trouble at \(host)\(report); the task stays here"
    case .perhapsArrived(let host, let report):
      "the answer of \(host) was lost\(report); the task may have arrived there, and it stays here too"
    case .sentButNotMoved(let host, .changedMeanwhile):
      "the task went to \(host), but here it was changed meanwhile, and so it stays as it is"
    case .sentButNotMoved(let host, let error):
      "the task went to \(host), but it is still here too: \(error.sentence(during: .send))"
    case .unfitTask(let problem):
      "this is not a task: \(problem); nothing was changed"
    case .system(let error):
      "\(error.inWords); nothing was changed"
    case .notShown(let error, nil):
      error.inWords
    case .notShown(let error, let name?):
      "\(name.participle), but it could not be shown: \(error.inWords)"
    }
  }

  /// What to say of a word that is no command, if it is like one or known from other programs.
  private func unknownCommandSentence(_ word: String) -> String? {
    let start = "there is no command '\(word)'; "
    if let name = CommandName.similar(to: word) ?? CommandName.habitual(word) {
      return start + "did you mean \(name.rawValue)?"
    }
    if ["list", "ls", "show", "all", "view", "top", "peek", "current", "status"].contains(word) {
      return start + "stack alone shows the one current task"
    }
    return nil
  }

  private func unknownOptionSentence(_ option: String, _ name: CommandName?) -> String {
    guard let name else { return "there is no option \(option); see: stack help" }
    let hint = "\(name.rawValue) has no option \(option); see: stack help \(name.rawValue)"
    return name == .push || name == .edit
      ? hint + ", or put -- before a text that begins with -" : hint
  }
}

// MARK: - Words for what happened

extension QueueError {
  fileprivate var status: ExitStatus {
    switch self {
    case .noTask, .nothingToUndo, .nothingToRedo, .notAttached: .nothing
    case .malformed: .data
    case .noHome, .notAFile, .system, .incomplete: .inputOutput
    case .locked, .rewrittenMeanwhile, .changedMeanwhile: .tryAgain
    }
  }

  fileprivate func sentence(during name: CommandName?) -> String {
    switch self {
    case .noHome(let variable):
      return "there is no folder for the file: set HOME or \(variable) to an absolute path"
    case .noTask:
      return "there is no task to \(name?.verb ?? "show"); add one with: stack push \"…\""
    case .nothingToUndo:
      return "there is nothing to undo"
    case .nothingToRedo:
      return "there is nothing to redo"
    case .notAttached(let item):
      return "\(item) is not attached to the current task; nothing was changed"
    case .malformed(let path, let position, let problem):
      return "\(path), line \(position.line), column \(position.column): \(problem); "
        + "\(problem == .newerVersion ? "update stack" : "mend the file"), nothing was changed"
    case .notAFile(let path):
      return "\(path) is not a regular file; move it away, nothing was changed"
    case .locked(let path):
      return "\(path) has been locked by another program for 5 seconds; nothing was changed, try again"
    case .rewrittenMeanwhile(let path):
      return
        "\(path) was changed by another program at this moment; nothing was changed by this one, try again"
    case .changedMeanwhile:
      return "the queue was changed meanwhile; nothing was changed by this command, try again"
    case .system(let error):
      guard let name, name.isChange else { return error.inWords }
      return "\(error.inWords); nothing was changed"
    case .incomplete(let error):
      return "\(name?.participle ?? "done"), but \(error.inWords)"
    }
  }
}

extension SystemError {
  /// What failed, where and why.
  var inWords: String { "cannot \(operation.rawValue) \(path): \(reason)" }
}

extension CommandName {
  fileprivate var isChange: Bool {
    switch self {
    case .push, .done, .skip, .drop, .edit, .undo, .redo, .attach, .detach, .send, .receive: true
    case .open, .count, .prompt, .initialize, .path, .help: false
    }
  }

  /// What was done, when it was done.
  var participle: String {
    switch self {
    case .push, .receive: "added"
    case .skip: "skipped"
    case .drop: "dropped"
    case .edit: "reworded"
    case .undo: "taken back"
    case .redo: "put back"
    case .attach: "attached"
    case .detach: "detached"
    case .open: "opened"
    case .send: "sent"
    case .done, .count, .prompt, .initialize, .path, .help: "done"
    }
  }

  /// What one would do with the current task.
  fileprivate var verb: String {
    switch self {
    case .done: "complete"
    case .edit: "reword"
    case .attach: "attach anything to"
    case .detach: "detach anything from"
    case .push, .receive, .undo, .redo, .count, .prompt, .initialize, .path, .help: "show"
    case .skip, .drop, .open, .send: rawValue
    }
  }

  fileprivate var operandInWords: String {
    switch self {
    case .push: "some text"
    case .attach: "a file or URL"
    case .send: "a host"
    case .initialize: "the name of a shell"
    default: operands
    }
  }

  fileprivate var example: String {
    switch self {
    case .push: "stack push Call Sam"
    case .attach: "stack attach draft.pdf"
    case .send: "stack send sam@desk.example"
    case .initialize: "stack init bash"
    default: "stack help \(rawValue)"
    }
  }
}
