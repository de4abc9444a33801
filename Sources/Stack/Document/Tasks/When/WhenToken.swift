/// A part of a time in words: a word of the table, a number, or a date or time of several numbers.
enum WhenToken {
  case word(WhenWord.Kind, Int)
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
    guard word.utf8.first?.isDigit == true else { return WhenWord.named(word).map { $0.tokens } }
    var numbers: [(value: Int, digits: Int)] = []
    // What follows each number.
    var marks: [Substring] = []
    var rest = word.utf8[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit }
      let value = digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, limit) }
      numbers.append((value, digits.count))
      let mark = rest[digits.endIndex...].prefix { !$0.isDigit }
      marks.append(Substring(mark))
      rest = rest[mark.endIndex...]
    }
    return tokens(numbers, marks, word)
  }

  private static func tokens(
    _ numbers: [(value: Int, digits: Int)], _ marks: [Substring], _ word: Substring
  ) -> [WhenToken]? {
    // Days, months and hours have at most two digits.
    let areShort = numbers.prefix(2).allSatisfy { $0.digits <= 2 }
    let first = numbers[0].value
    let second = numbers.dropFirst().first?.value ?? 0
    switch (numbers.count, marks[0]) {
    case (1, ""): return [.number(first, digits: numbers[0].digits)]
    case (2, ":"):
      guard areShort, numbers[1].digits == 2, first < 24, second < 60 else { return nil }
      let half = marks[1].isEmpty ? [] : WhenWord.tokens(of: marks[1], [.halfOfDay])
      return half.map { [.time(first * 60 + second)] + $0 }
    case (2, "/"):
      return areShort && marks[1].isEmpty ? [.slash(word, first, second)] : nil
    case (2, "."):
      return areShort && marks[1] == "." ? [.date(year: nil, month: second, day: first)] : nil
    case (3, "."):
      return areShort && numbers[2].digits == 4 && marks[1] == "." && marks[2].isEmpty
        ? [.date(year: numbers[2].value, month: second, day: first)] : nil
    case (3, "-"):
      return numbers.map { $0.digits } == [4, 2, 2] && marks[1] == "-" && marks[2].isEmpty
        ? [.date(year: first, month: second, day: numbers[2].value)] : nil
    default:
      let kinds: [WhenWord.Kind] = numbers.count == 1 ? [.unit, .halfOfDay, .ordinal] : [.unit]
      var tokens: [WhenToken] = []
      for (number, mark) in zip(numbers, marks) {
        guard let suffix = WhenWord.tokens(of: mark, kinds) else { return nil }
        tokens += [.number(number.value, digits: number.digits)] + suffix
      }
      return tokens
    }
  }
}

extension WhenWord {
  fileprivate var tokens: [WhenToken] {
    switch (kind, index) {
    case (.ignored, _): []
    // `tonight` is `today evening`.
    case (.partOfDay, 3): [.word(.day, 0), .word(.partOfDay, 2)]
    default: [.word(kind, index)]
    }
  }

  /// The tokens of a word of one of these kinds.
  fileprivate static func tokens(of text: Substring, _ kinds: [Kind]) -> [WhenToken]? {
    named(text).flatMap { kinds.contains($0.kind) ? $0.tokens : nil }
  }
}
