/// A word for times, such as `monday`, and what it says. `WhenReader` decides what words mean
/// together.
///
/// Reading, the nearest word for a mistyped one, the candidates for Tab and the list in the help
/// are all made from one table.
package struct WhenWord {
  package let text: Substring
  let token: WhenToken

  /// Words of one kind.
  package struct Kind {
    /// What words are about, as the help calls it.
    package let name: String
    /// The spellings of each meaning, separated by spaces.
    package let spellings: [String]
    let words: [WhenWord]

    fileprivate init<Meaning>(
      _ name: String, _ token: (Meaning) -> WhenToken, _ table: KeyValuePairs<Meaning, String>
    ) {
      self.name = name
      spellings = table.map { $0.value }
      words = table.flatMap { meaning, spellings in
        spellings.split(separator: " ").map { WhenWord(text: $0, token: token(meaning)) }
      }
    }
  }

  /// All words. If a mistyped word is as near to several, the first of them is meant.
  package static let kinds = [
    Kind(
      "units", WhenToken.unit,
      [
        .minute: "m min mins minute minutes", .hour: "h hr hrs hour hours", .day: "d day days",
        .week: "w wk week weeks", .month: "mo month months",
      ]),
    Kind(
      "weekdays", WhenToken.weekday,
      [
        .monday: "monday mon", .tuesday: "tuesday tue tues", .wednesday: "wednesday wed weds",
        .thursday: "thursday thu thur thurs", .friday: "friday fri", .saturday: "saturday sat",
        .sunday: "sunday sun",
      ]),
    Kind("days", WhenToken.day, [0: "today", 1: "tomorrow tmrw", -1: "yesterday"]),
    Kind("before those", WhenToken.relation, [.this: "this", .next: "next", .last: "last"]),
    Kind("after next", { $0 }, [.weekend: "weekend", .year: "year"]),
    Kind(
      "months", WhenToken.month,
      [
        1: "january jan", 2: "february feb", 3: "march mar", 4: "april apr", 5: "may",
        6: "june jun", 7: "july jul", 8: "august aug", 9: "september sep sept", 10: "october oct",
        11: "november nov", 12: "december dec",
      ]),
    Kind("times", { $0 }, [.noon: "noon", .midnight: "midnight"]),
    Kind("after a time", { $0 }, [.am: "am a.m.", .pm: "pm p.m."]),
    Kind(
      "parts of a day", { $0 },
      [
        .part(.morning): "morning", .part(.afternoon): "afternoon", .part(.evening): "evening",
        .tonight: "tonight",
      ]),
    Kind(
      "numbers", { .number($0, digits: 0) },
      [
        1: "a an one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
        8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve",
      ]),
    Kind("of an hour", { $0 }, [.half: "half"]),
    Kind("after a number", { $0 }, [.ordinal: "st nd rd th"]),
    Kind(
      "ignored", { $0 }, [.ignored: "in for on at until till by the of from now and"]),
    Kind("ignored in log", { $0 }, [.ago: "ago since"]),
  ]

  private static let all = kinds.flatMap { $0.words }

  /// The word with this spelling.
  static func named(_ text: Substring) -> WhenWord? {
    all.first { $0.text.utf8.elementsEqual(text.utf8) }
  }

  /// The first spelling of a meaning.
  static func text(of token: WhenToken) -> Substring {
    all.first { $0.token == token }?.text ?? ""
  }

  /// The words with which Tab completes a time: the first spelling of each meaning.
  package static func candidates(_ direction: When.Direction) -> [Substring] {
    var words: [WhenWord] = []
    for word in all where word.isOffered(direction) && word.token != words.last?.token {
      words.append(word)
    }
    return words.map { $0.text }
  }

  private func isOffered(_ direction: When.Direction) -> Bool {
    switch token {
    case .weekday, .weekend, .month, .noon, .midnight, .part, .tonight, .relation(.this): true
    case .day(let distance): distance == 0 || (distance > 0) == (direction == .ahead)
    case .relation(let relation): (relation == .next) == (direction == .ahead)
    default: false
    }
  }

  // MARK: Mistyped words

  /// The words that a mistyped one may stand for, the nearest first.
  static func nearest(to typed: Substring, after previous: Substring?) -> [Substring] {
    let length = typed.utf8.count
    return (1...(length < 7 ? 1 : 2)).flatMap { distance in
      all.filter { word in
        word.isSuggested(after: previous) && abs(word.text.utf8.count - length) <= distance
          && typed.editDistance(to: word.text) == distance
      }.map { $0.text }
    }
  }

  /// Whether the word may be meant by a mistyped one. Short words resemble too many others.
  private func isSuggested(after previous: Substring?) -> Bool {
    switch token {
    case .unit: previous == "next" && (text == "week" || text == "month")
    case .ignored, .ago, .am, .pm: false
    default: text.utf8.count > 2
    }
  }
}
