/// What a word says about a time, or a part of a word such as `9` and `am` in `9am`.
enum WhenToken: Equatable {
  case unit(WhenUnit)
  case weekday(Weekday)
  /// A number of days after today.
  case day(Int)
  case relation(WhenRelation)
  case weekend, year
  /// A month, from 1 on.
  case month(Int)
  case noon, midnight
  case am, pm
  case part(PartOfDay)
  case tonight
  /// A number, and how many digits it has: none if it is a word.
  case number(Int, digits: Int)
  case half
  case ordinal
  /// Words that mean nothing by themselves: everywhere, or only looking back.
  case ignored, ago
  /// Minutes after midnight.
  case time(Int)
  case date(year: Int?, month: Int, day: Int)
  /// A date such as `12/1`, which could mean two days.
  case slash(Substring, Int, Int)

  /// What larger numbers are taken for, which is beyond the year 9999 in every unit.
  static let limit = 10_000_000_000

  /// The tokens of a word in lower case, such as two for `9am`; `nil` if it is unknown.
  static func tokens(of word: Substring) -> [WhenToken]? {
    guard word.utf8.first?.isDigit == true else { return WhenWord.named(word).map { [$0.token] } }
    var tokens: [WhenToken] = []
    var rest = word.utf8[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit || ".:/-".utf8.contains($0) }
      guard let token = WhenToken(Substring(digits)) else { return nil }
      tokens.append(token)
      let suffix = rest[digits.endIndex...].prefix { !$0.isDigit }
      rest = rest[suffix.endIndex...]
      if suffix.isEmpty { continue }
      guard let token = WhenWord.named(Substring(suffix))?.token, token.mayFollowDigits else {
        return nil
      }
      tokens.append(token)
    }
    return tokens
  }

  private var mayFollowDigits: Bool {
    switch self {
    case .unit, .am, .pm, .ordinal: true
    default: false
    }
  }

  /// A number, or several with one kind of mark between them.
  private init?(_ word: Substring) {
    let mark = word.utf8.first { !$0.isDigit }
    let parts = word.utf8.split(omittingEmptySubsequences: false) { $0 == mark }
    if !parts.allSatisfy({ $0.allSatisfy { $0.isDigit } }) { return nil }
    let numbers = parts.map { $0.reduce(0) { min($0 * 10 + Int($1) - 0x30, Self.limit) } }
    let digits = parts.map { $0.count }
    // Days, months and hours have at most two digits.
    let areShort = digits.count > 1 && digits.prefix(2).allSatisfy { (1...2).contains($0) }
    switch mark {
    case nil: self = .number(numbers[0], digits: digits[0])
    case .hyphen where digits == [4, 2, 2]:
      self = .date(year: numbers[0], month: numbers[1], day: numbers[2])
    case .colon where areShort && digits[1...] == [2] && numbers[0] < 24 && numbers[1] < 60:
      self = .time(numbers[0] * 60 + numbers[1])
    case .slash where areShort && digits.count == 2: self = .slash(word, numbers[0], numbers[1])
    case .period where areShort && (digits[2...] == [0] || digits[2...] == [4]):
      self = .date(year: digits[2] == 0 ? nil : numbers[2], month: numbers[1], day: numbers[0])
    default: return nil
    }
  }
}

/// What a duration is counted in.
enum WhenUnit { case minute, hour, day, week, month }

/// Which one of several days, weeks or months.
enum WhenRelation { case this, next, last }

/// A part of the day.
enum PartOfDay {
  case morning, afternoon, evening

  /// The time of the day that it means without a time, in minutes.
  var start: Int {
    switch self {
    case .morning: 9 * 60
    case .afternoon: 14 * 60
    case .evening: 18 * 60
    }
  }
}
