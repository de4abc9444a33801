extension When {
  /// What a word says about a time, or a part of a word such as `9` and `am` in `9am`.
  enum Token: Equatable {
    case unit(Unit)
    case weekday(Weekday)
    case relation(Relation)
    case month(Month)
    case part(PartOfDay)
    /// Another word.
    case name(Name)
    /// A number, and how many digits it has: none if it is a word.
    case number(Int, digits: Int)
    /// Seconds after midnight.
    case time(Int)
    case date(year: Int?, month: Int, day: Int)
    /// Two numbers, such as `12/1`, or such as `10.11` with the number of digits after the point.
    case slash(Int, Int, year: Int?)
    case point(Int, Int, digits: Int)
    /// The offset from UTC, in seconds.
    case offset(Int)

    /// What larger numbers are taken for, which is beyond the year 9999 in every unit.
    static let limit = 10_000_000_000

    /// The tokens of a word in lower case, such as two for `9am`; `nil` if it is unknown.
    static func tokens(of word: Substring) -> [Token]? {
      if word.utf8.first?.isDigit != true {
        if let known = Word.named(word) { return [known.token] }
        // Such as `twenty-five`.
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        let tokens = parts.compactMap { Word.named($0)?.token }
        return tokens.count == parts.count ? tokens : nil
      }
      var tokens: [Token] = []
      var rest = word.utf8[...]
      while !rest.isEmpty {
        // After the date of a moment in full, a hyphen is the sign of its offset.
        let marks = (tokens.isEmpty ? ".:/-" : ".:/").utf8
        let digits = rest.prefix { $0.isDigit || marks.contains($0) }
        guard let token = Token(Substring(digits)) else { return nil }
        tokens.append(token)
        let suffix = rest[digits.endIndex...].prefix { !$0.isDigit }
        rest = rest[suffix.endIndex...]
        switch (token, Substring(suffix)) {
        case (_, ""): break
        case (.date, "t") where rest.contains(.colon): break
        case (.time, "z") where tokens.count == 2: tokens.append(.offset(0))
        case (.time, "+") where tokens.count == 2, (.time, "-") where tokens.count == 2:
          guard case .time(let offset) = Token(Substring(rest)) else { return nil }
          return tokens + [.offset(suffix.first == .hyphen ? -offset : offset)]
        case (_, let suffix):
          switch Word.named(suffix)?.token {
          case .unit, .name(.am), .name(.pm), .name(.ordinal):
            tokens += Word.named(suffix).map { [$0.token] } ?? []
          default: return nil
          }
        }
      }
      return tokens
    }

    /// A number, or several with one kind of mark between them.
    private init?(_ word: Substring) {
      let mark = word.utf8.first { !$0.isDigit }
      var parts = word.utf8.split(omittingEmptySubsequences: false) { $0 == mark }
      if mark == .colon, parts.count == 3 {
        // The fraction of a second.
        parts[2] = parts[2].prefix { $0 != .period }
      }
      if !parts.allSatisfy({ $0.allSatisfy { $0.isDigit } }) { return nil }
      let numbers = parts.map { $0.reduce(0) { min($0 * 10 + Int($1) - 0x30, Self.limit) } }
      let digits = parts.map { $0.count }
      // Days, months and hours have at most two digits.
      let areShort = digits.count > 1 && digits.prefix(2).allSatisfy { (1...2).contains($0) }
      switch (mark, digits.count) {
      case (nil, _): self = .number(numbers[0], digits: digits[0])
      case (.hyphen, _) where digits == [4, 2, 2], (.slash, 3) where digits[0] == 4:
        self = .date(year: numbers[0], month: numbers[1], day: numbers[2])
      case (.colon, 2...3) where areShort && digits[1...].allSatisfy { $0 == 2 }:
        let seconds = (numbers + [0]).prefix(3).reduce(0) { $0 * 60 + $1 }
        let isValid = numbers[1...].allSatisfy { $0 < 60 } && seconds <= Timestamp.secondsPerDay
        if !isValid { return nil }
        self = .time(seconds)
      case (.slash, 2) where areShort: self = .slash(numbers[0], numbers[1], year: nil)
      case (.slash, 3) where areShort && digits[2] == 4:
        self = .slash(numbers[0], numbers[1], year: numbers[2])
      case (.period, 2) where digits[0] > 0 && (1...3).contains(digits[1]):
        self = .point(numbers[0], numbers[1], digits: digits[1])
      case (.period, 3) where areShort && (digits[2] == 0 || digits[2] == 4):
        self = .date(year: digits[2] == 0 ? nil : numbers[2], month: numbers[1], day: numbers[0])
      default: return nil
      }
    }
  }
}
