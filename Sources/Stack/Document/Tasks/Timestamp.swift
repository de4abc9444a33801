// A moment in time, and the two forms in which it is written.

/// A moment in time, to the nanosecond.
///
/// Dates are reckoned in the Gregorian calendar and in UTC, as POSIX counts seconds: without leap seconds.
public struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// The part below a second, from 0 to 999,999,999.
  public let nanoseconds: Int

  /// A moment from seconds since 1970-01-01T00:00:00Z and the nanoseconds after it.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension Timestamp: Comparable {
  /// Whether one moment is before another.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.seconds == other.seconds ? one.nanoseconds < other.nanoseconds : one.seconds < other.seconds
  }
}

// MARK: - As text

extension Timestamp {
  private static let dateForm: StaticString = "0000-00-00T00:00:00Z"
  private static let nameForm: StaticString = "00000000T000000.000000000Z"

  /// As a property list writes a date, and RFC 3339: `2026-11-21T10:00:00Z`.
  public var dateText: String { text(Self.dateForm) }

  /// As it stands in the name of a file, to the nanosecond: `20261121T100000.000000000Z`.
  var nameText: String { text(Self.nameForm) }

  /// Reads what `dateText` wrote; `nil` for all other texts.
  public init?(dateText: String) {
    self.init(Array(dateText.utf8), Self.dateForm)
  }

  /// Reads what `nameText` wrote.
  init?(nameText: ArraySlice<UInt8>) {
    self.init(Array(nameText), Self.nameForm)
  }

  /// Puts the digits of the date, the time of day and the nanoseconds into the places of a form.
  private func text(_ form: StaticString) -> String {
    let parts = dateAndTime
    var digits: [UInt8] = []
    digits.reserveCapacity(23)
    for (number, width) in [
      (parts.year, 4), (parts.month, 2), (parts.day, 2), (parts.hour, 2), (parts.minute, 2),
      (parts.second, 2), (nanoseconds, 9),
    ] {
      digits.append(contentsOf: number.padded(to: width))
    }
    var next = 0
    var text: [UInt8] = []
    text.reserveCapacity(form.utf8CodeUnitCount)
    for index in 0..<form.utf8CodeUnitCount {
      let character = form.utf8Start[index]
      if character == UInt8(ascii: "0") {
        text.append(digits[next])
        next += 1
      } else {
        text.append(character)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private init?(_ text: [UInt8], _ form: StaticString) {
    guard text.count == form.utf8CodeUnitCount else { return nil }
    var digits: [Int] = []
    for (index, byte) in text.enumerated() {
      if form.utf8Start[index] == UInt8(ascii: "0"), byte.isDigit {
        digits.append(Int(byte - UInt8(ascii: "0")))
      } else if byte != form.utf8Start[index] {
        return nil
      }
    }
    func number(_ range: Range<Int>) -> Int {
      var number = 0
      for digit in digits[range.clamped(to: digits.indices)] { number = number * 10 + digit }
      return number
    }
    let nanoseconds = number(14..<23)
    self.init(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
      minute: number(10..<12), second: number(12..<14), nanoseconds: nanoseconds)
    // The 30th of February would be another day.
    guard self.text(form).utf8.elementsEqual(text) else { return nil }
  }
}

// MARK: - The calendar

extension Timestamp {
  private struct DateAndTime {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
  }

  private static let secondsPerDay = 86_400
  /// Days in 400 years, after which the Gregorian calendar repeats itself.
  private static let daysPerEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  /// The year in UTC.
  var year: Int { dateAndTime.year }

  /// The date and the time of day in UTC.
  ///
  /// The year is reckoned from March on, so that the day that comes and goes is its last one. (The algorithm
  /// `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013.)
  private var dateAndTime: DateAndTime {
    let days = seconds.dividedRoundingDown(by: Self.secondsPerDay)
    let time = seconds - days * Self.secondsPerDay
    let era = (days + Self.epoch).dividedRoundingDown(by: Self.daysPerEra)
    let dayOfEra = days + Self.epoch - era * Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return DateAndTime(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: time / 3600, minute: time / 60 % 60,
      second: time % 60)
  }

  /// The moment of a date and a time of day in UTC.
  private init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanoseconds: Int
  ) {
    let days = Self.day(year: year, month: month, day: day)
    self.init(
      seconds: days * Self.secondsPerDay + hour * 3600 + minute * 60 + second, nanoseconds: nanoseconds)
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
