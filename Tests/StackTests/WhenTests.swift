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
    let seconds = try #require(text.date(from: now)).timeIntervalSince1970
    let all = rows.flatMap { row in
      row.key.components(separatedBy: " | ").map { ($0, row.value) }
    }
    for (words, expected) in all {
      let found: String
      do throws(When.Problem) {
        let now = Timestamp(seconds: Int(seconds))
        let moment = try When.moment(words, direction, now: now, in: zone.local)
        text.dateFormat =
          expected.contains("+") || expected.contains(" -")
          ? "EEE yyyy-MM-dd HH:mm xx" : "EEE yyyy-MM-dd HH:mm"
        found = moment.seconds == .min ? "everything" : text.string(from: moment.date)
      } catch {
        found = error.sentence + (error.advice.map { "; \($0)" } ?? "")
      }
      #expect(found == expected, "\(words) at \(now)", sourceLocation: sourceLocation)
    }
  }

  private static let examples = "use one such as 2h, tomorrow, monday 9:00 or dec 1"

  // MARK: Looking ahead

  @Test func aDurationIsANumberAndAUnitOrSeveral() throws {
    try expectMoments([
      "30m | 30 min | half an hour | in half an hour": "Wed 2026-11-25 12:30",
      "1 MINUTE": "Wed 2026-11-25 12:01",
      "90 minutes | 1h30m | 1 hour 30 minutes | 1hour and 30min | 30m, 1h": "Wed 2026-11-25 13:30",
      "5 mins | in 5 m": "Wed 2026-11-25 12:05",
      "2h | 2 hrs | 2 hours from now": "Wed 2026-11-25 14:00",
      "1 hr | an hour": "Wed 2026-11-25 13:00",
      "twelve hours": "Thu 2026-11-26 00:00",
      "1h 30": "'1h 30' isn't a time; \(Self.examples)",
      "3d | 3 days": "Sat 2026-11-28 12:00",
      "a day": "Thu 2026-11-26 12:00",
      "007d | a week | 1 wk": "Wed 2026-12-02 12:00",
      "2w | two weeks": "Wed 2026-12-09 12:00",
      "for one week 1d 2h": "Thu 2026-12-03 14:00",
      "6 months": "Tue 2027-05-25 12:00",
      "a month | 1mo": "Fri 2026-12-25 12:00",
      "1mo1w": "Fri 2027-01-01 12:00",
      "300 months": "Sat 2051-11-25 12:00",
    ])
    try expectMoments(
      in: "UTC", now: "2027-01-31 12:00 +0000",
      [
        "1 month | 28d": "Sun 2027-02-28 12:00",
        "2 months": "Wed 2027-03-31 12:00",
        "13 months": "Tue 2028-02-29 12:00",
        "1 month 1 day | 1 day 1 month": "Mon 2027-03-01 12:00",
      ])
  }

  @Test func aDayIsItsFirstMoment() throws {
    try expectMoments([
      "tomorrow | tmrw |   Tomorrow,  | until tomorrow | thur | thurs": "Thu 2026-11-26 00:00",
      "mon | next week": "Mon 2026-11-30 00:00",
      "tues | next month": "Tue 2026-12-01 00:00",
      "wed | weds | this wednesday | next wednesday": "Wed 2026-12-02 00:00",
      "by friday | this friday | next friday": "Fri 2026-11-27 00:00",
      "SUN": "Sun 2026-11-29 00:00",
      "weekend | the weekend | this weekend | next weekend": "Sat 2026-11-28 00:00",
      "next year": "Fri 2027-01-01 00:00",
    ])
    try expectMoments(
      now: "2026-11-28 08:00 +0100",
      [
        "weekend": "Sat 2026-12-05 00:00",
        "weekend 10 | next saturday 10": "Sat 2026-12-05 10:00",
        "saturday 10": "Sat 2026-11-28 10:00",
        "this saturday 7": "Sat 2026-12-05 07:00",
      ])
    try expectMoments(now: "2026-11-30 08:00 +0100", ["next week": "Mon 2026-12-07 00:00"])
    try expectMoments(
      now: "2026-12-31 23:59 +0100",
      [
        "tomorrow | next month | next year | 1m": "Fri 2027-01-01 00:00",
        "dec 31": "Fri 2027-12-31 00:00",
        "31st": "Sun 2027-01-31 00:00",
      ])
  }

  @Test func aDateWithoutAYearIsTheNextOne() throws {
    try expectMoments([
      "2026-12-01 | dec 1 | Dec 01 | 1 dec | december 1st | the 1st of december":
        "Tue 2026-12-01 00:00",
      "1st december 2027 | dec 1 2027 | dec 1, 2027": "Wed 2027-12-01 00:00",
      "sept 2 | 2nd sep": "Thu 2027-09-02 00:00",
      "3rd may": "Mon 2027-05-03 00:00",
      "24.12.": "Thu 2026-12-24 00:00",
      "1.3.": "Mon 2027-03-01 00:00",
      "24.12.2027 | 24.12. 2027": "Fri 2027-12-24 00:00",
      "15th": "Tue 2026-12-15 00:00",
      "the 26th": "Thu 2026-11-26 00:00",
      "25th": "Fri 2026-12-25 00:00",
      "31st": "Thu 2026-12-31 00:00",
      "nov 25": "Thu 2027-11-25 00:00",
      "nov 25 13:00 | 25th 13:00": "Wed 2026-11-25 13:00",
      "nov 24 13:00": "Wed 2027-11-24 13:00",
      "nov 25 11:00": "nov 25 11:00 has passed; use a later time, or 'tomorrow 11:00'",
      "25th 9": "25th 9 has passed; use a later time, or 'tomorrow 9:00'",
      "9999-12-31": "Fri 9999-12-31 00:00",
    ])
    try expectMoments(
      in: "UTC", now: "2028-02-29 08:00 +0000",
      [
        "feb 29 | 29.2.": "Sun 2032-02-29 00:00",
        "feb 29 9:00": "Tue 2028-02-29 09:00",
        "30th": "Thu 2028-03-30 00:00",
      ])
    try expectMoments(
      in: "UTC", now: "2096-02-29 08:00 +0000", ["feb 29": "Fri 2104-02-29 00:00"])
  }

  @Test func aTimeAloneIsTheNextOne() throws {
    try expectMoments([
      "12:01": "Wed 2026-11-25 12:01",
      "12:00 | 12pm | noon": "Thu 2026-11-26 12:00",
      "9:00 | 09:00 | 9am | 9 am | 9a.m. | morning": "Thu 2026-11-26 09:00",
      "at 14:30": "Wed 2026-11-25 14:30",
      "0:00 | 12am | midnight": "Thu 2026-11-26 00:00",
      "9 PM | 9 p.m.": "Wed 2026-11-25 21:00",
      "9:30pm | 9:30 pm": "Wed 2026-11-25 21:30",
      "12:30am": "Thu 2026-11-26 00:30",
      "12:30pm": "Wed 2026-11-25 12:30",
      "in the afternoon": "Wed 2026-11-25 14:00",
      "evening": "Wed 2026-11-25 18:00",
      "8 in the evening": "Wed 2026-11-25 20:00",
      "morning at 8": "Thu 2026-11-26 08:00",
    ])
  }

  @Test func aDayAndATimeStandInEitherOrder() throws {
    try expectMoments([
      "monday 9:00 | 9:00 monday | monday, 9am | 9 am on monday | monday 9 | next week 9":
        "Mon 2026-11-30 09:00",
      "monday at 0 | monday midnight": "Mon 2026-11-30 00:00",
      "tomorrow at 18": "Thu 2026-11-26 18:00",
      "noon tomorrow": "Thu 2026-11-26 12:00",
      "wed 12:01": "Wed 2026-11-25 12:01",
      "wed 12:00": "Wed 2026-12-02 12:00",
      "next wed 12:01": "Wed 2026-12-02 12:01",
      "today 18:00 | today 18": "Wed 2026-11-25 18:00",
      "dec 1 9 | 1 dec 9 | dec 1 2026 9 | dec 1 9am": "Tue 2026-12-01 09:00",
      "on the 3rd of december at 9": "Thu 2026-12-03 09:00",
      "9:00 dec 1 2027": "Wed 2027-12-01 09:00",
      "24.12. 18": "Thu 2026-12-24 18:00",
      "15th 9": "Tue 2026-12-15 09:00",
      "2026-12-01 14:30": "Tue 2026-12-01 14:30",
      "midnight tomorrow | today midnight": "Thu 2026-11-26 00:00",
      "today 9:00": "today 9:00 has passed; use a later time, or 'tomorrow 9:00'",
    ])
  }

  @Test func aPartOfTheDayIsATimeOrItsHalf() throws {
    try expectMoments([
      "tomorrow morning": "Thu 2026-11-26 09:00",
      "friday afternoon": "Fri 2026-11-27 14:00",
      "evening of dec 1": "Tue 2026-12-01 18:00",
      "tonight | this evening": "Wed 2026-11-25 18:00",
      "this afternoon": "Wed 2026-11-25 14:00",
      "tomorrow morning at 8 | 8 tomorrow morning | tomorrow evening 8am": "Thu 2026-11-26 08:00",
      "8pm tonight | 8 tonight | tonight at 8": "Wed 2026-11-25 20:00",
      "tonight 8:30": "Wed 2026-11-25 20:30",
      "tonight 21": "Wed 2026-11-25 21:00",
      "tonight at 12 | midnight tonight | tonight 12am": "Thu 2026-11-26 00:00",
      "tomorrow evening midnight": "Fri 2026-11-27 00:00",
      "this afternoon at 3": "Wed 2026-11-25 15:00",
      "noon this afternoon":
        "noon this afternoon has passed; use a later time, or 'tomorrow 12:00'",
      "tomorrow morning 20:00": "Thu 2026-11-26 20:00",
      "in the evening at 8 on dec 25": "Fri 2026-12-25 20:00",
      "evening 8 dec 2027": "Wed 2027-12-08 18:00",
      "morning 25 dec 9": "Fri 2026-12-25 09:00",
      "evening this morning": "'evening this morning' isn't a time; \(Self.examples)",
      "this morning": "this morning has passed; use a later time, or 'tomorrow 9:00'",
      "tonight 0:30": "'tonight 0:30' isn't a time; \(Self.examples)",
    ])
    try expectMoments(
      now: "2026-11-25 20:30 +0100",
      [
        "tonight": "tonight has passed; use a later time, or 'tomorrow 18:00'",
        "tonight at 8": "tonight at 8 has passed; use a later time, or 'tomorrow 20:00'",
        "evening": "Thu 2026-11-26 18:00",
      ])
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
        "last month": "Thu 2026-10-01 00:00",
        "weekend": "Sat 2026-11-21 00:00",
        "last week 9": "Mon 2026-11-16 09:00",
        "tomorrow": "tomorrow is still ahead; use a time that has passed",
        "next monday": "next monday is still ahead; use a time that has passed",
        "today 13:00": "today 13:00 is still ahead; use a time that has passed",
        "2026-12-01": "2026-12-01 is still ahead; use a time that has passed",
        "yesterdy": "unknown time 'yesterdy'; did you mean 'yesterday'?",
        "later": "unknown time 'later'; use one such as 2h, yesterday, monday 9:00 or dec 1",
        "9": "'9' what? use 9:00, 9m, 9h or 9d",
        "99999 months | 99999999999999999999 weeks": "everything",
      ])
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
    try expectMoments([
      "today": "today alone is now; add a time, or use 'tomorrow'",
      "2026-11-25": "2026-11-25 alone is now; add a time, or use 'tomorrow'",
      "yesterday": "yesterday has passed; use a later day",
      "2026-11-24 13:00": "2026-11-24 13:00 has passed; use a later day",
      "0000-01-01": "0000-01-01 has passed; use a later day",
      "0m": "'0m' has a duration of 0; use a number of at least 1",
      "1h 0m": "'1h 0m' has a duration of 0; use a number of at least 1",
      "12/1": "'12/1' could be 1 December or 12 January; use 'dec 1' or 'jan 12'",
      "12/25": "unknown date '12/25'; use 'dec 25'", "25/12": "unknown date '25/12'; use 'dec 25'",
      "on 2/29 9:00": "unknown date '2/29'; use 'feb 29'",
      "1/1": "unknown date '1/1'; use 'jan 1'",
      "13/13": "there is no day '13/13'; \(Self.examples)",
      "9": "'9' what? use 9:00, 9m, 9h or 9d", "at 23": "'at 23' what? use 23:00, 23m, 23h or 23d",
      "24": "'24' what? use 24m, 24h or 24d", "30": "'30' what? use 30m, 30h or 30d",
      "0": "'0' what? use 0:00", "3000000": "'3000000' what? use 3000000m or 3000000h",
      "feb 30": "there is no day 'feb 30'; \(Self.examples)",
      "feb 29 2027": "there is no day 'feb 29 2027'; \(Self.examples)",
      "2026-02-30": "there is no day '2026-02-30'; \(Self.examples)",
      "32nd": "there is no day '32nd'; \(Self.examples)",
      "999999999w": "'999999999w' is after the year 9999; use an earlier time",
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
        "11/28": "unknown date '11/28'", "9": "'9' what? use 9:00, 9m or 9h",
        "tuseday": "unknown time 'tuseday'",
      ])
  }

  @Test func theNearestWordIsSuggestedIfItWouldBeAccepted() throws {
    let corrections = [
      "tomorow": "tomorrow", "TOMMOROW": "tomorrow", "mondya": "monday", "moday": "monday",
      "tusday": "tuesday", "next wek": "week", "next mnth": "month", "wekend": "weekend",
      "decmber 1": "december", "1 jna": "jan", "tonihgt": "tonight", "nooon": "noon",
      "tomorow mornin": "tomorrow", "tody 18:00": "today", "on tusday at 9": "tuesday",
      "twi hours": "two", "nxt week": "next", "2morrow": "tomorrow",
    ]
    for (words, word) in corrections {
      let typed = words.split(separator: " ").first {
        WhenToken.tokens(of: $0.lowercased()[...]) == nil
      }
      try expectMoments([
        words: "unknown time '\(typed ?? "")'; did you mean '\(word)'?"
      ])
    }
    // `today` alone would be refused, and so would `9:00 tomorrow monday`.
    for word in ["toda", "hou", "3 dayz", "tomorow monday", "later", "x", "tuseadyy"] {
      let typed = word.split(separator: " ").first { $0 != "3" } ?? ""
      try expectMoments([word: "unknown time '\(typed)'; \(Self.examples)"])
    }
  }

  @Test func wordsThatMeanNothingTogetherGetExamples() throws {
    let words = [
      "", " ", ",", "at", "now", "from now", "monday tuesday", "tomorrow today", "9:00 10:00",
      "noon midnight", "2h monday", "monday 2h", "9 monday", "9 10", "monday 24", "monday 2026",
      "monday 009", "15th 2026", "dec", "dec 9 am", "dec 2026", "dec 1 2h", "next", "next today",
      "next day",
      "this", "this week", "this month", "this year", "last week", "last monday", "week", "year",
      "2h ago", "half", "half hour", "half a day", "two", "a", "h", "th", "am", "13 pm",
      "0am", "13:00 pm", "tonight evening", "this tonight", "tomorrow tonight", "afternoon 0:30",
      "monday am", "next morning", "1 2 dec", "1h 1", "1h30", "next 2 weeks", "9:00th",
    ]
    for word in words {
      let shown = word.split { " ,".contains($0) }.joined(separator: " ")
      try expectMoments([word: "'\(shown)' isn't a time; \(Self.examples)"])
    }
    for word in [
      "9:60", "24:00", "9:5", ":30", "9:00:00", "1.5h", "2s", "2026-12-1", "24.12", "24.12.26",
      "2026-12-01t09:00", "12/1/2026", "24..12", "1:2.3", "9.pm", "9dec", "-2h", "+2h", "--help",
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
    let words = WhenWord.kinds.flatMap { $0.spellings }.flatMap { $0.split(separator: " ") }
    let all = Set(words.flatMap { word in ["\(word.dropFirst())", "\(word)x", "1 \(word)"] })
    let typos = TestExtent.sample(all.sorted(), 100)
    let others = (0...60).map { "\($0)" } + ["12/1", "1/12", "2/29", "29/2", "30/2", "today 0:00"]
    let moments = [1_795_564_799, 0, 951_782_400, 4_102_444_800, 253_402_214_400]
    let oneCorrection = /did you mean '(.*)'/
    let severalUses = /use (?:one such as )?([0-9'].*)/
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
        guard let refused = problem(word) else { continue }
        let advice = refused.advice ?? refused.sentence
        if let correction = advice.firstMatch(of: oneCorrection) {
          suggestions[(word.hasPrefix("1 ") ? "1 " : "") + correction.1] = advice
        } else if let uses = advice.firstMatch(of: severalUses) {
          for use in uses.1.replacing(" or ", with: ", ").components(separatedBy: ", ") {
            suggestions[use.filter { $0 != "'" }] = advice
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

  @Test func otherOffsets() throws {
    try expectMoments(
      in: "Asia/Kolkata", now: "2026-11-23 10:00 +0530",
      [
        "30m": "Mon 2026-11-23 10:30 +0530", "9:00": "Tue 2026-11-24 09:00 +0530",
        "tomorrow": "Tue 2026-11-24 00:00 +0530",
      ])
    try expectMoments(
      in: "Pacific/Kiritimati", now: "2026-11-23 00:30 +1400",
      ["mon": "Mon 2026-11-30 00:00 +1400", "midnight": "Tue 2026-11-24 00:00 +1400"])
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
      let month = try #require(calendar.date(byAdding: .month, value: days, to: now.date))
      let today = calendar.startOfDay(for: now.date)
      let tomorrow = try #require(calendar.date(byAdding: .day, value: 1, to: today))
      let comment: Comment = "\(name), \(now.seconds), \(days)"
      // Foundation may choose the other one of two equal local times.
      for (words, date) in ["\(days)d": later, "\(days) months": month] {
        #expect(
          zone.local.local(try moment(words).seconds)
            == zone.local.local(date.timestamp.seconds), comment)
      }
      #expect(try moment("tomorrow") == calendar.startOfDay(for: tomorrow).timestamp, comment)
      let weekday = random.below(7)
      let next = try #require(
        calendar.nextDate(
          after: now.date, matching: DateComponents(weekday: weekday + 1),
          matchingPolicy: .nextTime))
      let word = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][weekday]
      #expect(try moment(word) == calendar.startOfDay(for: next).timestamp, comment)
    }
  }
}

extension TimeZone {
  /// The time zone's offsets.
  fileprivate var local: LocalTime {
    LocalTime { self.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0))) }
  }
}
