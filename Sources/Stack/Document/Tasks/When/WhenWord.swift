/// A word for times, such as `monday`, and what it means.
///
/// Reading, the nearest word for a mistyped one, the candidates for Tab and the list in the help
/// are all made from one table.
package struct WhenWord {
  package let text: Substring
  let kind: Kind
  /// The number of the meaning among those of its kind, from 0 on.
  let index: Int

  /// What words are about, as the help calls it.
  package enum Kind: String {
    case unit = "units"
    case weekday = "weekdays"
    case day = "days"
    case relation = "before those"
    case span = "after next"
    case month = "months"
    case clock = "times"
    case halfOfDay = "after a time"
    case partOfDay = "parts of a day"
    case number = "numbers"
    case fraction = "of an hour"
    case ordinal = "after a number"
    case ignored = "ignored"
    case past = "ignored in log"
  }

  /// All words. Commas separate meanings, and spaces the spellings of one meaning. If a mistyped
  /// word is as near to several, the first of them is meant.
  package static let table: [(kind: Kind, words: String)] = [
    (
      .unit,
      """
      m min mins minute minutes, h hr hrs hour hours, d day days, w wk week weeks, \
      mo month months
      """
    ),
    (
      .weekday,
      """
      monday mon, tuesday tue tues, wednesday wed weds, thursday thu thur thurs, friday fri, \
      saturday sat, sunday sun
      """
    ),
    (.day, "today, tomorrow tmrw, yesterday"),
    (.relation, "this, next, last"),
    (.span, "weekend, year"),
    (
      .month,
      """
      january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, \
      september sep sept, october oct, november nov, december dec
      """
    ),
    (.clock, "noon, midnight"),
    (.halfOfDay, "am a.m., pm p.m."),
    (.partOfDay, "morning, afternoon, evening, tonight"),
    (.number, "a an one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve"),
    (.fraction, "half"),
    (.ordinal, "st nd rd th"),
    (.ignored, "in for on at until till by the of from now and"),
    (.past, "ago since"),
  ]

  /// The words of the table, one by one.
  private static let all = table.flatMap { row in
    row.words.split(separator: ",").enumerated().flatMap { index, spellings in
      spellings.split(separator: " ").map { WhenWord(text: $0, kind: row.kind, index: index) }
    }
  }

  /// The word with this spelling.
  static func named(_ text: Substring) -> WhenWord? {
    all.first { $0.text.utf8.elementsEqual(text.utf8) }
  }

  /// The first spelling of each month, in lower case.
  static var months: [Substring] { firstSpellings { $0.kind == .month } }

  /// The words with which Tab completes a time.
  package static func candidates(_ direction: When.Direction) -> [Substring] {
    let excluded = direction == .ahead ? ["yesterday", "last"] : ["tomorrow", "next"]
    return firstSpellings {
      switch $0.kind {
      case .weekday, .day, .relation, .month, .partOfDay, .clock: true
      case .span: $0.index == 0
      default: false
      }
    }.filter { word in !excluded.contains { $0 == word } }
  }

  private static func firstSpellings(where isIncluded: (WhenWord) -> Bool) -> [Substring] {
    var last: WhenWord?
    return all.filter(isIncluded).compactMap { word in
      defer { last = word }
      return last?.kind == word.kind && last?.index == word.index ? nil : word.text
    }
  }
}

// MARK: - Mistyped words

extension WhenWord {
  /// The words that a mistyped one may stand for, the nearest first.
  static func nearest(to typed: Substring, after previous: Substring?) -> [Substring] {
    let letters = Array(typed.utf8)
    return (1...(letters.count < 7 ? 1 : 2)).flatMap { distance in
      all.filter { word in
        word.isSuggested(after: previous)
          && abs(word.text.utf8.count - letters.count) <= distance
          && editDistance(from: letters, to: Array(word.text.utf8)) == distance
      }.map { $0.text }
    }
  }

  /// Whether the word may be meant by a mistyped one. Short words resemble too many others.
  private func isSuggested(after previous: Substring?) -> Bool {
    switch kind {
    case .unit: previous == "next" && (text == "week" || text == "month")
    case .ignored, .past, .halfOfDay: false
    default: text.utf8.count > 2
    }
  }

  /// How many letters must be added, removed, changed or swapped with their neighbour: the distance
  /// of optimal string alignment.
  private static func editDistance(from one: [UInt8], to other: [UInt8]) -> Int {
    var rows = [Array(0...other.count)]
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (column, otherLetter) in other.enumerated() {
        let change = rows[index][column] + (letter == otherLetter ? 0 : 1)
        var distance = min(change, rows[index][column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, letter == other[column - 1], one[index - 1] == otherLetter {
          distance = min(distance, rows[index - 1][column - 1] + 1)
        }
        row.append(distance)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
