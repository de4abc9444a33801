// The errors of an invalid command line, with what the user may have meant.

import Stack

extension Arguments {
  /// The past participle of what the command does, such as `added`.
  var participle: String { command?.participle ?? "done" }

  /// The error for a word that isn't a command.
  ///
  /// - Parameter rest: The words after it. With them, it may be a task, too.
  func unknownCommand(_ word: String, _ rest: [String]) -> CommandError {
    let push = hint(toPush: [word] + rest)
    guard let hint = suggestion(for: word, rest).hint else {
      return unknown(word, word.isEmpty ? Self.hint(toHelp: "") : push)
    }
    return unknown(word, hint, rest.isEmpty ? nil : push)
  }

  /// The command or topic whose help explains a word.
  func subject(of word: String) throws(CommandError) -> String {
    var suggestion = suggestion(for: word, [])
    suggestion.isSubject = true
    if let subject = suggestion.subject { return subject }
    throw CommandError(
      .usage, "there is no help about '\(word)'", suggestion.hint ?? Self.hint(toHelp: ""))
  }

  private func unknown(
    _ word: String, _ hint: CommandError.Hint, _ other: CommandError.Hint? = nil
  ) -> CommandError {
    CommandError(.usage, "there is no command '\(word)'", hint, other)
  }

  private func suggestion(for word: String, _ rest: [String]) -> Suggestion {
    // Taskwarrior has commands such as `history.weekly`.
    let name = String(word.lowercased().prefix { $0 != "." })
    return Suggestion(word: name, rest: rest, stack: stack)
  }

  /// - Parameter words: The rest of the command line. Its first word has the option called `name`.
  func unknownOption(_ name: String, _ words: [String]) -> CommandError {
    guard let command else {
      let meant = name == "-v" ? "version" : name.drop { $0 == "-" }.lowercased()
      return CommandError(
        .usage, "there is no option \(name)",
        Suggestion(word: meant, rest: Array(words.dropFirst()), stack: stack).hint
          ?? Self.hint(toHelp: ""))
    }
    let problem = "\(command.name) has no option \(name)"
    let advice = command.operands.areText ? "put -- before a text that begins with -, or " : ""
    return CommandError(.usage, problem, Self.hint(advice, toHelp: " \(command.name)"))
  }

  var missingOperand: CommandError {
    let (name, example) = command?.requiredOperand ?? ("more words", "help")
    let problem = "\(command?.name ?? "") requires \(name), as in: \(stack) \(example)"
    guard command?.name == "push" else { return CommandError(.usage, problem) }
    return CommandError(
      .usage, problem, "to add each line of standard input", command: "\(stack) push -")
  }

  /// Refuses missing operands that can't be asked for. In a script, the command would wait for an
  /// answer forever.
  func requireTerminal() throws(CommandError) {
    if sawDoubleDash || !OpenFile.standardInput.isTerminal { throw missingOperand }
  }

  /// The error for a lone `-`, with which other programs read standard input.
  var readsNoInput: CommandError {
    CommandError(
      .usage,
      "\(command?.name ?? "") doesn't read standard input; \(stack) edit opens the editor",
      "to add each line as a task", command: "\(stack) push -")
  }

  /// The error for an option of every command that this one has no use for.
  func useless(_ option: Option, of command: Command) -> CommandError {
    let reason = option == .json ? "doesn't print a task" : "isn't about one stack"
    return CommandError(
      .usage, "\(command.name) \(reason), so it takes no \(option.names[0])",
      Self.hint(toHelp: " \(command.name)"))
  }

  func unexpected(_ word: String) -> CommandError {
    let name = command?.name ?? ""
    guard command?.isAboutCurrentTask == true else {
      return CommandError(
        .usage, "\(name) doesn't take '\(word)'", Self.hint(toHelp: " \(name)"))
    }
    let isNumber = word.allSatisfy { $0.isNumber }
    return CommandError(
      .usage, "\(name) is always about the current task and takes no '\(word)'",
      "to bring another one to the front first",
      command: "\(stack) top \(isNumber ? "WORDS" : [word].asTypedText)")
  }

  /// The error for a number of operands that is between two allowed ones.
  func wrongNumber(of command: Command) -> CommandError {
    let uses = command.operands.synopses.joined(separator: " or ")
    return CommandError(
      .usage, "\(command.name) takes \(uses), but not \(operands.count) operands",
      Self.hint(toHelp: " \(command.name)"))
  }

  func invalidText(_ error: QueueError) -> CommandError {
    let name = command?.name ?? "push"
    return switch error {
    case .invalidTitle(.lineBreak) where name == "push":
      CommandError(
        .usage, "a task is one line, but this text has a line break", "to add each line as a task",
        command: "\(stack) push -")
    case .invalidTitle(.lineBreak):
      CommandError(.usage, "the text has a line break, but must be one line; nothing was changed")
    default: CommandError(.usage, "\(name) requires some text, as in: \(stack) \(name) Call Sam")
    }
  }

  func hint(toPush words: [String]) -> CommandError.Hint {
    CommandError.Hint(text: "to add a task", command: "\(stack) push \(words.asTypedText)")
  }

  /// - Parameter subject: A space and a command, or nothing.
  static func hint(_ advice: String = "", toHelp subject: String) -> CommandError.Hint {
    CommandError.Hint(text: "\(advice)see", command: "\(Program.name) help\(subject)")
  }
}
