// What is said of a word that is no command, but like one, or known from other programs.

enum Suggestion {
  /// What to say of a word that is no command; `nil` if it reminds of nothing.
  static func sentence(for word: String) -> String? {
    let start = "there is no command '\(word)'; "
    let commands = Command.all
    if let command = similar(to: word, among: commands)
      ?? commands.first(where: { isListed(word, in: $0.habits) })
    {
      return start + "did you mean \(command.name.rawValue)?"
    }
    if isListed(word, in: habitsOfLooking) {
      return start + "\(Program.name) alone shows the one current task"
    }
    return nil
  }

  /// What people type out of habit to see what there is to do.
  private static let habitsOfLooking = "list ls show all view top peek current status"

  private static func isListed(_ word: String, in words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// The command whose name is most like a mistyped word, if one is like it at all.
  private static func similar(to word: String, among commands: [Command]) -> Command? {
    let distances = commands.map { (command: $0, distance: editDistance(from: word, to: $0.name.rawValue)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= (word.utf8.count > 4 ? 2 : 1) || isSwapped(word, best.command.name.rawValue)
      ? best.command : nil
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
