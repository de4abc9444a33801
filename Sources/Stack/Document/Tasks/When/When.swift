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
    words(of: text.lowercased()).allSatisfy { WhenWord.named($0)?.token == .ignored }
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
    let zone: LocalTime

    func moment() throws(Problem) -> Timestamp {
      var tokens: [WhenToken] = []
      for index in words.indices {
        guard let more = self.tokens(at: index) else { throw unknown(at: index) }
        tokens += more
      }
      let reader = try WhenReader(tokens, of: self)
      if let duration = reader.duration {
        return try moment(after: duration.months, duration.days, duration.seconds)
      }
      return try moment(on: reader.day, minutes: reader.minutes())
    }

    private func lowercased(_ index: Int) -> Substring { words[index].lowercased()[...] }

    private func tokens(at index: Int) -> [WhenToken]? {
      WhenToken.tokens(of: lowercased(index))?.filter {
        $0 != .ignored && (direction == .ahead || $0 != .ago)
      }
    }

    /// The nearest known word for an unknown one with which the words mean a moment.
    func correction(at index: Int) -> Substring? {
      if words.count > When.wordLimit { return nil }
      func nearest(_ index: Int) -> [Substring] {
        WhenWord.nearest(to: lowercased(index), after: index > 0 ? lowercased(index - 1) : nil)
      }
      var corrected = self
      for other in words.indices.dropFirst(index + 1) where tokens(at: other) == nil {
        guard let word = nearest(other).first else { return nil }
        corrected.words[other] = word
      }
      return nearest(index).first { word in
        corrected.words[index] = word
        return (try? corrected.moment()) != nil
      }
    }
  }
}

// MARK: - Resolution

extension When.Request {
  /// Today, as the number of days after 1970-01-01.
  var today: Int { zone.local(now.seconds).dividedRoundingDown(by: Timestamp.secondsPerDay) }

  private var sign: Int { direction == .ahead ? 1 : -1 }

  /// A moment that is so much later, or earlier if the words look back. Months, and then days, keep
  /// the local time.
  private func moment(after months: Int, _ days: Int, _ seconds: Int) throws(When.Problem)
    -> Timestamp
  {
    var start = now.seconds
    if months + days > 0 {
      let day = Timestamp.day(today, addingMonths: sign * months) + sign * days
      let time = zone.local(start) - today * Timestamp.secondsPerDay
      start =
        zone.moments(ofLocal: day * Timestamp.secondsPerDay + time)
        .first { direction == .back || $0 > start } ?? start
    }
    return try checked(start + sign * seconds)
  }

  /// A moment on a day at a time. Without a day it is today's or tomorrow's, and without a time the
  /// day's first moment.
  private func moment(on day: WhenDay?, minutes: Int?) throws(When.Problem) -> Timestamp {
    let days = days(day, hasTime: minutes != nil)
    let moments = days.flatMap { day in
      zone.moments(ofLocal: day * Timestamp.secondsPerDay + (minutes ?? 0) * 60)
        .prefix(minutes == nil ? 1 : 2)
    }
    let moment = moments.first { direction == .ahead ? $0 > now.seconds : $0 <= now.seconds }
    guard let moment else { throw missed(isToday: days.last == today, minutes: minutes) }
    return try checked(moment)
  }

  /// The days that are meant, the nearest one first.
  private func days(_ day: WhenDay?, hasTime: Bool) -> [Int] {
    switch day {
    case nil: return [today, today + sign]
    case .today: return [today]
    case .day(let day): return [day]
    case .weekday(let weekday, let isNext):
      return days(from: isNext ? today + 1 : today, isNext ? 1 : sign) {
        Weekday(ofDay: $0) == weekday
      }
    case .date(let month, let day):
      let days = days(from: today, sign) {
        let date = Timestamp.date(ofDay: $0)
        return date.day == day && date.month == month ?? date.month
      }
      // With a time, a date is never moved to the next year.
      return hasTime && direction == .ahead ? Array(days.prefix(1)) : days
    }
  }

  /// The next two days that are meant, from a day on, or back from it.
  private func days(from start: Int, _ sign: Int, where isMeant: @escaping (Int) -> Bool)
    -> [Int]
  {
    // There are at most eight years between two leap days.
    let days = (0...16 * 366).lazy.map { start + sign * $0 }
    return Array(days.filter(isMeant).prefix(2))
  }

  /// A moment that can be written; the earliest one for all moments before the year 1.
  private func checked(_ moment: Int) throws(When.Problem) -> Timestamp {
    if moment > Timestamp.last.seconds { throw tooFar }
    let isBeforeAll = moment < Timestamp.day(1, 1, 1) * Timestamp.secondsPerDay
    return Timestamp(seconds: isBeforeAll ? .min : moment)
  }
}
