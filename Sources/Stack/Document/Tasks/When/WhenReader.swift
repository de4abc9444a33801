/// A day in words.
enum WhenDay {
  /// Today, if the words say so instead of a date.
  case today
  /// A certain day, as the number of days after 1970-01-01.
  case day(Int)
  /// A weekday. The next one is never today.
  case weekday(Weekday, isNext: Bool)
  /// A date in each year; without a month, in each month.
  case date(month: Int?, day: Int)
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
  private var time: Time?
  private var part: PartOfDay?
  /// Whether the time is only an hour, which must be followed by a part of the day.
  private var needsPart = false

  /// A time of the clock.
  private enum Time {
    /// Minutes after midnight. An exact time isn't one of either half of the day.
    case minutes(Int, isExact: Bool)
    case midnight
  }

  init(_ tokens: [WhenToken], of request: When.Request) throws(When.Problem) {
    self.request = request
    self.tokens = tokens[...]
    if tokens.count == 1, case .number(let number, 1...) = tokens[0] {
      throw request.incomplete(number)
    }
    while let token = self.tokens.popFirst() { try read(token) }
    let isTime = day != nil || time != nil || part != nil
    try require(isTime != (duration != nil) && (part != nil || !needsPart))
  }

  /// Minutes after the beginning of the day; a whole day's for its end.
  func minutes() throws(When.Problem) -> Int? {
    let noon = 12 * 60
    switch (part, time) {
    case (_, nil): return part?.start
    case (.afternoon, .midnight), (.evening, .midnight): return 2 * noon
    case (_, .midnight):
      // Midnight is the end of today, but the beginning of another day.
      switch day {
      case nil, .today: return 2 * noon
      default: return 0
      }
    case (.afternoon, .minutes(0, _)), (.evening, .minutes(0, _)): return 2 * noon
    case (.afternoon, .minutes(..<60, _)), (.evening, .minutes(..<60, _)):
      throw request.meaningless
    case (.afternoon, .minutes(let minutes, false)) where minutes <= noon,
      (.evening, .minutes(let minutes, false)) where minutes <= noon:
      return minutes + noon
    case (_, .minutes(let minutes, _)): return minutes
    }
  }

  private func require(_ condition: Bool) throws(When.Problem) {
    if !condition { throw request.meaningless }
  }

  /// Removes the next token and returns it, or what a closure finds in it, unless that is `nil`.
  private mutating func take<Part>(_ part: (WhenToken) -> Part?) -> Part? {
    guard let found = tokens.first.flatMap(part) else { return nil }
    tokens.removeFirst()
    return found
  }

  private mutating func take(_ token: WhenToken) -> Bool {
    take { $0 == token ? token : nil } != nil
  }
}

// MARK: - Forms

extension WhenReader {
  private mutating func read(_ token: WhenToken) throws(When.Problem) {
    switch token {
    case .number(let number, let digits): try readNumber(number, digits)
    case .half: try readHalf()
    case .time(let minutes): try setTime(minutes)
    case .noon: try setTime(.minutes(12 * 60, isExact: true))
    case .midnight: try setTime(.midnight)
    case .part(let part): try setPart(part)
    case .tonight:
      try setDay(.today)
      try setPart(.evening)
    case .day(0): try setDay(.today)
    case .day(let distance): try setDay(.day(request.today + distance))
    case .weekday(let weekday): try setDay(.weekday(weekday, isNext: false))
    case .weekend: try setDay(.weekday(.saturday, isNext: request.direction == .ahead))
    case .relation(let relation): try readRelation(relation)
    case .month(let month):
      guard let day = take({ $0.dayOfMonth }) else { throw request.meaningless }
      _ = take(.ordinal)
      try setDate(nil, month, day)
    case .date(let year, let month, let day): try setDate(year, month, day)
    case .slash(let word, let one, let other): throw request.ambiguous(word, one, other)
    case .unit, .year, .am, .pm, .ordinal, .ago, .ignored: throw request.meaningless
    }
  }

  /// Reads what follows a number: a unit, `am`, a month or nothing.
  private mutating func readNumber(_ number: Int, _ digits: Int) throws(When.Problem) {
    if let unit = take({ $0.unit }) { return try add(number, unit) }
    try require((1...2).contains(digits))
    if tokens.first == .am || tokens.first == .pm { return try setTime(number * 60) }
    // The hour of a part of the day, before a date: `evening 8 dec 25`.
    let isHour = part != nil && day == nil && time == nil && number < 24 && areMonthAndDay
    if !isHour {
      let isOrdinal = take(.ordinal)
      let month = take { $0.month }
      if isOrdinal || month != nil { return try setDate(nil, month, number) }
    }
    try require(number < 24)
    needsPart = day == nil
    try setTime(number * 60)
  }

  /// Whether the next tokens are a date such as `dec 25`.
  private var areMonthAndDay: Bool {
    tokens.first?.month != nil && tokens.dropFirst().first?.dayOfMonth != nil
  }

  /// Reads what follows `half`: `an hour`.
  private mutating func readHalf() throws(When.Problem) {
    try require(take(.number(1, digits: 0)) && take(.unit(.hour)))
    try add(30, .minute)
  }

  /// Reads what follows `this`, `next` or `last`, such as a weekday.
  private mutating func readRelation(_ relation: WhenRelation) throws(When.Problem) {
    let isBack = request.direction == .back
    let distance =
      switch relation {
      case .this: 0
      case .next: 1
      case .last: -1
      }
    try require(isBack || relation != .last)
    if let unit = take({ $0.unit }) {
      try require((unit == .week || unit == .month) && (isBack || relation != .this))
      let today = request.today
      let date = Timestamp.date(ofDay: today)
      let first =
        unit == .week
        ? Weekday.monday(before: today) + 7 * distance
        : Timestamp.day(today - date.day + 1, addingMonths: distance)
      return try setDay(.day(first))
    }
    // Looking back, `last` is ignored before everything else.
    if relation == .last { return }
    if let weekday = take({ $0.weekday }) {
      return try setDay(.weekday(weekday, isNext: relation == .next))
    }
    if relation == .this, tokens.first?.part != nil || tokens.first == .tonight {
      return try setDay(.today)
    }
    if take(.weekend) {
      return try setDay(.weekday(.saturday, isNext: relation == .next || !isBack))
    }
    try require(relation == .next && take(.year))
    try setDay(.day(Timestamp.day(Timestamp.date(ofDay: request.today).year + 1, 1, 1)))
  }
}

extension WhenToken {
  fileprivate var unit: WhenUnit? { if case .unit(let unit) = self { unit } else { nil } }
  fileprivate var weekday: Weekday? { if case .weekday(let day) = self { day } else { nil } }
  fileprivate var month: Int? { if case .month(let month) = self { month } else { nil } }
  fileprivate var part: PartOfDay? { if case .part(let part) = self { part } else { nil } }
  fileprivate var dayOfMonth: Int? {
    if case .number(let day, 1...2) = self { day } else { nil }
  }
}

// MARK: - Parts

extension WhenReader {
  private mutating func add(_ count: Int, _ unit: WhenUnit) throws(When.Problem) {
    if count == 0 { throw request.zero }
    var sum = duration ?? (0, 0, 0)
    switch unit {
    case .minute: sum.seconds += count * 60
    case .hour: sum.seconds += count * 3600
    case .day: sum.days += count
    case .week: sum.days += count * 7
    case .month: sum.months += count
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

  private mutating func setPart(_ part: PartOfDay) throws(When.Problem) {
    try require(self.part == nil)
    self.part = part
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
    if let year, let month {
      try setDay(.day(Timestamp.day(year, month, day)))
    } else {
      try setDay(.date(month: month, day: day))
    }
  }

  private mutating func setTime(_ time: Time) throws(When.Problem) {
    try require(self.time == nil)
    self.time = time
  }

  /// Sets a time of the clock, with the half of the day that follows.
  private mutating func setTime(_ minutes: Int) throws(When.Problem) {
    let isMorning = take(.am)
    guard isMorning || take(.pm) else { return try setTime(.minutes(minutes, isExact: false)) }
    try require((60..<13 * 60).contains(minutes))
    try setTime(.minutes(minutes % (12 * 60) + (isMorning ? 0 : 12 * 60), isExact: true))
  }
}
