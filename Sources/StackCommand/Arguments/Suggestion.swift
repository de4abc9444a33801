import Stack

/// What is suggested for a word that isn't a command or an option, but resembles one, or is a
/// command of other programs.
struct Suggestion {
  /// The word in lower case.
  let word: String
  /// The words after it.
  let rest: [String]
  /// The beginning of every command line for the same queue.
  let stack: String
  /// Whether the word is a subject of help.
  var isSubject = false

  /// The answer; `nil` if the word resembles nothing.
  ///
  /// A word for looking never suggests a command that changes something, and a word for undoing
  /// never one that adds a task.
  var hint: CommandError.Hint? {
    let commands = Command.all
    let answers = answers(commands)
    return exact(answers, commands) ?? similar(answers, commands)
  }

  /// The command or topic whose help answers the word, if that is all of the answer.
  var subject: String? {
    let commands = Command.all
    let words = exact(answers(commands), commands)?.command?.split(separator: " ") ?? []
    return words.count == 3 && words[1] == "help" ? String(words[2]) : nil
  }

  /// The answer to a word that isn't mistyped.
  private func exact(_ answers: [Answer], _ commands: [Command]) -> CommandError.Hint? {
    if HelpTopic(rawValue: word) != nil { return Arguments.hint(toHelp: " \(word)") }
    if let command = commands.first(where: { $0.name == word }) { return proposal(command) }
    // A word with an ellipsis is an answer only if more words follow.
    let keys = rest.isEmpty ? [word] : ["\(word)…", word]
    return keys.lazy.compactMap { key in
      answers.first { $0.words.contains(key[...]) }?.hint
    }.first
  }

  /// Proposes a command, with the words that were typed if it takes them.
  private func proposal(_ command: Command) -> CommandError.Hint {
    if isSubject { return Arguments.hint(toHelp: " \(command.name)") }
    if !rest.isEmpty, command.operands.allows(rest.count) {
      return CommandError.Hint(
        text: "did you mean", command: "\(stack) \(command.typed(with: rest))")
    }
    let isAboutMore = command.isAboutCurrentTask && !rest.isEmpty
    return CommandError.Hint(
      text: "did you mean \(command.name)?"
        + (isAboutMore ? " It is always about the current task" : ""))
  }

  private typealias Answer = (words: [Substring], hint: CommandError.Hint, isForReading: Bool)

  /// The answers in `suggestions.txt`, separated by blank lines. The first line of each is a hint,
  /// or the name of the command that is meant; the other lines are the words that it answers.
  private func answers(_ commands: [Command]) -> [Answer] {
    String(decoding: PackageResources.suggestions_txt, as: UTF8.self).namingProgram
      .split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }
      .map { lines in
        let words = lines.dropFirst().flatMap { $0.split(separator: " ") }
        if let command = commands.first(where: { $0.name == lines.first ?? "" }) {
          return (words, proposal(command), command.participle == nil)
        }
        let parts = lines.first?.split(separator: ":") ?? []
        let command = parts.dropFirst().first.map { String($0.dropFirst()) }
        return (words, CommandError.Hint(text: String(parts[0]), command: command), false)
      }
  }

  /// The answer to a mistyped word, if it resembles a known one. In a tie, words that mean looking
  /// win.
  private func similar(_ answers: [Answer], _ commands: [Command]) -> CommandError.Hint? {
    // The first two answers have the words for looking. Most other words would resemble the
    // beginnings of tasks, so only those for commands that change nothing count, too.
    var known = (answers.prefix(2) + answers.filter { $0.isForReading }).flatMap { answer in
      answer.words.map { (word: $0, hint: answer.hint) }
    }
    // There are many short words, so the first letter must be right, or everything would resemble
    // one.
    known.removeAll { $0.word.utf8.first != word.utf8.first }
    known += commands.map { (word: $0.name[...], hint: proposal($0)) }
    let limit = word.utf8.count > 4 ? 2 : 1
    let close = known.map { (distance: word[...].editDistance(to: $0.word), hint: $0.hint) }
      .filter { $0.distance <= limit }
    return close.min { $0.distance < $1.distance }?.hint
  }
}
