// What is said of a word that is no command, but like one, or known from other programs.

import Stack

enum Suggestion {
  /// What to say of a word that is no command; `nil` if it reminds of nothing.
  ///
  /// Whoever wants to look is never led to a command that changes something, and whoever wants to take something
  /// back never to one that adds.
  ///
  /// - Parameters:
  ///   - rest: The words behind it.
  ///   - stack: The words that begin every command line for the same queue.
  static func sentence(for word: String, rest: [String] = [], stack: String = Program.name) -> String? {
    let commands = Command.all
    let answer =
      answers.first { isListed(word, in: $0.words) }?.answer
      ?? commands.first { isListed(word, in: $0.habits) }.map { proposal($0, rest, stack) }
      ?? similar(to: word, commands, rest, stack)
    return answer.map { "there is no command '\(word)'; \($0)" }
  }

  private static func proposal(_ command: Command, _ rest: [String], _ stack: String) -> String {
    if rest.isEmpty { return "did you mean \(command.name)?" }
    if command.takesText { return "did you mean: \(stack) \(command.name) \(rest.asTyped)" }
    return command.isAboutCurrentTask
      ? "did you mean \(command.name)? It is always about the current task" : "did you mean \(command.name)?"
  }

  private static var looking: String { "\(Program.name) alone shows the one current task" }

  /// What people type who want to look, out of habit from other programs.
  private static let wordsOfLooking =
    "list ls show all view peek current status next now check what look see print get head task tasks todo "
    + "todos queue pending items info find search stats summary doing active"

  /// Words that stand for no single command, each with an answer or an honest no.
  private static var answers: [(words: String, answer: String)] {
    let stack = Program.name
    return [
      (wordsOfLooking, looking),
      ("top first", "\(looking), and \(stack) push --top puts a new one in front"),
      (
        "move mv up down bump raise prio priority important reorder sort",
        "what was added first comes first; to rearrange the tasks: \(stack) edit --all"
      ),
      (
        "due date tomorrow tonight schedule remind",
        "tasks have no dates; what can wait goes to the back with: \(stack) skip"
      ),
      ("clear reset empty purge wipe", "\(stack) drop deletes the current task, \(stack) edit --all any"),
      ("d", "did you mean done or drop?"),
      ("ideas work home private inbox someday", "for another stack with a name: \(stack) -s NAME"),
      ("completion completions", "for completion: \(stack) help init"),
      ("man manual", "for the manual: \(stack) help --man | man -l -"),
      ("version", "for the version: \(stack) --version"),
    ]
  }

  private static func isListed(_ word: String, in words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// What a mistyped word is most like, if it is like anything.
  private static func similar(
    to word: String, _ commands: [Command], _ rest: [String], _ stack: String
  ) -> String? {
    var best: (answer: String, distance: Int)?
    func consider(_ other: String, _ answer: @autoclosure () -> String) {
      let distance = editDistance(from: word, to: other)
      let limit = word.utf8.count > 4 ? 2 : 1
      guard distance <= limit || isSwapped(word, other), distance < best?.distance ?? .max else { return }
      best = (answer(), distance)
    }
    // In a tie, whoever may want to look is told how. These words are many and short; so that not everything
    // is like one of them, the first letter must be right.
    func considerHabits(_ words: String, _ answer: @autoclosure () -> String) {
      for other in words.split(separator: " ") where other.utf8.first == word.utf8.first {
        consider(String(other), answer())
      }
    }
    considerHabits(wordsOfLooking, looking)
    for command in commands where !command.changesQueue {
      considerHabits(command.habits, proposal(command, rest, stack))
    }
    for command in commands { consider(command.name, proposal(command, rest, stack)) }
    return best?.answer
  }

  private static func isSwapped(_ word: String, _ name: String) -> Bool {
    word.utf8.count == name.utf8.count && word.utf8.sorted() == name.utf8.sorted()
  }

  /// How many letters must be added, removed or changed to make one word of the other (Levenshtein).
  private static func editDistance(from word: String, to other: String) -> Int {
    let other = Array(other.utf8)
    var row = Array(0...other.count)
    for (index, letter) in word.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let change = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
