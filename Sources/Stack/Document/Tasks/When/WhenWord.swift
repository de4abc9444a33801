extension When {
  /// A word for times, such as `monday`, and what it says. `When.Reader` decides what words mean
  /// together.
  ///
  /// Reading, the nearest word for a mistyped one, the candidates for Tab and the list in the help
  /// are all made from one table.
  package struct Word {
    package let text: Substring
    let token: Token

    /// All words by their kinds, as the help calls them. Commas separate meanings, and spaces the
    /// spellings of one meaning, of which the first is its name. If a mistyped word is as near to
    /// several, the first of them is meant.
    package static let table: [(kind: String, meanings: [Substring])] = [
      (
        "units",
        """
        minute m min mins minutes, hour h hr hrs hours, day d days, week w wk weeks, \
        fortnight fortnights, month mo months, year y yr yrs years
        """
      ),
      (
        "weekdays",
        """
        monday mon, tuesday tue tues, wednesday wed weds, thursday thu thur thurs, friday fri, \
        saturday sat, sunday sun
        """
      ),
      ("days", "today, tomorrow tmrw, yesterday, weekend"),
      ("which one", "this, next, last"),
      (
        "months",
        """
        january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, \
        september sep sept, october oct, november nov, december dec
        """
      ),
      ("times", "noon midday, midnight"),
      ("before a time", "at, until till by"),
      ("after a time", "am a.m., pm p.m., o'clock o’clock oclock"),
      ("parts of a day", "morning, afternoon, evening, night, tonight"),
      (
        "numbers",
        """
        one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, \
        fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, \
        sixty, seventy, eighty, ninety
        """
      ),
      ("before a unit", "a an, couple, half, quarter"),
      ("before an hour", "past, to"),
      ("after a number", "th st nd rd"),
      ("before a day", "on the, from, after, before"),
      ("with from", "now"),
      ("ignored", "and in for of"),
      ("ignored in log", "ago since"),
      ("refused", "second s sec secs seconds"),
    ].map { (kind: String, words: String) in
      (kind, words.split(separator: ",").map { $0.drop { $0 == " " } })
    }

    private static let all = table.flatMap { _, meanings in
      meanings.enumerated().flatMap { index, spellings in
        let spellings = spellings.split(separator: " ")
        // One to twenty, thirty and so on.
        let number = index < 20 ? index + 1 : (index - 17) * 10
        let token = Token(named: String(spellings[0])) ?? .number(number, digits: 0)
        return spellings.map { Word(text: $0, token: token) }
      }
    }

    /// The word with this spelling.
    static func named(_ text: Substring) -> Word? {
      all.first { $0.text.utf8.elementsEqual(text.utf8) }
    }

    /// The words with which Tab completes a time: the names of meanings.
    package static func candidates(_ direction: Direction) -> [Substring] {
      let kinds = ["weekdays", "days", "which one", "months", "times", "parts of a day"]
      let others: [Substring] =
        direction == .ahead ? ["yesterday", "last"] : ["tomorrow", "next"]
      return table.filter { kinds.contains($0.kind) }.flatMap { $0.meanings }
        .map { $0.prefix { $0 != " " } }.filter { !others.contains($0) }
    }

    // MARK: Mistyped words

    /// The words that differ so much from a mistyped one, which may stand for them.
    static func near(_ typed: Substring, distance: Int) -> [Word] {
      all.filter {
        $0.isSuggested && abs($0.text.utf8.count - typed.utf8.count) <= distance
          && typed.editDistance(to: $0.text) == distance
      }
    }

    /// Whether the word may be meant by a mistyped one. Short words resemble too many others.
    private var isSuggested: Bool {
      switch token {
      case .name(.ignored), .name(.ago), .unit(.second): false
      default: text.utf8.count > 2
      }
    }
  }
}

extension When.Token {
  /// What the word with this name says; `nil` for a number.
  fileprivate init?(named name: String) {
    func named<Meaning: RawRepresentable<String>>(_ token: (Meaning) -> When.Token) -> When.Token? {
      Meaning(rawValue: name).map(token)
    }
    guard
      let token = named(Self.unit) ?? named(Self.weekday) ?? named(Self.month)
        ?? named(Self.relation) ?? named(Self.part) ?? named(Self.name)
    else { return nil }
    self = token
  }
}

// MARK: - What words mean

extension When {
  /// What a duration is counted in.
  enum Unit: String { case second, minute, hour, day, week, fortnight, month, year }

  /// Which one of several days, weeks or months.
  enum Relation: String {
    case this, next, last

    /// How many weeks, months or years after this one.
    var distance: Int {
      switch self {
      case .this: 0
      case .next: 1
      case .last: -1
      }
    }
  }

  /// Other words, each with a meaning of its own.
  enum Name: String {
    case today, tomorrow, yesterday, weekend, tonight, noon, midnight
    case at, until
    case am, pm
    case oClock = "o'clock"
    case article = "a"
    case couple, half, quarter, past, to
    case ordinal = "th"
    case from, after, before, on, now
    /// Words that mean nothing by themselves: everywhere, or only looking back.
    case ignored = "and"
    case ago
  }
}
