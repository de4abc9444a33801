/// What a time in words says, before it is known which moment that is.
struct WhenReading {
  /// A duration in calendar months, days, and seconds.
  var duration: (months: Int, days: Int, seconds: Int)?
  var day: WhenDay?
  /// Minutes after the beginning of the day; a whole day's for its end.
  var minutes: Int?
}

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

/// Reads the tokens of a time in words.
///
/// A duration stands alone. Otherwise there may be one day, one time and one part of a day, in any
/// order.
struct WhenReader {
  private let request: When.Request
  private var tokens: ArraySlice<WhenToken>
  private var reading = WhenReading()
  /// A time of the clock in minutes; whether it is exact, because it isn't one of either half of
  /// the day.
  private var time: (minutes: Int, isExact: Bool)?
  private var isMidnight = false
  /// An hour without `:00`, `am` or `pm`, before a part of the day.
  private var bareHour: Int?
  private var partOfDay: Int?

  static func read(_ tokens: [WhenToken], of request: When.Request) throws(When.Problem)
    -> WhenReading
  {
    if case .number(let number, _) = tokens.first, tokens.count == 1 {
      throw request.incomplete(number)
    }
    var reader = WhenReader(request: request, tokens: tokens[...])
    while let token = reader.tokens.popFirst() { try reader.read(token) }
    return try reader.finish()
  }

  private init(request: When.Request, tokens: ArraySlice<WhenToken>) {
    self.request = request
    self.tokens = tokens
  }

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
    if digits > 2 { throw request.meaningless }
    if let half = take(.halfOfDay) { return try setTime(number * 60, half: half) }
    // The hour of a part of the day, before a date: `evening 8 dec 25`.
    if partOfDay != nil, reading.day == nil, time == nil, number < 24, areMonthAndDay {
      return try setTime(number * 60)
    }
    let isOrdinal = take(.ordinal) != nil
    if let month = take(.month) { return try setDate(nil, month + 1, number) }
    if isOrdinal { return try setDate(nil, nil, number) }
    if bareHour != nil || number > 23 { throw request.meaningless }
    if reading.day == nil, partOfDay == nil { bareHour = number } else { try setTime(number * 60) }
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
    case .partOfDay: try setPartOfDay(index)
    case .clock:
      isMidnight = index == 1
      try setTime(isMidnight ? 0 : 12 * 60, half: nil, isExact: true)
    case .number:
      guard let unit = take(.unit) else { throw request.meaningless }
      try add(index + 1, unit)
    case .fraction:
      guard take(.number) == 0, take(.unit) == 1 else { throw request.meaningless }
      try add(30, 0)
    case .span, .halfOfDay, .unit, .ordinal, .ignored, .past: throw request.meaningless
    }
  }

  /// Reads what follows `this`, `next` or `last`, such as a weekday.
  private mutating func readRelation(_ index: Int) throws(When.Problem) {
    let distance = [0, 1, -1][index]
    let isBack = request.direction == .back
    if index == 2, !isBack { throw request.meaningless }
    if isBack || index == 1, let unit = take(.unit, where: { $0 == 3 || $0 == 4 }) {
      return try setDay(unit == 3 ? .week(distance) : .month(distance))
    }
    // Looking back, `last` is ignored before everything else.
    if index == 2 { return }
    if let weekday = take(.weekday) { return try setDay(.weekday(weekday, isNext: index == 1)) }
    if index == 0, let part = take(.partOfDay) {
      try setPartOfDay(part)
      return try setDay(.relative(0))
    }
    switch take(.span) {
    case 0: try setDay(.weekday(5, isNext: index == 1 || !isBack))
    case 1 where index == 1: try setDay(.year(1))
    default: throw request.meaningless
    }
  }

  /// Whether the next tokens are a date such as `dec 25`.
  private var areMonthAndDay: Bool {
    guard case .word(.month, _) = tokens.first, case .number(_, 1...2) = tokens.dropFirst().first
    else { return false }
    return true
  }

  /// Removes the next token and returns its meaning, if it is a word of this kind.
  private mutating func take(_ kind: WhenWord.Kind, where isTaken: (Int) -> Bool = { _ in true })
    -> Int?
  {
    guard case .word(kind, let index) = tokens.first, isTaken(index) else { return nil }
    tokens.removeFirst()
    return index
  }
}

// MARK: - Parts

extension WhenReader {
  private mutating func add(_ count: Int, _ unit: Int) throws(When.Problem) {
    if count == 0 { throw request.zero }
    var duration = reading.duration ?? (0, 0, 0)
    switch unit {
    case 0: duration.seconds += count * 60
    case 1: duration.seconds += count * 3600
    case 2: duration.days += count
    case 3: duration.days += count * 7
    default: duration.months += count
    }
    // However many pairs there are, no sum overflows.
    let limit = WhenToken.limit * 3600
    reading.duration = (
      min(duration.months, limit), min(duration.days, limit), min(duration.seconds, limit)
    )
  }

  private mutating func setDay(_ day: WhenDay) throws(When.Problem) {
    if reading.day != nil { throw request.meaningless }
    reading.day = day
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

  private mutating func setPartOfDay(_ part: Int) throws(When.Problem) {
    if partOfDay != nil { throw request.meaningless }
    partOfDay = part
  }

  private mutating func setTime(_ minutes: Int, half: Int? = nil, isExact: Bool = false)
    throws(When.Problem)
  {
    if time != nil || half != nil && !(60..<13 * 60).contains(minutes) { throw request.meaningless }
    time =
      half.map { (minutes % (12 * 60) + $0 * 12 * 60, isExact: true) } ?? (minutes, isExact)
  }

  private mutating func finish() throws(When.Problem) -> WhenReading {
    if let bareHour {
      if partOfDay == nil { throw request.meaningless }
      try setTime(bareHour * 60)
    }
    reading.minutes = try minutes()
    let isTime = reading.day != nil || reading.minutes != nil
    // A duration stands alone.
    if isTime == (reading.duration != nil) { throw request.meaningless }
    return reading
  }

  private func minutes() throws(When.Problem) -> Int? {
    let endOfDay = 24 * 60
    guard let (minutes, isExact) = time else {
      return partOfDay.map { [9 * 60, 14 * 60, 18 * 60][$0] }
    }
    if let partOfDay, partOfDay > 0 {
      switch minutes {
      case 0: return endOfDay
      case 1..<60: throw request.meaningless
      case 60..<12 * 60 where !isExact: return minutes + 12 * 60
      case 12 * 60 where !isExact: return endOfDay
      default: return minutes
      }
    }
    guard isMidnight else { return minutes }
    switch reading.day {
    case nil, .relative(0): return endOfDay
    default: return 0
    }
  }
}
