/// A moment in time, to the microsecond.
///
/// Dates are in the Gregorian calendar and in UTC. As in POSIX, leap seconds aren't counted.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// The microseconds after those seconds, 0 to 999,999.
  public let microseconds: Int

  /// A moment from seconds since 1970-01-01T00:00:00Z, and any number of microseconds after that.
  public init(seconds: Int, microseconds: Int = 0) {
    let carry = microseconds.dividedRoundingDown(by: Self.microsecondsPerSecond)
    self.seconds = seconds + carry
    self.microseconds = microseconds - carry * Self.microsecondsPerSecond
  }

  /// Whether one moment is before another.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    (one.seconds, one.microseconds) < (other.seconds, other.microseconds)
  }

  /// The date in whole seconds, as in a property list and RFC 3339: `2026-11-21T10:00:00Z`.
  public var dateText: String { String(decoding: dateBytes, as: UTF8.self) }

  /// The date with six digits for the fraction of the second: `2026-11-21T10:00:00.482913Z`.
  public var preciseText: String {
    let fraction = [.period] + microseconds.padded(to: 6) + [UInt8(ascii: "Z")]
    return String(decoding: dateBytes.dropLast() + fraction, as: UTF8.self)
  }

  /// Reads what `dateText` and `preciseText` wrote; `nil` for all other texts.
  public init?(dateText: String) {
    let text = Array(dateText.utf8)
    let isPrecise = text.count == 27
    guard text.count == 20 || isPrecise else { return nil }
    func number(_ range: Range<Int>) -> Int {
      text[range].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
    }
    let days = Self.day(number(0..<4), number(5..<7), number(8..<10))
    let time = number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    self.init(
      seconds: days * Self.secondsPerDay + time, microseconds: isPrecise ? number(20..<26) : 0)
    // Text that isn't a date, such as the 30th of February, would be written differently.
    guard (isPrecise ? preciseText : self.dateText).utf8.elementsEqual(text) else { return nil }
  }

  /// The date as in the name of a file: `20261121T100000Z`.
  var compactText: String { String(dateText.unicodeScalars.filter { $0 != "-" && $0 != ":" }) }

  /// Reads what `compactText` wrote, or the same with a fraction of the second, which is left out.
  init?(compactText: ArraySlice<UInt8>) {
    var text = Array(compactText.prefix(15))
    if text.count < 15 { return nil }
    for (index, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] {
      text.insert(contentsOf: mark.utf8, at: index)
    }
    self.init(dateText: String(decoding: text, as: UTF8.self) + "Z")
  }

  private var dateBytes: [UInt8] {
    let time = seconds &- self.day &* Self.secondsPerDay
    let (year, month, day) = Self.date(ofDay: self.day)
    var text = year.padded(to: 4)
    for (mark, number) in [
      ("-", month), ("-", day), ("T", time / 3600), (":", time / 60 % 60), (":", time % 60),
    ] {
      text += Array(mark.utf8) + number.padded(to: 2)
    }
    return text + [UInt8(ascii: "Z")]
  }
}

// MARK: - The calendar

// The C library could compute this, but gmtime_r(3) reads the time zone's files, and takes leap
// seconds from them.
extension Timestamp {
  private static let microsecondsPerSecond = 1_000_000
  package static let secondsPerDay = 86_400
  /// Days in 400 years, after which the Gregorian calendar repeats itself.
  private static let daysPerEra = 146_097

  /// The number of days after 1970-01-01.
  package var day: Int { seconds.dividedRoundingDown(by: Self.secondsPerDay) }

  /// The weekday of a day; 0 is Sunday. 1970-01-01 was a Thursday.
  package static func weekday(ofDay day: Int) -> Int {
    day + 4 - 7 * (day + 4).dividedRoundingDown(by: 7)
  }

  /// The last moment that `dateText` can write with four digits for the year.
  static let last = Timestamp(seconds: 253_402_300_799)

  /// How many days a date is after 1970-01-01. The year is counted from March on, so that the leap
  /// day is its last one (`days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date
  /// Algorithms", 2013).
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.dividedRoundingDown(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // From 0000-03-01 to 1970-01-01.
    return era * daysPerEra + dayOfEra - 719_468
  }

  static func daysInMonth(_ year: Int, _ month: Int) -> Int {
    day(year, month + 1, 1) - day(year, month, 1)
  }

  /// The same day of a later or an earlier month, or that month's last day.
  static func day(_ number: Int, addingMonths count: Int) -> Int {
    let date = date(ofDay: number)
    let months = date.year * 12 + date.month - 1 + count
    let year = months.dividedRoundingDown(by: 12)
    let month = months - year * 12 + 1
    return day(year, month, min(date.day, daysInMonth(year, month)))
  }

  /// The date of a day.
  static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    // The estimate is at most two years too small.
    var year = 1969 + (number * 400).dividedRoundingDown(by: daysPerEra)
    while day(year + 1, 1, 1) <= number { year += 1 }
    var month = 12
    while day(year, month, 1) > number { month -= 1 }
    return (year, month, number - day(year, month, 1) + 1)
  }
}

extension Int {
  func dividedRoundingDown(by divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// The decimal digits, with zeros in front up to a width.
  func padded(to width: Int) -> [UInt8] {
    let digits = String(magnitude).utf8
    let sign: [UInt8] = self < 0 ? [.hyphen] : []
    return sign + Array(repeating: UInt8(ascii: "0"), count: Swift.max(0, width - digits.count))
      + digits
  }
}
