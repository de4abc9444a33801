extension When {
  /// A day in words.
  enum Day {
    /// Today, if the words say so instead of a date.
    case today
    /// A certain day, as the number of days after 1970-01-01: seen from today, or its date.
    case relative(Int), exact(Int)
    /// A week, as its Monday.
    case week(Int)
    /// A day of each month, or of this month in each year.
    case each(month: Int?, day: Int)
  }

  /// Reads what the words say, before it is known which moment that is.
  struct Reader {
    let request: Request
    /// A duration in calendar months, days, and seconds.
    var duration: (months: Int, days: Int, seconds: Int)?
    /// Whether the duration is counted from the day: forwards (1) or backwards (-1).
    var anchor: Int?
    var days: [Day] = []
    var weekdays: [Weekday] = []
    /// Which one of the weekdays, dates or times is meant.
    var relation: Relation?
    var times: [Time] = []
    var parts: [PartOfDay] = []
    /// Whether the time is a number that is one only in a part of the day.
    private var needsPart = false
    /// The tokens that haven't been read yet, and where the one that is read begins.
    private var tokens: ArraySlice<Token>
    private var start = 0
    /// `at` or `until`, if it is before the token that is read.
    private var preposition: Name?

    init(_ tokens: [Token], of request: Request) throws(Problem) {
      self.request = request
      self.tokens = tokens[...]
      if tokens.count == 1, case .number(let number, 1...) = tokens[0] {
        throw request.incomplete(number)
      }
      while let token = self.tokens.popFirst() {
        start = self.tokens.startIndex - 1
        try read(token)
        if case .name(let name) = token { preposition = name } else { preposition = nil }
      }
      try require(isComplete)
    }

    var hasDay: Bool { !days.isEmpty || !weekdays.isEmpty }
    var hasTime: Bool { !times.isEmpty || !parts.isEmpty }
    var isBack: Bool { request.direction == .back }

    /// Whether the parts mean something together: a duration alone, or a day, a time and a part of
    /// the day. A duration of days or more may be with a day, from which it is counted, or else
    /// with a time.
    private var isComplete: Bool {
      let isOnce = [days.count, weekdays.count, times.count, parts.count].allSatisfy { $0 < 2 }
      if !isOnce || needsPart && parts.isEmpty || hasDay != (anchor != nil) && duration != nil {
        return false
      }
      if let duration { return duration.seconds == 0 || !hasDay && !hasTime }
      switch days.first {
      case .today: return weekdays.isEmpty && relation == nil
      case .relative: return weekdays.isEmpty
      case .week(let monday) where weekdays.isEmpty: return isBack || monday > request.today
      case nil: return hasDay || hasTime
      default: return weekdays.isEmpty || relation == nil
      }
    }

    private func require(_ condition: Bool) throws(Problem) {
      if !condition { throw request.meaningless }
    }

    private func isNext(_ names: Name...) -> Bool {
      names.contains { tokens.first == .name($0) }
    }

    /// Removes the next token if it is this word.
    private mutating func take(_ name: Name) -> Bool {
      guard isNext(name) else { return false }
      tokens.removeFirst()
      return true
    }

    /// Removes the next token if it is a number of so many digits.
    private mutating func takeNumber(_ digits: ClosedRange<Int>) -> Int? {
      guard case .number(let number, let count) = tokens.first, digits.contains(count) else {
        return nil
      }
      tokens.removeFirst()
      return number
    }

    // MARK: Forms

    private mutating func read(_ token: Token) throws(Problem) {
      switch token {
      case .name(let name): try read(name)
      case .number(let number, let digits): try readNumber(number, digits)
      case .slash(let one, let other, let year): try readSlash(one, other, year)
      case .point(let one, let other, let digits): try readPoint(one, other, digits)
      case .time(let seconds): try addTime(seconds)
      case .part(let part): parts.append(part)
      case .weekday(let weekday):
        weekdays.append(weekday)
        // A week from then.
        if duration == nil, relation == nil, tokens.first == .unit(.week) {
          tokens.removeFirst()
          duration = (0, 7, 0)
          anchor = 1
        }
      case .relation(let relation): try read(relation)
      case .month(let month): try readMonth(month.number)
      case .date(let year, let month, let day): try addDate(year, month, day)
      case .unit(.day) where isNext(.after, .before): try addDuration(1, 1, .day)
      case .unit: throw request.meaningless
      case .offset: break
      }
    }

    private mutating func read(_ name: Name) throws(Problem) {
      switch name {
      case .today: days.append(.today)
      case .tomorrow: days.append(.relative(request.today + 1))
      case .yesterday: days.append(.relative(request.today - 1))
      case .tonight:
        days.append(.today)
        parts.append(.evening)
      case .weekend:
        weekdays.append(.saturday)
        if !isBack { relation = .next }
      case .noon: try addTime(Time.halfDay, .exact)
      case .midnight: try addTime(Time.wholeDay, .midnight)
      case .half: try readFraction(30)
      case .quarter: try readFraction(15)
      case .couple: try require(readDuration(2))
      case .article where isNext(.half, .quarter, .couple): break
      case .article: try require(readDuration(1))
      case .from where duration == nil || take(.now): break
      case .from, .after, .before:
        try require(duration != nil && !hasDay)
        anchor = name == .before ? -1 : 1
      case .at, .until, .on, .now: break
      case .am, .pm, .oClock, .past, .to, .ordinal, .ago, .ignored: throw request.meaningless
      }
    }

    /// Reads what follows a number: a unit, a month, or what makes it a time.
    private mutating func readNumber(_ number: Int, _ digits: Int) throws(Problem) {
      if digits == 0, number >= 20, let ones = takeNumber(0...0) {
        return try readNumber(number + ones, 0)
      }
      if try readDuration(number) { return }
      if number == 12, isNext(.noon, .midnight) { return }
      // The hour of a part of the day, before a date: `evening 8 dec 25`.
      let isHour = !parts.isEmpty && !hasDay && times.isEmpty && number < 24 && isDate(tokens)
      if !isHour, (1...2).contains(digits) {
        let isOrdinal = take(.ordinal)
        if case .month(let month) = tokens.first {
          tokens.removeFirst()
          return try addDate(nil, month.number, number)
        }
        if isOrdinal { return try addDate(nil, nil, number) }
      }
      var seconds = number * 3600
      if preposition == .at || preposition == .until {
        // `until 2030` could be a year.
        if preposition == .until, digits == 4, Self.years.contains(number) {
          throw request.incomplete(number)
        }
        if digits > 2 { seconds = (number / 100 * 60 + number % 100) * 60 }
        try require(digits > 2 ? digits < 5 && number % 100 < 60 : digits > 0 || number <= 12)
      } else if !isNext(.oClock, .am, .pm) {
        try require((1...2).contains(digits) && number < 24)
        needsPart = !hasDay
      }
      _ = take(.oClock)
      try require(seconds <= Time.wholeDay)
      try addTime(seconds, digits < 2 ? .hour : .clock)
    }

    /// Whether tokens begin with a date such as `dec 25`.
    private func isDate(_ tokens: ArraySlice<Token>) -> Bool {
      if case .month = tokens.first, case .number(_, 1...2) = tokens.dropFirst().first {
        true
      } else {
        false
      }
    }

    /// Reads a duration after its number, which is a fraction: `hours`, or `and a half hours`.
    private mutating func readDuration(_ numerator: Int, _ denominator: Int = 1) throws(Problem)
      -> Bool
    {
      let rest = tokens
      var minutes = takeFraction()
      guard case .unit(let unit) = tokens.popFirst() else {
        tokens = rest
        return false
      }
      minutes += takeFraction()
      try addDuration(numerator * 60 + minutes * denominator, denominator * 60, unit)
      return true
    }

    /// The minutes of `and a half`, of which the first word is ignored, and which isn't a time.
    private mutating func takeFraction() -> Int {
      let rest = tokens
      let minutes = !take(.article) ? 0 : take(.half) ? 30 : take(.quarter) ? 15 : 0
      if minutes > 0, !isNext(.past, .to) { return minutes }
      tokens = rest
      return 0
    }

    /// Reads what follows `half` or `quarter`: `past 3`, `to 5` or `an hour`.
    private mutating func readFraction(_ minutes: Int) throws(Problem) {
      let isPast = take(.past)
      if isPast || minutes == 15 && take(.to) {
        let hour = takeNumber(0...2) ?? 24
        try require(hour < 24)
        return try addTime(hour * 3600, .hour, moved: minutes * (isPast ? 60 : -60))
      }
      _ = take(.article)
      try require(readDuration(minutes, 60))
    }

    /// Reads a date such as `12/25`, or a fraction such as `1/2 h`.
    private mutating func readSlash(_ one: Int, _ other: Int, _ year: Int?) throws(Problem) {
      if other > 0, year == nil, try readDuration(one, other) { return }
      let dates = [(one, other), (other, one)].prefix(one == other ? 1 : 2).filter {
        Timestamp.isDate(year, $0, $1)
      }
      if dates.count == 2 { throw ambiguous(dates.map { When.text(year, $0, $1) }) }
      try addDate(year, dates.first?.0 ?? 0, dates.first?.1 ?? 0)
    }

    /// Reads a time such as `15.30`, a date such as `24.12`, or a fraction such as `1.5h`.
    private mutating func readPoint(_ one: Int, _ other: Int, _ digits: Int) throws(Problem) {
      let power = digits == 1 ? 10 : digits == 2 ? 100 : 1000
      if try readDuration(one * power + other, power) { return }
      let seconds = (one * 60 + other) * 60
      let isTime = digits == 2 && one < 24 && other < 60
      let isDate = digits == 2 && Timestamp.isDate(nil, other, one) && !isNext(.am, .pm)
      try require(isTime || isDate)
      if isTime, !isDate || preposition == .at || !days.isEmpty { return try addTime(seconds) }
      if isTime {
        switch tokens.first(where: { $0 != .name(.at) && $0 != .name(.on) }) {
        case .time, .number, .point, .name(.noon), .name(.midnight), .name(.half), .name(.quarter):
          break
        default: throw ambiguous([Time.text(seconds), When.text(nil, other, one)])
        }
      }
      try addDate(nil, other, one)
    }

    private func ambiguous(_ readings: [String]) -> Problem {
      request.ambiguous(request.text(start..<tokens.startIndex), readings)
    }

    private mutating func readMonth(_ month: Int) throws(Problem) {
      _ = take(.on)
      if let day = takeNumber(1...2) {
        _ = take(.ordinal)
        return try addDate(nil, month, day)
      }
      var year = takeYear()
      if isNext(.at, .until), case .number(let number, _) = tokens.dropFirst().first {
        let time = Time(seconds: number * 3600, form: .hour, moved: 0).alone
        tokens.removeFirst(2)
        throw ambiguous([
          When.text(year, month, number), When.text(year, month, 1) + " " + Time.text(time),
        ])
      }
      if relation == .last, year == nil {
        let date = Timestamp.date(ofDay: request.today)
        year = month < date.month ? date.year : date.year - 1
      }
      try addDate(year, month, 1)
    }

    /// Reads what follows `this`, `next` or `last`, such as a weekday.
    private mutating func read(_ relation: Relation) throws(Problem) {
      try require(isBack || relation != .last)
      let today = request.today
      let date = Timestamp.date(ofDay: today)
      let monday = Weekday.monday(before: today)
      let distance = relation.distance
      let rest = tokens
      switch tokens.popFirst() {
      case .unit(.week): return days.append(.week(monday + 7 * distance))
      case .unit(.month) where isBack || relation == .next:
        let first = today - date.day + 1
        return days.append(.relative(Timestamp.day(first, addingMonths: distance)))
      case .unit(.year) where isBack || relation == .next:
        return days.append(.relative(Timestamp.day(date.year + distance, 1, 1)))
      case .part(let part) where relation != .next:
        parts.append(part)
        return days.append(relation == .this ? .today : .relative(today - 1))
      case .name(.weekend) where relation == .last: return days.append(.relative(monday - 2))
      case .name(.weekend):
        let isSunday = relation == .this && !isBack && today == monday + 6
        weekdays.append(isSunday ? .sunday : .saturday)
      case .weekday(let weekday): weekdays.append(weekday)
      case .month where relation == .next && !isDate(rest), _ where relation == .last:
        tokens = rest
      default: throw request.meaningless
      }
      self.relation = relation
    }

    // MARK: Parts

    private mutating func addDuration(_ numerator: Int, _ denominator: Int, _ unit: Unit)
      throws(Problem)
    {
      if numerator == 0 {
        throw request.problem("has a duration of 0", "use a number of at least 1")
      }
      try require(!hasDay)
      let count = numerator / denominator
      var sum = duration ?? (0, 0, 0)
      switch unit {
      case .second: throw request.problem("is in seconds", "use minutes")
      case .hour: sum.seconds += 60 * max(1, (120 * numerator + denominator) / (2 * denominator))
      case _ where numerator % denominator > 0:
        let hours = [.day: 24, .week: 168][unit].map { "\(numerator * $0 / denominator)h" }
        throw request.problem("has a fraction", "use \(hours ?? "whole numbers")")
      case .minute: sum.seconds += count * 60
      case .day: sum.days += count
      case .week: sum.days += count * 7
      case .fortnight: sum.days += count * 14
      case .month: sum.months += count
      case .year: sum.months += count * 12
      }
      // However many pairs there are, nothing overflows: this is beyond the year 9999.
      let limit = 10_000_000
      sum.seconds = min(sum.seconds, limit * Timestamp.secondsPerDay)
      duration = (min(sum.months, limit), min(sum.days, limit), sum.seconds)
    }

    private mutating func addDate(_ year: Int?, _ month: Int?, _ day: Int) throws(Problem) {
      let year = year ?? month.flatMap { _ in takeYear() }
      if !Timestamp.isDate(year, month, day) { throw request.noSuchDay }
      if let year, let month {
        days.append(.exact(Timestamp.day(year, month, day)))
      } else {
        days.append(.each(month: month, day: day))
      }
    }

    private static let years = 1900...2099

    private mutating func takeYear() -> Int? {
      let rest = tokens
      if let year = takeNumber(4...4), Self.years.contains(year) { return year }
      tokens = rest
      return nil
    }

    /// Adds a time of the clock, with the half of the day that follows.
    private mutating func addTime(_ seconds: Int, _ form: Time.Form = .clock, moved: Int = 0)
      throws(Problem)
    {
      var time = Time(seconds: seconds, form: form, moved: moved)
      let isMorning = take(.am)
      if isMorning || take(.pm) {
        // A quarter to 12 pm could be at night.
        try require(time.isEitherHalf && (moved >= 0 || seconds != Time.halfDay))
        time.seconds = seconds % Time.halfDay + (isMorning ? 0 : Time.halfDay)
        time.form = .exact
      }
      time.text = request.text(start..<tokens.startIndex)
      times.append(time)
    }
  }
}
