/// Times in words, such as `2h`, `tomorrow morning`, `monday 9:00` or `dec 1`.
///
/// All of this is pure: the moment at which the words are said and the time zone are arguments.
package enum When {
  /// Whether the words are about the future, or look back.
  package enum Direction { case ahead, back }

  /// More words than a time ever has.
  package static let wordLimit = 16

  /// The moment that the words mean: a duration, a day, a time, or a day and a time.
  ///
  /// Looking ahead, it is after `now`. Looking back, it isn't; a moment before the year 1 is the
  /// earliest one.
  package static func moment(
    _ text: String, _ direction: Direction = .ahead, now: Timestamp, in zone: LocalTime
  ) throws(Problem) -> Timestamp {
    try Request(words: words(of: text), direction: direction, now: now, zone: zone).moment()
  }

  /// Whether a text consists only of words that mean nothing by themselves, such as `at`.
  package static func isIgnored(_ text: String) -> Bool {
    words(of: text.lowercased()).allSatisfy { word in
      [.ignored, .at, .until, .from, .on].contains { Word.named(word)?.token == .name($0) }
    }
  }

  /// Whether a text may begin with words that go on a time. If not, its first word is more likely
  /// the task's: a month without a number, or `week`, `night` or `couple`.
  package static func mayContinue(with text: [String]) -> Bool {
    guard let first = text.first?.lowercased() else { return true }
    if case .month = Token.tokens(of: first[...])?.first {
      return text.dropFirst().first?.utf8.first?.isDigit == true
    }
    return !["week", "night", "couple"].contains(first)
  }

  private static func words(of text: String) -> [Substring] {
    text.utf8.split { " \t\n\r\u{0B}\u{0C},".utf8.contains($0) }.map { Substring($0) }
  }

  /// Words that are to be read, and when and where they are said.
  struct Request {
    /// The words as they were typed.
    var words: [Substring]
    let direction: Direction
    let now: Timestamp
    var zone: LocalTime
    /// For each token, the word that has it.
    var places: [Int] = []

    func moment() throws(Problem) -> Timestamp {
      var tokens: [Token] = []
      var request = self
      for index in words.indices {
        guard let more = self.tokens(at: index) else { throw unknown(at: index) }
        tokens += more
        request.places += more.map { _ in index }
      }
      if case .offset(let seconds) = tokens.last { request.zone = LocalTime { _ in seconds } }
      return try Reader(tokens, of: request).moment()
    }

    func tokens(at index: Int) -> [Token]? {
      // Looking back, `ago` and `since` mean nothing by themselves.
      Token.tokens(of: words[index].lowercased()[...])?.filter {
        $0 != .name(.ignored) && (direction == .ahead || $0 != .name(.ago))
      }
    }

    /// Today, as the number of days after 1970-01-01.
    var today: Int { zone.local(now.seconds).dividedRoundingDown(by: Timestamp.secondsPerDay) }

    /// The words of some tokens, as they were typed.
    func text(_ tokens: Range<Int>) -> String {
      words[places[tokens.lowerBound]...places[tokens.upperBound - 1]].joined(separator: " ")
    }
  }
}
