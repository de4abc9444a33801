/// A moment in words, such as `2h`, `tomorrow`, `monday 9:00` or `dec 1`, in any case of letters.
///
/// All of this is pure: the time now and the time zone are arguments.
package enum When {
  /// Why words don't mean a moment to wait for.
  package enum Problem: Error, Equatable {
    /// They aren't in one of the forms.
    case unknown
    /// The moment has passed.
    case past(Timestamp)
    /// The moment is after the year 9999.
    case tooFar
  }

  /// The moment after `now` that the words mean: a duration, a day, a time, or a day and a time.
  ///
  /// A day alone means its first moment. A time alone is today's, or tomorrow's if it has passed.
  /// If clocks are set back, a time that occurs twice has passed after the second time. A weekday
  /// is the next one whose moment is ahead. A date without a year is the next one after today; with
  /// a time it may be today.
  package static func moment(_ text: String, now: Timestamp, in zone: LocalTime) throws(Problem)
    -> Timestamp
  {
    var words = text.lowercased().split { $0 == " " || $0 == "\t" }[...]
    let local = zone.local(now.seconds)
    let today = local.dividedRoundingDown(by: Timestamp.secondsPerDay)
    var candidates: [Int]
    if let (count, unit) = words.first.flatMap(duration), words.count == 1 {
      let isElapsed = unit < Timestamp.secondsPerDay
      candidates =
        isElapsed ? [now.seconds + count * unit] : zone.moments(ofLocal: local + count * unit)
    } else {
      let day = Day(&words)
      let time = words.first.flatMap(secondsOfDay)
      if time != nil { words.removeFirst() }
      guard words.isEmpty, day != nil || time != nil else { throw .unknown }
      let days = day?.daysAhead(from: today, hasTime: time != nil) ?? [today, today + 1]
      candidates = days.flatMap { day in
        let moments = zone.moments(ofLocal: day * Timestamp.secondsPerDay + (time ?? 0))
        return time == nil ? moments.prefix(1) : moments[...]
      }
    }
    let next = candidates.first { $0 > now.seconds } ?? candidates.last
    guard let moment = next.map({ Timestamp(seconds: $0) }) else { throw .unknown }
    if moment.seconds <= now.seconds { throw .past(moment) }
    if moment > .last { throw .tooFar }
    return moment
  }

  /// Whether the words are in one of the forms, whatever the time is.
  package static func isMoment(_ text: String) -> Bool {
    do throws(Problem) {
      _ = try moment(text, now: Timestamp(seconds: 0), in: LocalTime { _ in 0 })
      return true
    } catch {
      return error != .unknown
    }
  }

  /// The last day before today, or today, that the words mean, as the number of days after
  /// 1970-01-01; `nil` if they mean none. A date with a year may be in the future.
  package static func dayBack(_ text: String, from today: Int) -> Int? {
    var words = text.lowercased().split { $0 == " " || $0 == "\t" }[...]
    let day = Day(&words)
    return words.isEmpty ? day?.dayBack(from: today) : nil
  }

  // MARK: Parts

  /// A number, and the seconds of its unit.
  private static func duration(_ word: Substring) -> (count: Int, unit: Int)? {
    let units = [("m", 60), ("h", 3600), ("d", 86_400), ("w", 7 * 86_400)]
    guard let unit = units.first(where: { word.utf8.last == $0.0.utf8.first })?.1,
      let count = number(word.dropLast(), digits: 1...9)
    else { return nil }
    return (count, unit)
  }

  /// A time such as `9:00`, `9am` or `9:30pm`, in seconds after midnight.
  private static func secondsOfDay(_ word: Substring) -> Int? {
    let half = ["am", "pm"].firstIndex { word.utf8.suffix(2).elementsEqual($0.utf8) }
    let parts = (half == nil ? word : word.dropLast(2)).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || half != nil && parts.count == 1,
      let hour = number(parts[0], digits: 1...2),
      let minute = parts.count == 2 ? number(parts[1], digits: 2...2) : 0, minute < 60
    else { return nil }
    guard let half else { return hour < 24 ? hour * 3600 + minute * 60 : nil }
    return (1...12).contains(hour) ? (hour % 12 + half * 12) * 3600 + minute * 60 : nil
  }

  fileprivate static func number(_ word: Substring, digits count: ClosedRange<Int>) -> Int? {
    count.contains(word.utf8.count) && word.utf8.allSatisfy { $0.isDigit } ? Int(word) : nil
  }
}

/// A day in words. Days are counted from 1970-01-01.
private enum Day {
  /// `yesterday`, `today` or `tomorrow`, as the number of days after today.
  case relative(Int)
  /// A weekday; 0 is Sunday.
  case weekday(Int)
  /// A day of each year.
  case yearly(month: Int, day: Int)
  case date(Int)

  private static let months =
    "january february march april may june july august september october november december"

  /// Reads a day from the beginning of some words, and removes it from them.
  init?(_ words: inout ArraySlice<Substring>) {
    guard let word = words.first else { return nil }
    let second = words.dropFirst().first
    if let month = Self.index(of: word, in: Self.months),
      let day = second.flatMap({ When.number($0, digits: 1...2) })
    {
      self = .yearly(month: month + 1, day: day)
      words.removeFirst()
    } else if let weekday = Self.index(of: word, in: Timestamp.weekdays) {
      self = .weekday(weekday)
    } else if let index = ["yesterday", "today", "tomorrow"].firstIndex(where: { $0 == word }) {
      self = .relative(index - 1)
    } else if let date = Timestamp(dateText: word + "T00:00:00Z") {
      self = .date(date.day)
    } else {
      return nil
    }
    words.removeFirst()
  }

  /// The index of a name, given in full or by its first three letters.
  private static func index(of word: Substring, in names: String) -> Int? {
    names.split(separator: " ").firstIndex { $0 == word || $0.prefix(3) == word }
  }

  /// The days from today on that this may mean, the first ones first.
  func daysAhead(from today: Int, hasTime: Bool) -> [Int] {
    switch self {
    case .relative(let days): return days > 0 ? [today + days] : []
    case .weekday(let weekday):
      let next = today + (weekday - Timestamp.weekday(ofDay: today) + 7) % 7
      return [next, next + 7]
    case .yearly:
      let days = yearlyDays(around: today).filter { $0 >= today }
      return Array(days.prefix(hasTime ? 1 : 2))
    case .date(let day): return [day]
    }
  }

  /// The last day up to today that this means.
  func dayBack(from today: Int) -> Int? {
    switch self {
    case .relative(let days): days <= 0 ? today + days : nil
    case .weekday(let weekday): today - (Timestamp.weekday(ofDay: today) - weekday + 7) % 7
    case .yearly: yearlyDays(around: today).last { $0 <= today }
    case .date(let day): day
    }
  }

  /// This day in the years around today's. A leap day may be eight years away.
  private func yearlyDays(around today: Int) -> [Int] {
    guard case .yearly(let month, let day) = self else { return [] }
    let year = Timestamp.date(ofDay: today).year
    return (year - 8...year + 8).compactMap { year in
      let first = Timestamp.day(year, month, 1)
      return (1...Timestamp.day(year, month + 1, 1) - first).contains(day) ? first + day - 1 : nil
    }
  }
}
