// Phrases for times with the moments that the second grammar gives them: made from its description,
// by its own arithmetic, and without the module.

import Foundation
import TestSupport

/// Makes phrases, and says what they mean at a moment.
struct WhenOracle {
  var random: SplitMix64
  let zone: TimeZone
  let isBack: Bool
  let now: Int

  private typealias Days = (words: String, days: [Int])

  /// A phrase and the moment that it means; `nil` if it has to be refused.
  mutating func phrase() -> (words: String, moment: Int?) {
    switch random.below(8) {
    case 0:
      let (words, months, days, seconds) = duration()
      let start = shifted(today, months, days) * 86400 + local(now) - today * 86400
      let whole = months + days == 0 ? now : moments(start).first { isBack || $0 > now } ?? now
      return (words, whole + sign * seconds)
    case 1:
      let (words, months, days, seconds) = duration()
      let time = self.time(isAfterDay: false)
      let isDay = seconds == 0
      return (
        random.once(in: 2) ? "\(words) \(time.words)" : "\(time.words) in \(words)",
        isDay ? moment([shifted(today, months, days)], time.seconds) : nil
      )
    case 2:
      let (words, months, days, seconds) = duration()
      let anchor = anchor()
      let day = shifted(anchor.days[0], months, days, 1)
      let phrase = "\(words) \(random.pick(["from", "after"])) \(anchor.words)"
      return (phrase, seconds == 0 ? moment([day], nil) : nil)
    case 3:
      let time = self.time(isAfterDay: false)
      return (time.words, moment(near, time.seconds == 0 && time.isMidnight ? 86400 : time.seconds))
    case 4:
      let day = day(hasTime: false)
      return (day.words, moment(day.days, nil))
    case 5:
      let day = day(hasTime: true)
      let isFirst = random.once(in: 3)
      if day.isMonth {
        let (words, seconds) = random.pick([
          ("9:00", 32400), ("noon", 43200), ("half past 3", 55800), ("at 9", -1), ("by five", -1),
        ])
        return ("\(day.words) \(words)", moment(day.days, seconds))
      }
      let time = self.time(isAfterDay: !isFirst)
      let isToday = day.words == "today" && time.isMidnight
      let words = isFirst ? "\(time.words) on \(day.words)" : "\(day.words) \(time.words)"
      return (words, moment(day.days, isToday ? 86400 : time.seconds))
    default: return partOfDay()
    }
  }

  // MARK: Calendar

  private var sign: Int { isBack ? -1 : 1 }
  private var today: Int { local(now) / 86400 }
  private var near: [Int] { [-1, 0, 1, 2].map { today + sign * $0 } }

  private func offset(_ moment: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment)))
  }
  private func local(_ moment: Int) -> Int { moment + offset(moment) }

  /// The moments of a local time; a time that clocks skip is later by what they skip.
  private func moments(_ time: Int) -> [Int] {
    let offsets = [offset(time - 86400), offset(time + 86400)]
    let moments = Set(offsets.map { time - $0 }).filter { local($0) == time }
    return moments.isEmpty ? [time - offsets[0]] : moments.sorted()
  }

  private func moment(_ days: [Int], _ seconds: Int?) -> Int? {
    let all = days.flatMap { day in
      moments(day * 86400 + (seconds ?? 0)).prefix(seconds == nil ? 1 : 2)
    }
    return seconds == -1 ? nil : all.first { isBack ? $0 <= now : $0 > now }
  }

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US_POSIX")
    calendar.timeZone = .gmt
    return calendar
  }()

  private func date(_ day: Int) -> DateComponents {
    let date = Date(timeIntervalSince1970: TimeInterval(day * 86400))
    return Self.calendar.dateComponents([.year, .month, .day, .weekday], from: date)
  }

  /// Monday is 0.
  private func weekday(_ day: Int) -> Int { ((date(day).weekday ?? 0) + 5) % 7 }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let date = Self.calendar.date(from: DateComponents(year: year, month: month, day: day))
    return Int((date?.timeIntervalSince1970 ?? 0) / 86400)
  }

  private func shifted(_ day: Int, _ months: Int, _ days: Int, _ sign: Int? = nil) -> Int {
    let sign = sign ?? self.sign
    let date = date(day)
    let month = (date.year ?? 1) * 12 + (date.month ?? 1) - 1 + sign * months
    let last = self.day((month + 1) / 12, (month + 1) % 12 + 1, 1) - 1
    return min(self.day(month / 12, month % 12 + 1, date.day ?? 1), last) + sign * days
  }

  /// The days from one on, in a direction, that meet a condition.
  private func search(from start: Int, _ step: Int, _ condition: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    var day = start
    while found.count < 2 {
      if condition(day) { found.append(day) }
      day += step
    }
    return found
  }

  // MARK: Words

  private static let weekdays = {
    let names = calendar.weekdaySymbols.map { $0.lowercased() }
    return names.dropFirst() + names.prefix(1)
  }().map { $0 }
  private static let months = calendar.monthSymbols.map { $0.lowercased() }
  private static let numbers = "one two three four five six seven eight nine ten eleven twelve"
    .components(separatedBy: " ")

  private mutating func duration() -> (String, months: Int, days: Int, seconds: Int) {
    let count = 1 + random.below(30)
    return random.pick([
      ("\(count)h", 0, 0, count * 3600), ("\(count) minutes", 0, 0, count * 60),
      ("\(count)d", 0, count, 0), ("\(count) weeks", 0, 7 * count, 0),
      ("\(count) months", count, 0, 0), ("\(count)y", 12 * count, 0, 0),
      ("a fortnight", 0, 14, 0), ("a couple of weeks", 0, 14, 0), ("couple of hours", 0, 0, 7200),
      ("an hour and a half", 0, 0, 5400), ("half hour", 0, 0, 1800), ("1.5h", 0, 0, 5400),
      ("\(count).25 hours", 0, 0, count * 3600 + 900), ("3/4 h", 0, 0, 2700),
      ("quarter of an hour", 0, 0, 900), ("half an hour", 0, 0, 1800),
      ("thirty five minutes", 0, 0, 2100), ("ninety days", 0, 90, 0), ("1w 2d", 0, 9, 0),
    ])
  }

  /// A time, in seconds; -1 if it isn't one.
  private mutating func time(isAfterDay: Bool) -> (
    words: String, seconds: Int, isMidnight: Bool
  ) {
    let hour = random.below(24)
    let minute = 10 + random.below(50)
    let short = 1 + random.below(12)
    let both = hour * 3600 + minute * 60
    func alone(_ seconds: Int) -> Int {
      (3600..<7 * 3600).contains(seconds) ? seconds + 43200 : seconds
    }
    let name = Self.numbers[short - 1]
    let named = alone(short * 3600)
    var times = [
      ("\(hour):\(minute)", both), ("at \(hour):\(minute):07", both + 7),
      ("\(hour).\(minute)", minute > 12 || hour == 0 ? both : -1),
      ("at \(hour).\(minute)", both), ("\(short)am", short % 12 * 3600),
      ("\(short).\(minute) pm", short % 12 * 3600 + 43200 + minute * 60), ("midday", 43200),
      ("at \(hour)", alone(hour * 3600)), ("until \(short)", named), ("at \(name)", named),
      ("at 0\(short % 7)", short % 7 * 3600), ("at \(hour)\(minute)", hour == 0 ? -1 : both),
      ("at 24", 86400), ("24:00", 86400), ("\(short) o'clock", named), ("noon", 43200),
      ("12 noon", 43200), ("half past \(short)", alone(short * 3600 + 1800)),
      ("quarter past \(name)", alone(short * 3600 + 900)),
      ("a quarter to \(short)", short == 1 ? 45900 : alone(short * 3600 - 900)),
      (String(hour), isAfterDay ? alone(hour * 3600) : -1),
    ]
    // With a day before it, or in `at 10.11`, a date could be meant.
    if isAfterDay { times.removeAll { $0.0.contains(".") && minute < 13 } }
    // `at 24` and `at 0930` are other forms, and so is a number before a date.
    times.removeAll { $0.0 == "at \(hour)\(minute)" && hour < 1 }
    let isMidnight = random.once(in: 20)
    if isMidnight { return (random.pick(["midnight", "12 midnight"]), 0, true) }
    let (words, seconds) = random.pick(times)
    return (words, seconds, false)
  }

  /// A day from which a duration is counted, which may be today.
  private mutating func anchor() -> Days {
    let weekday = random.below(7)
    let date = date(today + random.below(300) - 150)
    let (month, number) = (date.month ?? 1, date.day ?? 1)
    return random.pick([
      ("tomorrow", [today + 1]), ("today", [today]),
      (
        Self.weekdays[weekday], search(from: today + sign, sign) { self.weekday($0) == weekday }
      ),
      (
        "\(Self.months[month - 1]) \(number)",
        search(from: today, sign) { (self.date($0).month, self.date($0).day) == (month, number) }
      ),
    ])
  }

  private mutating func day(hasTime: Bool) -> (words: String, days: [Int], isMonth: Bool) {
    let weekday = random.below(7)
    let name = Self.weekdays[weekday]
    let monday = today - self.weekday(today)
    let somewhere = date(today + random.below(700) - 350)
    let (year, month, number) = (somewhere.year ?? 1, somewhere.month ?? 1, somewhere.day ?? 1)
    let exact = self.day(year, month, number)
    let monthName = Self.months[month - 1]
    let date = "\(monthName.prefix(3)) \(number)"
    let (thisYear, thisMonth) = (self.date(today).year ?? 1, self.date(today).month ?? 1)
    func weekdays(_ start: Int, _ step: Int, _ weekday: Int) -> [Int] {
      search(from: today + start, step) { self.weekday($0) == weekday }
    }
    func dates(_ start: Int, _ month: Int?, _ number: Int) -> [Int] {
      let found = search(from: today + start, sign) {
        let date = self.date($0)
        return date.day == number && date.month == month ?? date.month
      }
      return hasTime && !isBack ? [found[0]] : found
    }
    let ofDate = dates(0, month, number)
    let agreeing = self.weekday(ofDate[0]) == weekday ? [ofDate[0]] : []
    let two = { (number: Int) in String(format: "%02d", number) }
    let isSunday = self.weekday(today) == 6
    let thirteenth = search(from: today, sign) {
      self.date($0).day == 13 && self.weekday($0) == weekday
    }
    var all: [(String, [Int])] = [
      ("today", [today]), ("tomorrow", [today + 1]), ("on \(name)", weekdays(0, sign, weekday)),
      ("next \(name)", weekdays(1, 1, weekday)), (date, ofDate),
      ("the \(number)th of \(monthName)", ofDate), ("\(two(number)).\(two(month)).", ofDate),
      ("\(number)th", dates(0, nil, number)), ("\(name), \(date)", agreeing),
      ("\(date) \(year)", [exact]), ("\(year)-\(two(month))-\(two(number))", [exact]),
      ("\(number).\(month).\(year)", [exact]),
      ("\(name) next week", [monday + 7 + weekday]), ("next week", [monday + 7]),
      ("\(name) this week", [monday + weekday]), ("day after tomorrow", [today + 2]),
      ("\(name) week", [weekdays(sign, sign, weekday)[0] + 7]),
      ("next month", [shifted(today - (self.date(today).day ?? 1) + 1, 1, 0, 1)]),
      ("next year", [self.day(thisYear + 1, 1, 1)]),
      (
        "\(month)/\(number)",
        number > 12 || number == month ? ofDate : []
      ),
      (
        "\(number)/\(month)/\(year)", number > 12 || number == month ? [exact] : []
      ),
      ("\(name) the 13th", Array(thirteenth.prefix(hasTime && !isBack ? 1 : 2))),
    ]
    var months = [
      (monthName, dates(0, month, 1)), ("\(monthName) \(year)", [self.day(year, month, 1)]),
    ]
    if isBack {
      let last = month < thisMonth ? thisYear : thisYear - 1
      months.append(("last \(monthName)", [self.day(last, month, 1)]))
      let lastDates = search(from: today - 1, -1) { self.date($0).day == number }
      all += [
        ("yesterday", [today - 1]), ("day before yesterday", [today - 2]),
        ("last \(name)", weekdays(-1, -1, weekday)), ("last \(number)th", lastDates),
        ("last weekend", [monday - 2]), ("last week", [monday - 7]), ("this week", [monday]),
        ("last year", [self.day(thisYear - 1, 1, 1)]), ("this year", [self.day(thisYear, 1, 1)]),
        ("\(name) last week", [monday - 7 + weekday]), ("last today", []),
      ]
    } else {
      let next = search(from: today + 1, 1) {
        (self.date($0).month, self.date($0).day) == (month, 1)
      }
      months.append(("next \(monthName)", next))
      all += [
        ("this \(name)", [weekdays(0, 1, weekday)[0]]), ("weekend", weekdays(1, 1, 5)),
        ("this weekend", [isSunday ? today : weekdays(0, 1, 5)[0]]),
        ("next weekend", weekdays(1, 1, 5)),
      ]
    }
    if random.once(in: 8) {
      let (words, days) = random.pick(months)
      return (words, days, true)
    }
    let (words, days) = random.pick(all)
    return (words, days, false)
  }

  /// A part of the day with a day, a time, both or neither.
  private mutating func partOfDay() -> (words: String, moment: Int?) {
    let part = random.pick(["morning", "afternoon", "evening", "night"])
    let alone = ["morning": 9, "afternoon": 14, "evening": 18, "night": 18][part] ?? 0
    let hour = random.below(25)
    let minute = hour == 24 ? 0 : random.pick([0, 0, 10 + random.below(50)])
    var written =
      minute > 0 || hour == 24 ? "\(hour):\(minute == 0 ? "00" : String(minute))" : "\(hour)"
    var (isBare, value) = ((1...12).contains(hour), hour)
    if isBare, random.once(in: 3) {
      let isMorning = random.once(in: 2)
      written += isMorning ? "am" : " p.m."
      value = hour % 12 + (isMorning ? 0 : 12)
      isBare = false
    }
    /// What the hour means in the part.
    let read: Int? =
      switch (part, value) {
      case ("morning", 1...11): value
      case ("afternoon", 12...18): value
      case ("afternoon", 1...6) where isBare: value + 12
      case ("night", 5...6) where isBare: nil
      case ("evening", 17...24), ("night", 17...24): value
      case ("evening", 0...4), ("night", 0...4): value + 24
      case ("evening", 5...12) where isBare, ("night", 5...12) where isBare: value + 12
      default: nil
      }
    let hasTime = !random.once(in: 4)
    let seconds = hasTime ? read.map { $0 * 3600 + minute * 60 } ?? -1 : alone * 3600
    let times = hasTime ? ["at \(written)", written] : [""]
    let isNight = hasTime && seconds >= 86400
    let isEarly = local(now) % 86400 < 5 * 3600
    let words: String
    let meant: [Int]
    switch random.below(4) {
    case 0:
      words = "in the \(part)"
      meant = isBack ? near + [today - 3] : near
    case 1 where part == "evening":
      words = random.pick(["tonight", "this evening"])
      meant = isNight && isEarly ? [today - 1, today] : [today]
    case 1 where part != "night":
      words = "this \(part)"
      meant = [today]
    case 2 where isBack:
      words = "last \(part)"
      meant = [today - 1]
    default:
      let weekday = random.below(7)
      words = "\(Self.weekdays[weekday]) \(part)"
      meant = search(from: today, sign) { self.weekday($0) == weekday }
    }
    let time = random.pick(times)
    return (random.once(in: 2) ? "\(words) \(time)" : "\(time) \(words)", moment(meant, seconds))
  }
}
