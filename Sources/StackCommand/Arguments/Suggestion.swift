// What is said of a word that is no command, but like one, or known from other programs.

enum Suggestion {
  /// What to say of a word that is no command; `nil` if it reminds of nothing.
  ///
  /// Whoever wants to look is never led to a command that changes something.
  static func sentence(for word: String) -> String? {
    let habitual = Command.all.first { isListed(word, in: $0.habits) }.map { Meaning.command($0.name) }
    let looking = wordsOfLooking.first { isListed(word, in: $0.words) }?.meaning
    guard let meaning = habitual ?? looking ?? similar(to: word) else { return nil }
    return "there is no command '\(word)'; " + meaning.inWords
  }

  /// What a word may have meant.
  private enum Meaning {
    case command(String)
    case current

    var inWords: String {
      switch self {
      case .command(let name): "did you mean \(name)?"
      case .current: "\(Program.name) alone shows the one current task"
      }
    }
  }

  /// What people type who want to look, out of habit from other programs.
  private static let wordsOfLooking = [
    (
      words: "list ls show all view top peek current status next now check what look see print get head "
        + "task tasks todo todos queue pending items info find search stats summary",
      meaning: Meaning.current
    ),
  ]

  private static func isListed(_ word: String, in words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// What a mistyped word is most like, if it is like anything.
  private static func similar(to word: String) -> Meaning? {
    var best: (meaning: Meaning, distance: Int)?
    func consider(_ other: String, _ meaning: Meaning) {
      let distance = editDistance(from: word, to: other)
      let limit = word.utf8.count > 4 ? 2 : 1
      guard distance <= limit || isSwapped(word, other), distance < best?.distance ?? .max else { return }
      best = (meaning, distance)
    }
    // In a tie, whoever may want to look is told how. These words are many and short; so that not everything
    // is like one of them, the first letter must be right.
    for (words, meaning) in wordsOfLooking {
      for other in words.split(separator: " ") where other.utf8.first == word.utf8.first {
        consider(String(other), meaning)
      }
    }
    for command in Command.all { consider(command.name, .command(command.name)) }
    return best?.meaning
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
