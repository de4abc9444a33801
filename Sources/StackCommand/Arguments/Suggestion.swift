// What is said of a word that is no command, but like one, or known from other programs.

import Stack

struct Suggestion {
  let word: String
  /// The words behind it.
  var rest: [String] = []
  /// The words that begin every command line for the same queue.
  var stack = Program.name

  /// What to say of a word that is no command; `nil` if it reminds of nothing.
  ///
  /// Whoever wants to look is never led to a command that changes something, and whoever wants to take something
  /// back never to one that adds.
  var sentence: String? {
    let commands = Command.all
    let answer =
      Self.answers.first { isListed(in: $0.words) }?.answer
      ?? commands.first { isListed(in: $0.habits) }.map(proposal) ?? similar(commands)
    return answer.map { "there is no command '\(word)'; \($0)" }
  }

  private func proposal(_ command: Command) -> String {
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

  private func isListed(in words: String) -> Bool { words.split(separator: " ").contains { $0 == word } }

  /// What a mistyped word is most like, if it is like anything. In a tie, whoever may want to look is told how.
  private func similar(_ commands: [Command]) -> String? {
    // These words are many and short; so that not everything is like one of them, the first letter must be right.
    func habits(_ words: String, _ answer: String) -> [(word: Substring, answer: String)] {
      words.split(separator: " ").filter { $0.utf8.first == word.utf8.first }.map { ($0, answer) }
    }
    let known =
      habits(Self.wordsOfLooking, Self.looking)
      + commands.filter { $0.participle == nil }.flatMap { habits($0.habits, proposal($0)) }
      + commands.map { ($0.name[...], proposal($0)) }
    let limit = word.utf8.count > 4 ? 2 : 1
    let like = known.map { (answer: $0.answer, distance: editDistance(to: $0.word), word: $0.word) }
      .filter { $0.distance <= limit || $0.word.utf8.sorted() == word.utf8.sorted() }
    return like.min { $0.distance < $1.distance }?.answer
  }

  /// How many letters must be added, removed or changed to make one word of the other (Levenshtein).
  private func editDistance(to other: Substring) -> Int {
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
