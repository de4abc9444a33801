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
    if command.takesText, !rest.isEmpty { return "did you mean: \(stack) \(command.name) \(rest.asTyped)" }
    let isAboutMore = command.isAboutCurrentTask && !rest.isEmpty
    return "did you mean \(command.name)?" + (isAboutMore ? " It is always about the current task" : "")
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

  /// What a mistyped word is most like, if it is like anything. In a tie, whoever may want to look is told how.
  private static func similar(
    to word: String, _ commands: [Command], _ rest: [String], _ stack: String
  ) -> String? {
    var best: (answer: String, distance: Int)?
    func consider(_ other: Substring, _ answer: @autoclosure () -> String) {
      let distance = editDistance(from: word, to: other)
      let isLike = distance <= (word.utf8.count > 4 ? 2 : 1) || word.utf8.sorted() == other.utf8.sorted()
      if isLike, distance < best?.distance ?? .max { best = (answer(), distance) }
    }
    // These words are many and short; so that not everything is like one of them, the first letter must be right.
    func considerHabits(_ words: String, _ answer: @autoclosure () -> String) {
      for other in words.split(separator: " ") where other.utf8.first == word.utf8.first {
        consider(other, answer())
      }
    }
    considerHabits(wordsOfLooking, looking)
    for command in commands where command.participle == nil {
      considerHabits(command.habits, proposal(command, rest, stack))
    }
    for command in commands { consider(command.name[...], proposal(command, rest, stack)) }
    return best?.answer
  }

  /// How many letters must be added, removed or changed to make one word of the other (Levenshtein).
  private static func editDistance(from word: String, to other: Substring) -> Int {
    var row = Array(0...other.utf8.count)
    for (index, letter) in word.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in other.utf8.enumerated() {
        let change = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.utf8.count]
  }
}
