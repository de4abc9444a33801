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

  /// The day and the time without the seconds: `2026-11-21 10:00`.
  package var dayAndTime: String {
    var text = dateBytes.dropLast(":00Z".utf8.count)
    text[text.endIndex - "T10:00".utf8.count] = .space
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what `dateText` and `preciseText` wrote; `nil` for all other texts.
  public init?(dateText: String) {
    var text = dateText
    guard let moment = text.withUTF8({ Self.parsed($0) }) else { return nil }
    self = moment
  }

  private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    let isPrecise = text.count == 27
    guard text.count == 20 || isPrecise else { return nil }
    var offset = 0
    /// The number with so many digits that comes next, if this byte follows it.
    func number(_ width: Int, before mark: UInt8) -> Int? {
      var number = 0
      for _ in 0..<width {
        guard text[offset].isDigit else { return nil }
        number = number * 10 + Int(text[offset] & 0xF)
        offset += 1
      }
      offset += 1
      return text[offset - 1] == mark ? number : nil
    }
    let end = UInt8(ascii: "Z")
    guard let year = number(4, before: .hyphen), let month = number(2, before: .hyphen),
      let day = number(2, before: UInt8(ascii: "T")), let hour = number(2, before: .colon),
      let minute = number(2, before: .colon),
      let second = number(2, before: isPrecise ? .period : end),
      let microseconds = isPrecise ? number(6, before: end) : 0,
      (1...12).contains(month), (1...daysInMonth(year, month)).contains(day), hour < 24,
      minute < 60, second < 60
    else { return nil }
    let time = (hour * 60 + minute) * 60 + second
    return Timestamp(
      seconds: Self.day(year, month, day) * secondsPerDay + time, microseconds: microseconds)
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
    text.reserveCapacity(text.count + "-11-21T10:00:00Z".utf8.count)
    func add(_ mark: UInt8, _ number: Int) {
      text.append(mark)
      for digit in [number / 10, number % 10] {
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      }
    }
    add(.hyphen, month)
    add(.hyphen, day)
    add(UInt8(ascii: "T"), time / 3600)
    add(.colon, time / 60 % 60)
    add(.colon, time % 60)
    text.append(UInt8(ascii: "Z"))
    return text
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

  /// Whether there is such a day; without a year, in some year, and without a month, in some month.
  static func isDate(_ year: Int?, _ month: Int?, _ day: Int) -> Bool {
    (1...12).contains(month ?? 1) && day > 0 && day <= daysInMonth(year ?? 2000, month ?? 1)
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
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    var rest = magnitude
    while rest > 0 || digits.count < width {
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    if self < 0 { digits.append(.hyphen) }
    return digits.reversed()
  }
}
