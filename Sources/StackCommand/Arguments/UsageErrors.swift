// The errors of an invalid command line, with what the user may have meant.

import Stack

extension Arguments {
  /// The past participle of what the command does, such as `added`.
  var participle: String { command?.participle ?? "done" }

  /// - Parameter hint: The hint if the word resembles no command.
  func unknownCommand(_ word: String, rest: [String] = [], else hint: CommandError.Hint)
    -> CommandError
  {
    // Taskwarrior has commands such as `history.weekly`.
    let name = String(word.lowercased().prefix { $0 != "." })
    let suggestion = Suggestion(word: name, rest: rest, stack: stack)
    let fallback = word.isEmpty ? Self.hint(toHelp: "") : hint
    return CommandError(.usage, "there is no command '\(word)'", suggestion.hint ?? fallback)
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
    // As for head(1) and tail(1): -5, -n5, or -n 5.
    let digits = words[words[0] == "-n" && words.count > 1 ? 1 : 0].drop { $0 == "-" || $0 == "n" }
    if case .optional("N") = command.operands, !name.beginsExactly(with: "--"),
      Int(digits) ?? 0 > 0
    {
      return CommandError(
        .usage, problem, "did you mean", command: "\(stack) \(command.name) \(digits)")
    }
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

  /// The error for a lone `-`, with which other programs read standard input.
  var readsNoInput: CommandError {
    CommandError(
      .usage,
      "\(command?.name ?? "") doesn't read standard input; \(stack) edit opens the editor",
      "to add each line as a task", command: "\(stack) push -")
  }

  func unexpected(_ word: String) -> CommandError {
    let name = command?.name ?? ""
    let problem =
      command?.isAboutCurrentTask == true
      ? "is always about the current task and takes no '\(word)'" : "doesn't take '\(word)'"
    return CommandError(.usage, "\(name) \(problem)", Self.hint(toHelp: " \(name)"))
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
    let start = words[0].beginsExactly(with: "-") ? "-- " : ""
    return CommandError.Hint(
      text: "to add a task", command: "\(stack) push \(start)\(words.asTyped)")
  }

  /// - Parameter subject: A space and a command, or nothing.
  static func hint(_ advice: String = "", toHelp subject: String) -> CommandError.Hint {
    CommandError.Hint(text: "\(advice)see", command: "\(Program.name) help\(subject)")
  }
}
