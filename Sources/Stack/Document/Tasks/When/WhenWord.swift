/// A word for times, such as `monday`, with its kind and the number of its meaning. `WhenReader`
/// decides what the words mean together.
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
  package static let table: [(kind: Kind, meanings: [Substring])] = [
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
  ].map { (kind: Kind, words: String) in
    (kind, words.split(separator: ",").map { $0.drop { $0 == " " } })
  }

  /// The words of the table, one by one.
  private static let all = table.flatMap { kind, meanings in
    meanings.enumerated().flatMap { index, spellings in
      spellings.split(separator: " ").map { WhenWord(text: $0, kind: kind, index: index) }
    }
  }

  /// The word with this spelling.
  static func named(_ text: Substring) -> WhenWord? {
    all.first { $0.text.utf8.elementsEqual(text.utf8) }
  }

  /// The first spelling of each meaning.
  static func names(_ kind: Kind) -> [Substring] {
    table.filter { $0.kind == kind }.flatMap { $0.meanings }.map { $0.prefix { $0 != " " } }
  }

  /// The words with which Tab completes a time.
  package static func candidates(_ direction: When.Direction) -> [Substring] {
    let excluded = direction == .ahead ? ["yesterday", "last"] : ["tomorrow", "next"]
    let kinds: [Kind] = [.weekday, .day, .relation, .span, .month, .clock, .partOfDay]
    return kinds.flatMap(names).filter { word in
      word != "year" && !excluded.contains { $0 == word }
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
    switch kind {
    case .unit: previous == "next" && (text == "week" || text == "month")
    case .ignored, .past, .halfOfDay: false
    default: text.utf8.count > 2
    }
  }
}
