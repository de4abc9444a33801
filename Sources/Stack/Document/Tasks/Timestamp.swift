// A moment in time, and the form in which it is written: `2026-11-21T10:00:00Z`.

/// A moment in time, to the second.
///
/// Dates are reckoned in the Gregorian calendar and in UTC, as POSIX counts seconds: without leap seconds.
public struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int

  /// A moment from seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int) {
    self.seconds = seconds
  }
}

extension Timestamp: Comparable {
  /// Whether one moment is before another.
  public static func < (one: Timestamp, other: Timestamp) -> Bool { one.seconds < other.seconds }
}

// MARK: - As text

extension Timestamp {
  /// As a property list writes a date, and RFC 3339: `2026-11-21T10:00:00Z`.
  public var dateText: String { String(decoding: dateBytes, as: UTF8.self) }

  /// Reads what `dateText` wrote; `nil` for all other texts.
  public init?(dateText: String) {
    let text = Array(dateText.utf8)
    guard text.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> Int {
      text[range].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
    }
    let days = Self.day(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let time = number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    self.init(seconds: days * Self.secondsPerDay + time)
    // What is no number, and the 30th of February, would be written otherwise.
    guard dateBytes == text else { return nil }
  }

  private var dateBytes: [UInt8] {
    let days = seconds.dividedRoundingDown(by: Self.secondsPerDay)
    let time = seconds - days * Self.secondsPerDay
    let date = Self.date(ofDay: days)
    var text = date.year.padded(to: 4)
    let parts = [
      ("-", date.month), ("-", date.day), ("T", time / 3600), (":", time / 60 % 60), (":", time % 60),
    ]
    for (mark, number) in parts { text += Array(mark.utf8) + number.padded(to: 2) }
    return text + [UInt8(ascii: "Z")]
  }
}

// MARK: - The calendar

extension Timestamp {
  private static let secondsPerDay = 86_400
  /// Days in 400 years, after which the Gregorian calendar repeats itself.
  private static let daysPerEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  /// The year in UTC.
  var year: Int { Self.date(ofDay: seconds.dividedRoundingDown(by: Self.secondsPerDay)).year }

  /// The date that is so many days after 1970-01-01.
  ///
  /// The year is reckoned from March on, so that the day that comes and goes is its last one. (The algorithm
  /// `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013.)
  private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let era = (days + epoch).dividedRoundingDown(by: daysPerEra)
    let dayOfEra = days + epoch - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// How many days a date is after 1970-01-01.
  static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.dividedRoundingDown(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - epoch
  }
}

extension Int {
  fileprivate func dividedRoundingDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }

  /// The decimal digits, with zeros in front up to a width.
  func padded(to width: Int) -> [UInt8] {
    let digits = String(self).utf8
    return Array(repeating: UInt8(ascii: "0"), count: Swift.max(0, width - digits.count)) + digits
  }
}
