// Times in words, such as `monday 9:00`: a table for each kind of form, at the moments and in the
// time zones where they differ.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct WhenTests {
  /// Words, or several of them between bars, and the local time that they mean, or the message.
  typealias Rows = KeyValuePairs<String, String>

  /// - Parameter now: The local time, as in the rows but without a weekday.
  private func expectMoments(
    looking direction: When.Direction = .ahead, in zone: String = "Europe/Berlin",
    now: String = "2026-11-25 12:00 +0100", _ rows: Rows,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let text = DateFormatter()
    text.locale = Locale(identifier: "en_US_POSIX")
    text.timeZone = zone
    text.dateFormat = "yyyy-MM-dd HH:mm xx"
    let seconds = Int(try #require(text.date(from: now)).timeIntervalSince1970)
    /// What a moment is called in the rows.
    func names(_ words: String) -> [String] {
      do throws(When.Problem) {
        let now = Timestamp(seconds: seconds)
        let moment = try When.moment(words, direction, now: now, in: zone.local)
        if moment.seconds == .min { return ["everything"] }
        let days = zone.local.local(moment.seconds) / 86400 - zone.local.local(seconds) / 86400
        let time = moment.seconds % 60 == 0 ? "HH:mm" : "HH:mm:ss"
        let formats = ["EEE yyyy-MM-dd \(time)", "EEE yyyy-MM-dd \(time) xx", "yyyy-MM-dd \(time)"]
        return (formats + ["'\(days)' \(time)"]).map { format in
          text.dateFormat = format
          return text.string(from: moment.date)
        }
      } catch {
        return [error.sentence + (error.advice.map { "; \($0)" } ?? "")]
      }
    }
    for (words, expected) in rows {
      for words in words.components(separatedBy: " | ") {
        let found = names(words)
        #expect(found.contains(expected), "\(words) at \(now)", sourceLocation: sourceLocation)
      }
    }
  }

  private static let examples = "use one such as 2h, tomorrow, monday 9:00 or dec 1"

  @Test func everyFormIsReadInAnyOrder() throws {
    try expectMoments([
      "30m | 30 min | half an hour | in half an hour": "0 12:30",
      "90 minutes | 1h30m | 1 hour 30 minutes | 1hour and 30min | 30m, 1h": "0 13:30",
      "1.33h": "0 13:20", "1.125h": "0 13:08", "0.001h": "0 12:01",
      "an hour and a quarter": "0 13:15", "two and a half hours": "0 14:30",
      "a half hour": "0 12:30", "a couple of hours": "0 14:00",
      "2 hrs | 2 hours from now": "0 14:00", "for one week 1d 2h": "8 14:00",
      "007d | a week | 1 wk": "7 12:00", "1mo1w": "2027-01-01 12:00",
      "tomorrow | tmrw |   Tomorrow,  | until tomorrow | thur | thurs | the 26th": "1 00:00",
      "next week | mon": "5 00:00", "wed | weds | next wednesday": "7 00:00",
      "weekend | next weekend | SAT": "3 00:00",
      "2026-12-01 | Dec 01 | 1 dec | the 1st of december | tues | next month": "6 00:00",
      "1st december 2027 | dec 1, 2027": "2027-12-01 00:00", "25th": "30 00:00",

      "nov 25 13:00 | 25th 13:00": "0 13:00",
      "25th 9": "25th 9 has passed; use a later time, or 'tomorrow 9:00'",
      "evening 8 dec 25": "30 20:00", "in 2 days a quarter past 3": "2 15:15",
      "from monday": "5 00:00", "2 days from today": "2 00:00",
      "2 weeks from nov 25": "14 00:00", "the day before dec 24": "28 00:00",
      "five pm": "0 17:00", "afternoon": "0 14:00",
      "10.11 noon | 10.11 at noon | 10.11 on noon": "2027-11-10 12:00",
      "24.12.2027": "2027-12-24 00:00", "next year": "2027-01-01 00:00",
      "dec 1 2099": "2099-12-01 00:00",

      "9:00 monday | monday, 9am | 9 a.m. on monday | next week 9": "5 09:00",

      "midnight tomorrow | today midnight | 0:00 | 12am | tonight 12am": "1 00:00",
      "at 9 the day after tomorrow": "2 09:00",
      "evening 8 dec 2027": "2027-12-08 18:00",
      "twenty five minutes | twenty-five minutes": "0 12:25", "10.10 pm": "0 22:10",
      "december the 5th": "10 00:00", "in 2 days at midnight": "2 00:00",
      "24.12.": "2026-12-24 00:00",
      "2026-12-01T10:00-05:00 | 2026-12-01T10:00:00-05:00": "6 16:00",
      "evening this morning": "'evening this morning' isn't a time; \(Self.examples)",
    ])
    try expectMoments(
      in: "UTC", now: "2028-01-31 12:00 +0000",
      [
        "1 month": "29 12:00", "1 month 1 day | 1 day 1 month": "30 12:00",
        "feb 29": "29 00:00", "31st": "2028-03-31 00:00", "weekend 10": "5 10:00",
      ])
    try expectMoments(
      in: "UTC", now: "2096-02-29 08:00 +0000", ["feb 29": "Fri 2104-02-29 00:00"])
    try expectMoments(now: "2026-11-25 04:30 +0100", ["tonight at 4:45": "0 04:45"])
    try expectMoments(now: "2027-08-13 12:00 +0200", ["friday the 13th": "Fri 2028-10-13 00:00"])
    try expectMoments(now: "2026-11-28 12:00 +0100", ["weekend 18:00": "7 18:00"])
    try expectMoments(now: "2026-11-29 12:00 +0100", ["this weekend 18:00": "0 18:00"])
  }

  /// At three moments, in three time zones. A cell is a date, the number of days after today, or
  /// a message; one cell is for all three.
  @Test func examplesOfTheDescription() throws {
    let table = """
      tomorrow afternoon at 12 | 1 12:00
      tomorrow afternoon at 6 | 1 18:00
      tonight at 1 | 1 01:00
      in the night at 3 | 1 03:00 | 0 03:00 | 1 03:00
      tonight | 0 18:00 | 0 18:00 | tonight has passed; use a later time, or 'tomorrow 18:00'
      friday night | 2 18:00 | 1 18:00 | 7 18:00
      tonight at 12 / at 24 / 12 midnight | 1 00:00
      5 pm in the morning | '5 pm' isn't in the morning
      12:30 in the morning | '12:30' isn't in the morning; use 0:30
      tomorrow at 3 in the afternoon | 1 15:00
      8 at night | 0 20:00
      friday evening at 4:30 | 3 04:30 | 2 04:30 | 1 04:30
      friday night at 6 | '6' could be '6am' or '6pm'; use one of them
      friday night at 5 | '5' could be '5am' or '5pm'; use one of them
      friday at 5 | 2 17:00 | 1 17:00 | 7 17:00
      friday at 5:00 / friday at 05 / friday at 5am | 2 05:00 | 1 05:00 | 7 05:00
      friday 24:00 / this weekend | 3 00:00 | 2 00:00 | 1 00:00
      at 9 / 9:00:00 | 1 09:00 | 0 09:00 | 1 09:00
      at 7 | 1 07:00 | 0 07:00 | 1 07:00
      at 930 | 1 09:30 | 0 09:30 | 1 09:30
      until 5 / at five / 5 o'clock | 0 17:00 | 0 17:00 | 1 17:00
      at 1530 / half past 3 / 15.30 | 0 15:30 | 0 15:30 | 1 15:30
      by the 5th | 2026-12-05 00:00
      dec at 9 | 'dec at 9' could be 'dec 9' or 'dec 1 9:00'; use one of them
      dec 1 2027 | 2027-12-01 00:00
      dec 1 at 2030 | 6 20:30 | 363 20:30 | 362 20:30
      5 | '5' what? use at 5, 5m, 5h or 5d
      0930 | '0930' what? use 9:30
      2030 | '2030' what? use 20:30, 2030-01-01, 2030m, 2030h or 2030d
      a quarter to 5 | 0 16:45 | 0 16:45 | 1 16:45
      quarter to 7 | 0 18:45
      a quarter to 1 | 0 12:45 | 0 12:45 | 1 12:45
      9.30am | 1 09:30 | 0 09:30 | 1 09:30
      midday / 12 noon | 1 12:00 | 0 12:00 | 1 12:00
      quarter to 5 this evening | 0 16:45 | 0 16:45 | quarter to 5 this evening has passed; use a later time, or 'tomorrow 16:45'
      quarter to 1 tonight | 1 00:45
      Mon 2026-12-07 09:00 | 2026-12-07 09:00
      2026-12-24T10:00 | 2026-12-24 10:00
      2026-12-24T10:00:05.482913Z | 29 11:00:05 | 21 05:00:05 | 20 15:30:05
      2026-12-24T10:00+01:00 | 29 10:00 | 21 04:00 | 20 14:30
      friday dec 4 | 9 00:00 | 1 00:00 | friday dec 4 is today; add a time
      Monday, December 7 / mon 2026-12-07 | 2026-12-07 00:00
      thursday dec 4 | dec 4 2026 is a Friday; use the date alone
      friday the 13th | 2027-08-13 00:00
      monday next week | 5 00:00 | 4 00:00 | 3 00:00
      friday this week | 2 00:00 | 1 00:00 | friday this week is today; add a time
      tuesday week / a week from tuesday | 13 00:00 | 12 00:00 | 11 00:00
      two weeks from friday | 16 00:00 | 15 00:00 | 21 00:00
      3 days after monday | 8 00:00 | 7 00:00 | 6 00:00
      2 days before dec 24 | 2026-12-22 00:00
      day after tomorrow | 2 00:00
      this friday | 2 00:00 | 1 00:00 | this friday is today; add a time, or use 'next friday'
      january / in january / january 2027 / next january | 2027-01-01 00:00
      january noon | 2027-01-01 12:00
      26/06/2027 | 2027-06-26 00:00
      12/25 / 25/12 | 2026-12-25 00:00
      2026/12/24 / 24.12 | 2026-12-24 00:00
      12/12 | 2026-12-12 00:00
      24.1 | '24.1' isn't a time; …
      at 10.11 | 1 10:11 | 0 10:11 | 1 10:11
      tomorrow 10.11 | 1 10:11
      10.11 9:00 | 2027-11-10 09:00
      10.11 / monday 10.11 | '10.11' could be '10:11' or 'nov 10'; use one of them
      12/1 | '12/1' could be 'dec 1' or 'jan 12'; use one of them
      1.5h / an hour and a half / ninety minutes | 0 13:30 | 0 03:30 | 0 20:00
      thirty five minutes | 0 12:35 | 0 02:35 | 0 19:05
      1/2 h / half hour | 0 12:30 | 0 02:30 | 0 19:00
      quarter of an hour | 0 12:15 | 0 02:15 | 0 18:45
      a fortnight | 14 12:00 | 14 02:00 | 14 18:30
      1y | 365 12:00 | 365 02:00 | 365 18:30
      1.5 days | '1.5 days' has a fraction; use 36h
      30 secs | '30 secs' is in seconds; use minutes
      in 2 days at 9 / 9am in 2 days / 2 days 9:00 | 2 09:00
      in a week at noon | 7 12:00
      2 days 9 | '2 days 9' isn't a time; …
      later | unknown time 'later'; use tonight, midnight or 2h | unknown time 'later'; use tonight, midnight or 2h | unknown time 'later'; use midnight or 2h
      """
    let columns = [
      ("Europe/Berlin", "2026-11-25 12:00 +0100"), ("America/New_York", "2026-12-03 02:00 -0500"),
      ("Asia/Kolkata", "2026-12-04 18:30 +0530"),
    ]
    for row in table.split(separator: "\n") {
      let cells = row.components(separatedBy: " | ")
      let words = cells[0].replacing(" / ", with: " | ")
      for (index, (zone, now)) in columns.enumerated() {
        let expected = cells[min(index + 1, cells.count - 1)].replacing("…", with: Self.examples)
        try expectMoments(in: zone, now: now, [words: expected])
      }
    }
  }

  // MARK: Looking back

  @Test func lookingBackTheLastTimeIsMeant() throws {
    try expectMoments(
      looking: .back,
      [
        "2h | 2 hours ago | 2 since hours": "Wed 2026-11-25 10:00",
        "last 2 weeks": "Wed 2026-11-11 12:00",
        "a month ago": "Sun 2026-10-25 12:00",
        "3rd ago of nov": "Tue 2026-11-03 00:00",
        "9 months": "Wed 2026-02-25 12:00",
        "today | wed | nov 25 | 25th | midnight": "Wed 2026-11-25 00:00",
        "yesterday | yesterday midnight": "Tue 2026-11-24 00:00",
        "yesterday morning": "Tue 2026-11-24 09:00",
        "monday | since last monday | this week": "Mon 2026-11-23 00:00",
        "wed 9:00 | 9:00": "Wed 2026-11-25 09:00",
        "wed 13:00": "Wed 2026-11-18 13:00",
        "nov 25 13:00": "Tue 2025-11-25 13:00",
        "nov 26": "Wed 2025-11-26 00:00",
        "26th": "Mon 2026-10-26 00:00",
        "feb 29": "Thu 2024-02-29 00:00",
        "2026-11-20": "Fri 2026-11-20 00:00",
        "12:00": "Wed 2026-11-25 12:00",
        "13:00": "Tue 2026-11-24 13:00",
        "tonight": "tonight is still ahead; use a time that has passed",
        "evening": "Tue 2026-11-24 18:00",
        "last week": "Mon 2026-11-16 00:00",
        "this month": "Sun 2026-11-01 00:00",
        "last month | last october": "Thu 2026-10-01 00:00",
        "last january 2025": "2025-01-01 00:00",
        "last year": "2025-01-01 00:00",
        "this year": "2026-01-01 00:00",
        "last night": "-1 18:00", "dec 1 1999": "1999-12-01 00:00",
        "last november": "Sat 2025-11-01 00:00",
        "last wednesday": "Wed 2026-11-18 00:00", "this wednesday 23:00": "Wed 2026-11-18 23:00",
        "last 9:00": "Tue 2026-11-24 09:00", "last noon": "Tue 2026-11-24 12:00",
        "last weekend": "Sat 2026-11-21 00:00",
        "weekend": "Sat 2026-11-21 00:00",
        "last week 9": "Mon 2026-11-16 09:00",
        "tomorrow": "tomorrow is still ahead; use a time that has passed",
        "next monday": "next monday is still ahead; use a time that has passed",
        "today 13:00": "today 13:00 is still ahead; use a time that has passed",
        "2026-12-01": "2026-12-01 is still ahead; use a time that has passed",
        "yesterdy": "unknown time 'yesterdy'; did you mean 'yesterday'?",
        "later": "unknown time 'later'; use one such as 2h, yesterday, monday 9:00 or dec 1",
        "9": "'9' what? use at 9, 9m, 9h or 9d",
        "99999 months | 99999999999999999999 weeks": "everything",
      ])
    try expectMoments(
      looking: .back, now: "2026-11-29 01:00 +0100",
      ["night at 3": "-1 03:00", "this weekend": "-1 00:00"])
    try expectMoments(
      looking: .back, now: "2026-03-31 12:00 +0200",
      [
        "a month": "Sat 2026-02-28 12:00",
        "last": """
        'last' isn't a time; use one such as 2h, yesterday, monday 9:00 or dec 1
        """,
      ])
  }

  // MARK: Refusals

  @Test func refusalsSayWhatIsWrong() throws {
    let x = String(repeating: "x", count: 60)
    try expectMoments([
      "today": "today alone is now; add a time, or use 'tomorrow'",
      "2026-11-25": "2026-11-25 alone is now; add a time, or use 'tomorrow'",
      "yesterday": "yesterday has passed; use a later day",
      "2026-11-24 13:00": "2026-11-24 13:00 has passed; use a later day",
      "0000-01-01": "0000-01-01 has passed; use a later day",
      "0m": "'0m' has a duration of 0; use a number of at least 1",
      "1h 0m": "'1h 0m' has a duration of 0; use a number of at least 1",
      "2/1/2027": "'2/1/2027' could be 'feb 1 2027' or 'jan 2 2027'; use one of them",
      "13/13": "there is no day '13/13'; \(Self.examples)",
      "9": "'9' what? use at 9, 9m, 9h or 9d", "24": "'24' what? use at 24, 24m, 24h or 24d",
      "until 2030": "'until 2030' what? use 20:30, 2030-01-01, 2030m, 2030h or 2030d",
      "30": "'30' what? use 30m, 30h or 30d",
      "0": "'0' what? use at 0", "3000000": "'3000000' what? use 3000000m or 3000000h",
      "feb 30": "there is no day 'feb 30'; \(Self.examples)",
      "feb 29 2027": "there is no day 'feb 29 2027'; \(Self.examples)",
      "2026-02-30": "there is no day '2026-02-30'; \(Self.examples)",
      "32nd": "there is no day '32nd'; \(Self.examples)",
      "999999999w": "'999999999w' is after the year 9999; use an earlier time",
      "1/0 h": "there is no day '1/0 h'; \(Self.examples)",
      "1.5 weeks": "'1.5 weeks' has a fraction; use 252h",
      "1.5 months": "'1.5 months' has a fraction; use whole numbers",
      "7 in the afternoon": "'7' isn't in the afternoon",
      "13:00 tonight": "'13:00' isn't in the evening",
      "5am tonight": "'5am' isn't in the evening",
      "930": "'930' what? use 9:30, 930m, 930h or 930d",
      "dec 2027 at 9":
        "'dec 2027 at 9' could be 'dec 9 2027' or 'dec 1 2027 9:00'; use one of them",
      "1/2/2027 h": "'1/2/2027' could be 'jan 2 2027' or 'feb 1 2027'; use one of them",
      "eod": "unknown time 'eod'; use tonight, midnight or 2h",
      "end": "unknown time 'end'; use tonight, midnight or 2h",
      "someday": "unknown time 'someday'; use tonight, midnight or 2h",
      "\(x)\(x)": "unknown time '\(x)…'; \(Self.examples)",
      "100000 months": "'100000 months' is after the year 9999; use an earlier time",
    ])
    try expectMoments(
      in: "America/New_York", now: "2026-11-23 22:45 -0500",
      ["9999-12-31 19:00": "'9999-12-31 19:00' is after the year 9999; use an earlier time"])
    // What is usually advised would be after the year 9999, too.
    try expectMoments(
      in: "UTC", now: "9999-12-30 12:00 +0000",
      [
        "today 9:00": "today 9:00 has passed", "today": "today alone is now",
        "at": "'at' isn't a time",
        "tomorrow": "Fri 9999-12-31 00:00", "2d": "'2d' is after the year 9999",
        "11/28": "'11/28' is after the year 9999", "9": "'9' what? use at 9, 9m or 9h",
        "tuseday": "unknown time 'tuseday'",
      ])
  }

  @Test func theNearestWordIsSuggestedIfItWouldBeAccepted() throws {
    let corrections = [
      "tomorow": "tomorrow", "TOMMOROW": "tomorrow", "mondya": "monday", "moday": "monday",
      "tusday": "tuesday", "next mnth": "month", "wekend": "weekend",
      "decmber 1": "december", "1 jna": "jan", "tonihgt": "tonight", "nooon": "noon",
      "tomorow mornin": "tomorrow", "tody 18:00": "today", "on tusday at 9": "tuesday",
      "twi hours": "two", "nxt week": "next", "2morrow": "tomorrow",
    ]
    for (words, word) in corrections {
      let typed = words.split(separator: " ").first {
        When.Token.tokens(of: $0.lowercased()[...]) == nil
      }
      try expectMoments([
        words: "unknown time '\(typed ?? "")'; did you mean '\(word)'?"
      ])
    }
    // `today` alone would be refused, and so would `9:00 tomorrow monday`.
    try expectMoments([
      "next wek": "unknown time 'wek'; did you mean 'week' or 'wed'?",
      "3 dayz": "unknown time 'dayz'; did you mean 'day'?",
      "mat": "unknown time 'mat'; did you mean 'sat', 'mar' or 'may'?",
    ])
    for word in ["toda", "hou", "tuseda", "tomorow monday", "x", "tuseadyy"] {
      let typed = word.split(separator: " ").first { $0 != "3" } ?? ""
      try expectMoments([word: "unknown time '\(typed)'; \(Self.examples)"])
    }
  }

  @Test func wordsThatMeanNothingTogetherGetExamples() throws {
    let words = [
      "", " ", ",", "at", "now", "from now", "monday tuesday", "tomorrow today", "9:00 10:00",
      "noon midnight", "2h monday", "monday 2h", "9 monday", "9 10", "monday 24", "monday 2026",
      "monday 009", "15th 2026", "dec 9 am", "dec 1530", "dec 1 2h", "next", "next today",
      "next day",
      "this", "this week", "this month", "this year", "last week", "last monday", "week", "year",
      "2h ago", "half", "half to 3", "quarter to 12 pm", "2 days after", "2h from monday", "two",
      "a", "h", "th", "am", "13 pm",
      "0am", "13:00 pm", "tonight evening", "this tonight", "tomorrow tonight",
      "monday am", "next morning", "1 2 dec", "1h 1", "1h30", "next 2 weeks", "9:00th",
      "2h at 9", "today friday", "tomorrow friday", "next friday dec 4",
      "2 days after monday week", "next dec 25", "at 1075", "at thirteen",
    ]
    for word in words {
      let shown = word.split { " ,".contains($0) }.joined(separator: " ")
      try expectMoments([word: "'\(shown)' isn't a time; \(Self.examples)"])
    }
    for word in [
      "9:60", "24:01", "9:5", ":30", "2026-12-1", "24.12.26", "2026-12-01t9", "9:00z", "9:00+1:00",
      "2026-12-01t09:00-5", "12/1/26", "24..12", "1:2.3", "9.pm", "9xdec", "-2h", "+2h", "--help",
      "٣d", "p.m", "🍕",
      "1🍕",
    ] {
      try expectMoments([word: "unknown time '\(word)'; \(Self.examples)"])
    }
  }

  /// Each is answered at once, and its message is short.
  @Test func longWordsAreRefused() throws {
    let many = 1_000
    for words in [
      String(repeating: "9", count: many), String(repeating: "at ", count: many),
      String(repeating: "x", count: many), String(repeating: "x ", count: many),
      String(repeating: "moday ", count: many), String(repeating: "9", count: many) + "w",
      String(repeating: "9999999999w", count: many), String(repeating: "9:", count: many),
      String(repeating: "1h", count: many) + "x", "dec " + String(repeating: "0", count: many),
    ] {
      for direction in [When.Direction.ahead, .back] {
        do {
          _ = try When.moment(
            words, direction, now: Timestamp(seconds: 0), in: LocalTime { _ in 0 })
          #expect(direction == .back)
        } catch {
          #expect(error.sentence.count < 100)
        }
      }
    }
  }

  /// In both directions, and at moments of all kinds.
  @Test func noSuggestionWouldBeRefused() throws {
    let words = When.Word.table.flatMap { $0.meanings }.flatMap { $0.split(separator: " ") }
    let all = Set(words.flatMap { word in ["\(word.dropFirst())", "\(word)x", "1 \(word)"] })
    let typos = TestExtent.sample(all.sorted(), 100)
    let others = (0...60).map { "\($0)" } + ["12/1", "1/12", "2/29", "29/2", "30/2", "today 0:00"]
    let moments = [1_795_564_799, 0, 951_782_400, 4_102_444_800, 253_402_214_400]
    let severalUses = /(?:use (?:one such as )?|did you mean )((?:[0-9']|at |tonight|midnight).*)/
    let lastUse = /or(?: use)? '(.*)'/
    for (now, direction) in moments.flatMap({ [($0, When.Direction.ahead), ($0, .back)] }) {
      func problem(_ words: String) -> When.Problem? {
        do throws(When.Problem) {
          _ = try When.moment(
            words, direction, now: Timestamp(seconds: now), in: LocalTime { _ in 3600 })
          return nil
        } catch {
          return error
        }
      }
      // The advice for each suggestion.
      var suggestions: [String: String] = [:]
      for word in now == moments[0] ? typos + others : others {
        guard let refused = problem(word), !refused.sentence.contains("could be") else { continue }
        let advice = refused.advice ?? refused.sentence
        if let uses = advice.firstMatch(of: severalUses) {
          let start = advice.hasPrefix("did") && word.hasPrefix("1 ") ? "1 " : ""
          for use in uses.1.replacing(" or ", with: ", ").components(separatedBy: ", ") {
            suggestions[start + use.filter { $0 != "'" && $0 != "?" }] = advice
          }
        } else if let use = advice.firstMatch(of: lastUse) {
          suggestions[String(use.1)] = advice
        }
      }
      #expect(now == moments.last || suggestions.count > 60)
      for (suggestion, advice) in suggestions {
        #expect(problem(suggestion) == nil, "\(suggestion): \(advice)")
      }
    }
  }

  // MARK: Time zones

  @Test func clocksThatAreSetForward() throws {
    try expectMoments(
      now: "2027-03-27 12:00 +0100",
      [
        "sunday 2:30": "Sun 2027-03-28 03:30 +0200", "tomorrow": "Sun 2027-03-28 00:00 +0100",
        "mon": "Mon 2027-03-29 00:00 +0200", "1d": "Sun 2027-03-28 12:00 +0200",
        "24h": "Sun 2027-03-28 13:00 +0200", "1d 24h": "Mon 2027-03-29 12:00 +0200",
      ])
    try expectMoments(
      in: "Australia/Lord_Howe", now: "2026-10-03 12:00 +1030",
      [
        "tomorrow 2:15": "Sun 2026-10-04 02:45 +1100", "1d": "Sun 2026-10-04 12:00 +1100",
        "24h": "Sun 2026-10-04 12:30 +1100",
      ])
    // The first moment of a day without a midnight.
    try expectMoments(
      in: "America/Santiago", now: "2026-09-05 12:00 -0400",
      [
        "tomorrow | sep 6 | midnight | tonight at 12": "Sun 2026-09-06 01:00 -0300",
        "0:30": "Sun 2026-09-06 01:30 -0300",
        "6th 9": "Sun 2026-09-06 09:00 -0300",
      ])
    try expectMoments(
      in: "America/Havana", now: "2027-03-13 12:00 -0500",
      [
        "tomorrow | midnight": "Sun 2027-03-14 01:00 -0400"
      ])
    // Samoa left out a whole day.
    try expectMoments(
      in: "Pacific/Apia", now: "2011-12-29 12:00 -1000",
      [
        "tomorrow | friday": "Sat 2011-12-31 00:00 +1400"
      ])
  }

  @Test func ofADoubledTimeTheFirstThatIsStillAheadCounts() throws {
    try expectMoments(
      now: "2026-10-24 12:00 +0200",
      [
        "tomorrow 2:30": "Sun 2026-10-25 02:30 +0200", "1d": "Sun 2026-10-25 12:00 +0100",
        "tomorrow 3:00": "Sun 2026-10-25 03:00 +0100", "24h": "Sun 2026-10-25 11:00 +0100",
      ])
    try expectMoments(
      now: "2026-10-25 02:10 +0200",
      [
        "2:30": "Sun 2026-10-25 02:30 +0200", "30m": "Sun 2026-10-25 02:40 +0200",
        "60m": "Sun 2026-10-25 02:10 +0100", "today 2:00": "Sun 2026-10-25 02:00 +0100",
      ])
    try expectMoments(
      now: "2026-10-25 02:10 +0100",
      [
        "2:30 | sunday 2:30": "Sun 2026-10-25 02:30 +0100",
        "2:00": "Mon 2026-10-26 02:00 +0100",
        "1d": "Mon 2026-10-26 02:10 +0100",
      ])
    try expectMoments(
      looking: .back, now: "2026-10-25 12:00 +0100", ["2:30": "Sun 2026-10-25 02:30 +0200"])
    try expectMoments(
      in: "America/Havana", now: "2026-11-01 00:30 -0400",
      ["sunday": "Sun 2026-11-08 00:00 -0500", "0:00": "Sun 2026-11-01 00:00 -0500"])
  }
}

extension TimeZone {
  /// The time zone's offsets.
  fileprivate var local: LocalTime {
    LocalTime { self.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0))) }
  }
}
