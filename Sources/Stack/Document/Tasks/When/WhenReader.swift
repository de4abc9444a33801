/// A day in words.
enum WhenDay {
  /// A number of days after today.
  case relative(Int)
  /// A weekday; 0 is Monday. The next one is never today.
  case weekday(Int, isNext: Bool)
  /// The first day of a week, month or year, so many after this one.
  case week(Int), month(Int), year(Int)
  /// A date. Without a year it is in each year, and without a month in each month.
  case date(year: Int?, month: Int?, day: Int)
}

/// Reads what a time in words says, before it is known which moment that is.
///
/// A duration stands alone. Otherwise there may be one day, one time and one part of a day, in any
/// order.
struct WhenReader {
  /// A duration in calendar months, days, and seconds.
  private(set) var duration: (months: Int, days: Int, seconds: Int)?
  private(set) var day: WhenDay?
  private let request: When.Request
  private var tokens: ArraySlice<WhenToken>
  /// A time of the clock in minutes; whether it is exact, because it isn't one of either half of
  /// the day.
  private var time: (minutes: Int, isExact: Bool)?
  private var partOfDay: Int?
  /// Whether the time is only an hour, which must be followed by a part of the day.
  private var needsPartOfDay = false

  init(_ tokens: [WhenToken], of request: When.Request) throws(When.Problem) {
    self.request = request
    self.tokens = tokens[...]
    if tokens.count == 1, case .number(let number, 1...) = tokens[0] {
      throw request.incomplete(number)
    }
    while let token = self.tokens.popFirst() { try read(token) }
    let isTime = day != nil || time != nil || partOfDay != nil
    try require(isTime != (duration != nil) && (partOfDay != nil || !needsPartOfDay))
  }

  /// Minutes after the beginning of the day; a whole day's for its end.
  func minutes() throws(When.Problem) -> Int? {
    guard let (minutes, isExact) = time else {
      return partOfDay.map { [9 * 60, 14 * 60, 18 * 60][$0] }
    }
    switch (partOfDay ?? 0, minutes) {
    case (0, Self.endOfDay):
      // Midnight is the end of today, but the beginning of another day.
      switch day {
      case nil, .relative(0): return minutes
      default: return 0
      }
    case (0, _): return minutes
    case (_, 0): return Self.endOfDay
    case (_, ..<60): throw request.meaningless
    case (_, ...(12 * 60)) where !isExact: return minutes + 12 * 60
    default: return minutes
    }
  }

  private static let endOfDay = 24 * 60

  private func require(_ condition: Bool) throws(When.Problem) {
    if !condition { throw request.meaningless }
  }

  /// Removes the next token and returns its meaning, if it is a word of this kind.
  private mutating func take(_ kind: WhenWord.Kind) -> Int? {
    guard case .word(kind, let index) = tokens.first else { return nil }
    tokens.removeFirst()
    return index
  }
}

// MARK: - Tokens

extension WhenReader {
  private mutating func read(_ token: WhenToken) throws(When.Problem) {
    switch token {
    case .slash(let word, let one, let other): throw request.ambiguous(word, one, other)
    case .date(let year, let month, let day): try setDate(year, month, day)
    case .time(let minutes): try setTime(minutes, half: take(.halfOfDay))
    case .number(let number, let digits): try readNumber(number, digits)
    case .word(let kind, let index): try readWord(kind, index)
    }
  }

  private mutating func readNumber(_ number: Int, _ digits: Int) throws(When.Problem) {
    if let unit = take(.unit) { return try add(number, unit) }
    try require((1...2).contains(digits))
    if let half = take(.halfOfDay) { return try setTime(number * 60, half: half) }
    // The hour of a part of the day, before a date: `evening 8 dec 25`.
    let isHour = partOfDay != nil && day == nil && time == nil && number < 24 && areMonthAndDay
    if !isHour {
      let isOrdinal = take(.ordinal) != nil
      let month = take(.month)
      if isOrdinal || month != nil { return try setDate(nil, month.map { $0 + 1 }, number) }
    }
    try require(number < 24)
    needsPartOfDay = day == nil
    try setTime(number * 60)
  }

  /// Whether the next tokens are a date such as `dec 25`.
  private var areMonthAndDay: Bool {
    guard case .word(.month, _) = tokens.first, case .number(_, 1...2) = tokens.dropFirst().first
    else { return false }
    return true
  }

  private mutating func readWord(_ kind: WhenWord.Kind, _ index: Int) throws(When.Problem) {
    switch kind {
    case .weekday: try setDay(.weekday(index, isNext: false))
    case .day: try setDay(.relative([0, 1, -1][index]))
    case .relation: try readRelation(index)
    case .span where index == 0: try setDay(.weekday(5, isNext: request.direction == .ahead))
    case .month:
      guard case .number(let day, 1...2) = tokens.popFirst() else { throw request.meaningless }
      _ = take(.ordinal)
      try setDate(nil, index + 1, day)
    case .partOfDay:
      try require(partOfDay == nil)
      partOfDay = index
    case .clock: try setTime([12 * 60, Self.endOfDay][index], isExact: true)
    case .fraction:
      guard case .number(1, 0) = tokens.popFirst(), take(.unit) == 1 else {
        throw request.meaningless
      }
      try add(30, 0)
    default: throw request.meaningless
    }
  }

  /// Reads what follows `this`, `next` or `last`, such as a weekday.
  private mutating func readRelation(_ index: Int) throws(When.Problem) {
    let distance = [0, 1, -1][index]
    let isBack = request.direction == .back
    try require(isBack || distance >= 0)
    if let unit = take(.unit) {
      try require(unit > 2 && (isBack || distance > 0))
      return try setDay(unit == 3 ? .week(distance) : .month(distance))
    }
    // Looking back, `last` is ignored before everything else.
    if distance < 0 { return }
    if let weekday = take(.weekday) { return try setDay(.weekday(weekday, isNext: distance > 0)) }
    if distance == 0, case .word(.partOfDay, _) = tokens.first { return try setDay(.relative(0)) }
    switch take(.span) {
    case 0: try setDay(.weekday(5, isNext: distance > 0 || !isBack))
    case 1 where distance > 0: try setDay(.year(1))
    default: throw request.meaningless
    }
  }
}

// MARK: - Parts

extension WhenReader {
  private mutating func add(_ count: Int, _ unit: Int) throws(When.Problem) {
    if count == 0 { throw request.zero }
    var sum = duration ?? (0, 0, 0)
    switch unit {
    case 0...1: sum.seconds += count * [60, 3600][unit]
    case 2...3: sum.days += count * [1, 7][unit - 2]
    default: sum.months += count
    }
    // However many pairs there are, nothing overflows: this is beyond the year 9999.
    let limit = 10_000_000
    sum.seconds = min(sum.seconds, limit * Timestamp.secondsPerDay)
    duration = (min(sum.months, limit), min(sum.days, limit), sum.seconds)
  }

  private mutating func setDay(_ day: WhenDay) throws(When.Problem) {
    try require(self.day == nil)
    self.day = day
  }

  private mutating func setDate(_ year: Int?, _ month: Int?, _ day: Int) throws(When.Problem) {
    var year = year
    // Four digits after a date are its year.
    if year == nil, month != nil, case .number(let number, 4) = tokens.first {
      year = number
      tokens.removeFirst()
    }
    // Each day of a leap year is a day of some year.
    guard (1...12).contains(month ?? 1), day > 0,
      day <= Timestamp.daysInMonth(year ?? 2000, month ?? 1)
    else { throw request.noSuchDay }
    try setDay(.date(year: year, month: month, day: day))
  }

  private mutating func setTime(_ minutes: Int, half: Int? = nil, isExact: Bool = false)
    throws(When.Problem)
  {
    try require(time == nil && (half == nil || (60..<13 * 60).contains(minutes)))
    time = half.map { (minutes % (12 * 60) + $0 * 12 * 60, true) } ?? (minutes, isExact)
  }
}
