// The words for a moment, such as `monday 9:00`.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct WhenTests {
  /// Words, and the local time that they mean; or `past`, `too far` or `unknown`.
  typealias Rows = KeyValuePairs<String, String>

  /// - Parameter now: The local time, as in the rows but without a weekday.
  private func expect(_ zone: String, now: String, _ rows: Rows) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let text = DateFormatter()
    text.locale = Locale(identifier: "en_US_POSIX")
    text.timeZone = zone
    text.dateFormat = "yyyy-MM-dd HH:mm xx"
    let seconds = try #require(text.date(from: now)).timeIntervalSince1970
    text.dateFormat = "EEE yyyy-MM-dd HH:mm xx"
    for (words, expected) in rows {
      let found: String
      do throws(When.Problem) {
        let moment = try When.moment(words, now: Timestamp(seconds: Int(seconds)), in: zone.local)
        found = text.string(from: moment.date)
      } catch {
        found =
          switch error {
          case .unknown: "unknown"
          case .past: "past"
          case .tooFar: "too far"
          }
      }
      #expect(found == expected, "\(words) at \(now)")
    }
  }

  @Test func durationsAndDays() throws {
    try expect(
      "Europe/Berlin", now: "2026-11-23 22:45 +0100",
      [
        "30m": "Mon 2026-11-23 23:15 +0100",
        "2h": "Tue 2026-11-24 00:45 +0100",
        "3d": "Thu 2026-11-26 22:45 +0100",
        "2w": "Mon 2026-12-07 22:45 +0100",
        "90M": "Tue 2026-11-24 00:15 +0100",
        "007d": "Mon 2026-11-30 22:45 +0100",
        "tomorrow": "Tue 2026-11-24 00:00 +0100",
        "Tomorrow": "Tue 2026-11-24 00:00 +0100",
        "  tomorrow ": "Tue 2026-11-24 00:00 +0100",
        "dec 1": "Tue 2026-12-01 00:00 +0100",
        "Dec 01": "Tue 2026-12-01 00:00 +0100",
        "december 1": "Tue 2026-12-01 00:00 +0100",
        "nov 24": "Tue 2026-11-24 00:00 +0100",
        "nov 23": "Tue 2027-11-23 00:00 +0100",
        "nov 22": "Mon 2027-11-22 00:00 +0100",
        "may 9": "Sun 2027-05-09 00:00 +0200",
        "2026-11-24": "Tue 2026-11-24 00:00 +0100",
        "2026-12-01": "Tue 2026-12-01 00:00 +0100",
        "9999-12-31": "Fri 9999-12-31 00:00 +0100",
        "2026-11-23": "past",
        "2020-01-01": "past",
        "0000-01-01": "past",
        "0m": "past",
        "0d": "past",
      ])
  }

  @Test func timesAreTheNextOnes() throws {
    try expect(
      "Europe/Berlin", now: "2026-11-23 22:45 +0100",
      [
        "9:00": "Tue 2026-11-24 09:00 +0100",
        "09:00": "Tue 2026-11-24 09:00 +0100",
        "14:30": "Tue 2026-11-24 14:30 +0100",
        "22:45": "Tue 2026-11-24 22:45 +0100",
        "22:46": "Mon 2026-11-23 22:46 +0100",
        "23:59": "Mon 2026-11-23 23:59 +0100",
        "0:00": "Tue 2026-11-24 00:00 +0100",
        "9am": "Tue 2026-11-24 09:00 +0100",
        "9PM": "Tue 2026-11-24 21:00 +0100",
        "11pm": "Mon 2026-11-23 23:00 +0100",
        "10:50pm": "Mon 2026-11-23 22:50 +0100",
        "12am": "Tue 2026-11-24 00:00 +0100",
        "12:30am": "Tue 2026-11-24 00:30 +0100",
        "12pm": "Tue 2026-11-24 12:00 +0100",
        "tomorrow 9:00": "Tue 2026-11-24 09:00 +0100",
        "monday 23:00": "Mon 2026-11-23 23:00 +0100",
        "monday 22:45": "Mon 2026-11-30 22:45 +0100",
        "monday 9:00": "Mon 2026-11-30 09:00 +0100",
        "tue 9am": "Tue 2026-11-24 09:00 +0100",
        "Sunday  0:00": "Sun 2026-11-29 00:00 +0100",
        "dec 1 9am": "Tue 2026-12-01 09:00 +0100",
        "DEC 1 9:00": "Tue 2026-12-01 09:00 +0100",
        "2026-12-01 14:30": "Tue 2026-12-01 14:30 +0100",
        "nov 23 23:00": "Mon 2026-11-23 23:00 +0100",
        "nov 23 9:00": "past",
        "nov 22 23:00": "Mon 2027-11-22 23:00 +0100",
        "2026-11-23 23:00": "Mon 2026-11-23 23:00 +0100",
        "2026-11-23 22:45": "past",
        "2026-11-22 23:00": "past",
      ])
  }

  @Test func otherWordsAreRefused() throws {
    let words = [
      "", " ", "next monday", "12/1", "9", "monday 9", "later", "soon", "noon", "in 2h", "2h ago",
      "2h 30m", "1h30m", "h", "-2h", "+2h", "1.5h", "2 h", "2s", "2y", "٣d", "24:00", "9:60", "9:5",
      "9:005", ":30", "9:", "9:00:00", "13pm", "0am", "am", "9 am", "feb 30", "apr 31", "dec 0",
      "dec 32", "dec", "dec 9am", "1 dec", "dec 1 2027", "2026-02-30", "2026-13-01", "2026-12-1",
      "26-12-01", "2026-12-01t09:00", "2026-12-01T09:00:00Z", "today", "today 23:00", "yesterday",
      "9:00 monday", "monday tuesday", "mo", "mond", "tues", "monday, 9:00", "2h monday",
      "monday 2h", "9:00 9:00", "tomorrow tomorrow", "1000000000m",
    ]
    for word in words {
      try expect("Europe/Berlin", now: "2026-11-23 22:45 +0100", [word: "unknown"])
    }
    try expect(
      "America/New_York", now: "2026-11-23 22:45 -0500",
      [
        "999999999w": "too far",
        "999999999d": "too far",
        "99999999h": "too far",
        "999999999m": "Thu 3928-03-22 10:24 -0400",
        "9999-12-31": "Fri 9999-12-31 00:00 -0500",
        "9999-12-31 19:00": "too far",
      ])
  }

  @Test func endsOfMonthsAndYears() throws {
    try expect(
      "UTC", now: "2026-12-31 23:59 +0000",
      [
        "1m": "Fri 2027-01-01 00:00 +0000",
        "tomorrow": "Fri 2027-01-01 00:00 +0000",
        "jan 1": "Fri 2027-01-01 00:00 +0000",
        "dec 31": "Fri 2027-12-31 00:00 +0000",
        "31d": "Sun 2027-01-31 23:59 +0000",
        "1w": "Thu 2027-01-07 23:59 +0000",
        "feb 29": "Tue 2028-02-29 00:00 +0000",
      ])
    try expect(
      "UTC", now: "2027-01-31 12:00 +0000",
      [
        "tomorrow": "Mon 2027-02-01 00:00 +0000",
        "28d": "Sun 2027-02-28 12:00 +0000",
        "29d": "Mon 2027-03-01 12:00 +0000",
        "feb 28": "Sun 2027-02-28 00:00 +0000",
        "apr 30": "Fri 2027-04-30 00:00 +0000",
      ])
  }

  @Test func leapDays() throws {
    try expect(
      "UTC", now: "2028-02-28 08:00 +0000",
      [
        "tomorrow": "Tue 2028-02-29 00:00 +0000",
        "2d": "Wed 2028-03-01 08:00 +0000",
        "feb 29": "Tue 2028-02-29 00:00 +0000",
        "mar 1": "Wed 2028-03-01 00:00 +0000",
      ])
    try expect(
      "UTC", now: "2028-02-29 08:00 +0000",
      [
        "feb 29": "Sun 2032-02-29 00:00 +0000",
        "feb 29 9:00": "Tue 2028-02-29 09:00 +0000",
        "feb 29 7:00": "past",
        "feb 28": "Wed 2029-02-28 00:00 +0000",
        "365d": "Wed 2029-02-28 08:00 +0000",
      ])
    try expect(
      "UTC", now: "2096-02-29 08:00 +0000", ["feb 29": "Fri 2104-02-29 00:00 +0000"])
  }

  @Test func daylightSavingTimeInBerlin() throws {
    try expect(
      "Europe/Berlin", now: "2027-03-27 12:00 +0100",
      [
        "sunday 2:30": "Sun 2027-03-28 03:30 +0200",
        "tomorrow 2:00": "Sun 2027-03-28 03:00 +0200",
        "tomorrow": "Sun 2027-03-28 00:00 +0100",
        "mon": "Mon 2027-03-29 00:00 +0200",
        "1d": "Sun 2027-03-28 12:00 +0200",
        "24h": "Sun 2027-03-28 13:00 +0200",
        "9:00": "Sun 2027-03-28 09:00 +0200",
      ])
    try expect(
      "Europe/Berlin", now: "2026-10-24 12:00 +0200",
      [
        "tomorrow 2:30": "Sun 2026-10-25 02:30 +0200",
        "tomorrow 3:00": "Sun 2026-10-25 03:00 +0100",
        "1d": "Sun 2026-10-25 12:00 +0100",
        "24h": "Sun 2026-10-25 11:00 +0100",
        "1w": "Sat 2026-10-31 12:00 +0100",
      ])
    try expect(
      "Europe/Berlin", now: "2026-10-25 02:10 +0200",
      [
        "2:30": "Sun 2026-10-25 02:30 +0200",
        "30m": "Sun 2026-10-25 02:40 +0200",
        "60m": "Sun 2026-10-25 02:10 +0100",
      ])
    // The second time, by the clock, that it is 2:10.
    try expect(
      "Europe/Berlin", now: "2026-10-25 02:10 +0100",
      [
        "2:30": "Sun 2026-10-25 02:30 +0100",
        "sunday 2:30": "Sun 2026-10-25 02:30 +0100",
        "2026-10-25 2:30": "Sun 2026-10-25 02:30 +0100",
        "2:00": "Mon 2026-10-26 02:00 +0100",
        "1d": "Mon 2026-10-26 02:10 +0100",
      ])
    try expect(
      "America/Havana", now: "2026-11-01 00:30 -0400",
      ["sunday": "Sun 2026-11-08 00:00 -0500", "0:00": "Sun 2026-11-01 00:00 -0500"])
  }

  @Test func daylightSavingTimeInNewYork() throws {
    try expect(
      "America/New_York", now: "2027-03-13 09:00 -0500",
      [
        "tomorrow 2:30": "Sun 2027-03-14 03:30 -0400",
        "1d": "Sun 2027-03-14 09:00 -0400",
        "24h": "Sun 2027-03-14 10:00 -0400",
        "9am": "Sun 2027-03-14 09:00 -0400",
      ])
    try expect(
      "America/New_York", now: "2026-10-31 09:00 -0400",
      [
        "sun 1:30": "Sun 2026-11-01 01:30 -0400",
        "1d": "Sun 2026-11-01 09:00 -0500",
        "24h": "Sun 2026-11-01 08:00 -0500",
        "nov 1": "Sun 2026-11-01 00:00 -0400",
        "nov 2": "Mon 2026-11-02 00:00 -0500",
      ])
  }

  /// The clocks change by half an hour.
  @Test func daylightSavingTimeOnLordHoweIsland() throws {
    try expect(
      "Australia/Lord_Howe", now: "2026-10-03 12:00 +1030",
      [
        "tomorrow 2:15": "Sun 2026-10-04 02:45 +1100",
        "tomorrow 2:30": "Sun 2026-10-04 02:30 +1100",
        "1d": "Sun 2026-10-04 12:00 +1100",
        "24h": "Sun 2026-10-04 12:30 +1100",
      ])
    try expect(
      "Australia/Lord_Howe", now: "2027-04-03 12:00 +1100",
      [
        "sunday 1:45": "Sun 2027-04-04 01:45 +1100",
        "sunday 2:00": "Sun 2027-04-04 02:00 +1030",
        "1d": "Sun 2027-04-04 12:00 +1030",
        "24h": "Sun 2027-04-04 11:30 +1030",
      ])
  }

  @Test func aDayWithoutMidnightBeginsWhenItBegins() throws {
    try expect(
      "America/Santiago", now: "2026-09-05 12:00 -0400",
      [
        "tomorrow": "Sun 2026-09-06 01:00 -0300",
        "sun": "Sun 2026-09-06 01:00 -0300",
        "sep 6": "Sun 2026-09-06 01:00 -0300",
        "2026-09-06": "Sun 2026-09-06 01:00 -0300",
        "0:00": "Sun 2026-09-06 01:00 -0300",
        "0:30": "Sun 2026-09-06 01:30 -0300",
        "tomorrow 9:00": "Sun 2026-09-06 09:00 -0300",
        "1d": "Sun 2026-09-06 12:00 -0300",
      ])
    try expect(
      "America/Santiago", now: "2027-04-03 12:00 -0300",
      [
        "11pm": "Sat 2027-04-03 23:00 -0300",
        "tomorrow": "Sun 2027-04-04 00:00 -0400",
        "1d": "Sun 2027-04-04 12:00 -0400",
        "24h": "Sun 2027-04-04 11:00 -0400",
      ])
    // Samoa left out a whole day.
    try expect(
      "Pacific/Apia", now: "2011-12-29 12:00 -1000", ["tomorrow": "Sat 2011-12-31 00:00 +1400"])
  }

  @Test func otherOffsets() throws {
    try expect(
      "Asia/Kolkata", now: "2026-11-23 10:00 +0530",
      [
        "30m": "Mon 2026-11-23 10:30 +0530",
        "9:00": "Tue 2026-11-24 09:00 +0530",
        "tomorrow": "Tue 2026-11-24 00:00 +0530",
        "monday 10:30": "Mon 2026-11-23 10:30 +0530",
      ])
    try expect(
      "Pacific/Kiritimati", now: "2026-11-23 00:30 +1400",
      ["mon": "Mon 2026-11-30 00:00 +1400", "tomorrow": "Tue 2026-11-24 00:00 +1400"])
  }

  @Test(arguments: 0..<7) func weekdaysFromEachWeekday(_ offset: Int) throws {
    let names = ["sunday", "monday", "Tuesday", "WEDNESDAY", "thursday", "friday", "saturday"]
    // 2026-11-22 is a Sunday.
    let now = Timestamp(seconds: 1_795_305_600 + offset * 86_400 + 43_200)
    for (index, name) in names.enumerated() {
      let ahead = (index - offset + 6) % 7 + 1
      let back = (offset - index + 7) % 7
      for word in [name, String(name.prefix(3))] {
        let moment = try When.moment(word, now: now, in: LocalTime { _ in 0 })
        #expect(moment == Timestamp(seconds: (now.day + ahead) * 86_400), "\(word)")
        #expect(When.dayBack(word, from: now.day) == now.day - back, "\(word)")
      }
    }
  }

  @Test func lookingBack() {
    // 2026-11-23, a Monday.
    let today = 20_780
    let rows: KeyValuePairs = [
      "today": 0, "Yesterday": -1, "mon": 0, "sunday": -1, "tue": -6, "nov 23": 0, "NOV 20": -3,
      "nov 24": -364, "2026-11-21": -2, "2027-01-01": 39, "feb 29": -998,
    ]
    for (words, days) in rows {
      #expect(When.dayBack(words, from: today) == today + days, "\(words)")
    }
    for words in ["tomorrow", "9:00", "monday 9:00", "2d", "last monday", "", "20", "feb 30"] {
      #expect(When.dayBack(words, from: today) == nil, "\(words)")
    }
  }

  /// With random moments, in time zones with and without daylight saving time.
  @Test(arguments: TestExtent.seeds(1, all: 20)) func agreesWithFoundationsCalendar(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let zones = [
      "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
      "Asia/Kolkata", "Pacific/Apia", "Africa/Casablanca", "Asia/Tehran", "America/St_Johns",
    ]
    for _ in 0..<300 {
      let name = random.pick(zones)
      let zone = try #require(TimeZone(identifier: name))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let now = Timestamp(seconds: 1_000_000_000 + random.below(1_500_000_000))
      func moment(_ words: String) throws -> Timestamp {
        try When.moment(words, now: now, in: zone.local)
      }
      let days = 1 + random.below(40)
      let later = try #require(calendar.date(byAdding: .day, value: days, to: now.date))
      let today = calendar.startOfDay(for: now.date)
      let tomorrow = try #require(calendar.date(byAdding: .day, value: 1, to: today))
      let comment: Comment = "\(name), \(now.seconds), \(days)"
      let elapsed = try moment("\(days)d")
      // Foundation may choose the other one of two equal local times.
      #expect(
        zone.local.local(elapsed.seconds) == zone.local.local(later.timestamp.seconds), comment)
      #expect(try moment("tomorrow") == calendar.startOfDay(for: tomorrow).timestamp, comment)
      let weekday = random.below(7)
      let next = try #require(
        calendar.nextDate(
          after: now.date, matching: DateComponents(weekday: weekday + 1),
          matchingPolicy: .nextTime))
      let word = Timestamp.weekdays.split(separator: " ")[weekday]
      #expect(try moment("\(word)") == calendar.startOfDay(for: next).timestamp, comment)
      let hour = random.below(24)
      let minute = random.below(60)
      let time = try moment("\(hour):\(minute < 10 ? "0" : "")\(minute)")
      let parts = calendar.dateComponents([.hour, .minute, .second], from: time.date)
      let isSkipped = parts.hour != hour || parts.minute != minute
      let limit = Timestamp(seconds: now.seconds + (isSkipped ? 27 : 26) * 3600)
      #expect(parts.second == 0 && time > now && time <= limit, comment)
      if isSkipped {
        #expect(zone.nextDaylightSavingTimeTransition(after: now.date) != nil, comment)
      }
    }
  }
}

extension TimeZone {
  /// The time zone's offsets.
  fileprivate var local: LocalTime {
    LocalTime { self.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0))) }
  }
}
