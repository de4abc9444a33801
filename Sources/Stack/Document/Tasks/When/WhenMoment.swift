// Which moment the words mean.

extension When.Reader {
  func moment() throws(When.Problem) -> Timestamp {
    let now = request.now.seconds
    let zone = request.zone
    let today = request.today
    if let duration, !hasDay, !hasTime {
      // Months, and then days, keep the local time.
      let local = zone.local(now) + (later(than: today, sign) - today) * Timestamp.secondsPerDay
      let isInDays = duration.months + duration.days > 0
      let start = isInDays ? zone.moments(ofLocal: local).first { isBack || $0 > now } : now
      return try request.checked((start ?? now) + sign * duration.seconds)
    }
    let seconds = try seconds()
    let days = try days(at: seconds)
    let moments = days.flatMap { day in
      zone.moments(ofLocal: day * Timestamp.secondsPerDay + (seconds ?? 0))
        .prefix(hasTime ? 2 : 1)
    }
    let moment = moments.first { isBack ? $0 <= now : $0 > now }
    guard let moment else { throw request.missed(self, isToday: days.last == today, seconds) }
    return try request.checked(moment)
  }

  private var sign: Int { isBack ? -1 : 1 }

  /// A day that is later by the duration, or earlier.
  private func later(than day: Int, _ sign: Int) -> Int {
    guard let duration else { return day }
    return Timestamp.day(day, addingMonths: sign * duration.months) + sign * duration.days
  }

  private var isToday: Bool { if case .today = days.first { true } else { false } }

  /// Seconds after the beginning of the day; more than a day has if it is in the night after it.
  private func seconds() throws(When.Problem) -> Int? {
    guard let time = times.first else { return parts.first.map { $0.hours.start * 3600 } }
    guard let part = parts.first else {
      let isOther = time.form == .midnight && !isToday && (hasDay || duration != nil)
      return isOther ? 0 : time.alone
    }
    let hour = time.seconds / 3600
    if part == .night, time.isEitherHalf, hour == 5 || hour == 6 {
      throw request.ambiguous(time.text, ["\(hour)am", "\(hour)pm"])
    }
    let start = [0, time.isEitherHalf ? 12 : 0, 24].first { part.hours.all.contains(hour + $0) }
    guard let start else { throw request.outside(part, time) }
    return start * 3600 + time.seconds + time.moved
  }

  /// The days that are meant, the nearest one first.
  private func days(at seconds: Int?) throws(When.Problem) -> [Int] {
    let today = request.today
    if hasDay, let anchor {
      return try dates().prefix(1).map { later(than: $0, anchor) }
    }
    if duration != nil { return [later(than: today, sign)] }
    // Before 5:00, the night of yesterday is going on.
    if !hasDay { return relation == .last ? [today - 1] : (-1...2).map { today + sign * $0 } }
    let isEarly = request.zone.local(request.now.seconds) % When.Time.wholeDay < 5 * 3600
    if isToday, isEarly, !parts.isEmpty, seconds ?? 0 >= When.Time.wholeDay {
      return [today - 1, today]
    }
    return try dates()
  }

  /// The next two days, or the last two, with this date or weekday.
  private func dates() throws(When.Problem) -> [Int] {
    let weekday = weekdays.first
    let step = relation == .next ? 1 : sign
    let isLater = relation == .next || relation == .last || anchor != nil && days.isEmpty
    let start = isLater ? request.today + step : request.today
    // There are at most eight years between two leap days.
    let near = (0...16 * 366).lazy.map { start + step * $0 }
    var found: [Int]
    switch days.first {
    case .week(let monday): return [monday + (weekday?.daysAfterMonday ?? 0)]
    case .today: found = [start]
    case .relative(let day), .exact(let day): found = [day]
    case .each(let month, let day):
      let dates = near.filter {
        let date = Timestamp.date(ofDay: $0)
        return date.day == day && date.month == month ?? date.month
          && (month != nil || weekday == nil || Weekday(ofDay: $0) == weekday)
      }
      // With a time, a date is never moved to the next year.
      let isOne = !isBack && hasTime || weekday != nil && month != nil
      found = Array(dates.prefix(isOne ? 1 : 2))
    case nil:
      found = Array(
        near.filter { Weekday(ofDay: $0) == weekday }.prefix(relation == .this && !isBack ? 1 : 2))
    }
    if let weekday, let day = found.first, Weekday(ofDay: day) != weekday {
      throw request.disagreement(day)
    }
    return found
  }
}

extension When.Request {
  /// A moment that can be written; the earliest one for all moments before the year 1.
  fileprivate func checked(_ moment: Int) throws(When.Problem) -> Timestamp {
    if moment > Timestamp.last.seconds {
      throw problem("is after the year 9999", "use an earlier time", isTime: true)
    }
    let isBeforeAll = moment < Timestamp.day(1, 1, 1) * Timestamp.secondsPerDay
    return Timestamp(seconds: isBeforeAll ? .min : moment)
  }
}
