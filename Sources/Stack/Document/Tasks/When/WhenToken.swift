/// A part of a time in words: a word of the table, a number, or a date or time of several numbers.
enum WhenToken {
  case word(WhenWord.Kind, Int)
  /// A number, and how many digits it has: none if it is a word.
  case number(Int, digits: Int)
  /// Minutes after midnight.
  case time(Int)
  case date(year: Int?, month: Int, day: Int)
  /// A date such as `12/1`, which could mean two days.
  case slash(Substring, Int, Int)

  /// What larger numbers are taken for, which is beyond the year 9999 in every unit.
  static let limit = 10_000_000_000

  /// The tokens of a word in lower case, such as two for `9am`; `nil` if it is unknown.
  static func tokens(of word: Substring) -> [WhenToken]? {
    guard word.utf8.first?.isDigit == true else { return WhenWord.named(word)?.tokens }
    var tokens: [WhenToken] = []
    var rest = word.utf8[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit || ".:/-".utf8.contains($0) }
      guard let token = WhenToken(Substring(digits)) else { return nil }
      tokens.append(token)
      let suffix = rest[digits.endIndex...].prefix { !$0.isDigit }
      rest = rest[suffix.endIndex...]
      if suffix.isEmpty { continue }
      guard let word = WhenWord.named(Substring(suffix)),
        [.unit, .halfOfDay, .ordinal].contains(word.kind)
      else { return nil }
      tokens += word.tokens
    }
    return tokens
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
    case UInt8(ascii: "-") where digits == [4, 2, 2]:
      self = .date(year: numbers[0], month: numbers[1], day: numbers[2])
    case UInt8(ascii: ":")
    where areShort && digits[1...] == [2] && numbers[0] < 24 && numbers[1] < 60:
      self = .time(numbers[0] * 60 + numbers[1])
    case UInt8(ascii: "/") where areShort && digits.count == 2:
      self = .slash(word, numbers[0], numbers[1])
    case UInt8(ascii: ".") where areShort && (digits[2...] == [0] || digits[2...] == [4]):
      self = .date(year: digits[2] == 0 ? nil : numbers[2], month: numbers[1], day: numbers[0])
    default: return nil
    }
  }
}

extension WhenWord {
  fileprivate var tokens: [WhenToken] {
    switch (kind, index) {
    case (.ignored, _): []
    case (.number, _): [.number(index + 1, digits: 0)]
    // `tonight` is `today evening`.
    case (.partOfDay, 3): [.word(.day, 0), .word(.partOfDay, 2)]
    default: [.word(kind, index)]
    }
  }
}
