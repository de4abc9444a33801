// Moments as text, both ways.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z", "19700101T000000.000000000Z"),
    (1_795_255_200, 1, "2026-11-21T10:00:00Z", "20261121T100000.000000001Z"),
    (1_709_164_799, 999_999_999, "2024-02-28T23:59:59Z", "20240228T235959.999999999Z"),
    (1_709_164_800, 0, "2024-02-29T00:00:00Z", "20240229T000000.000000000Z"),
    (951_782_400, 0, "2000-02-29T00:00:00Z", "20000229T000000.000000000Z"),
    (4_107_542_400, 120, "2100-03-01T00:00:00Z", "21000301T000000.000000120Z"),
    (-1, 500_000_000, "1969-12-31T23:59:59Z", "19691231T235959.500000000Z"),
    (2_147_483_648, 0, "2038-01-19T03:14:08Z", "20380119T031408.000000000Z"),
    (253_402_300_799, 0, "9999-12-31T23:59:59Z", "99991231T235959.000000000Z"),
  ])
  func texts(seconds: Int, nanoseconds: Int, date: String, name: String) {
    let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    #expect(time.dateText == date)
    #expect(Timestamp(dateText: date) == Timestamp(seconds: seconds))
    #expect(time.nameText == name)
    #expect(Timestamp(nameText: Array(name.utf8)[...]) == time)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func datesAreFoundations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<500 {
      let time = Timestamp(
        seconds: random.below(8_000_000_000) - 2_000_000_000, nanoseconds: random.below(1_000_000_000))
      #expect(
        time.dateText == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time.seconds))))
      #expect(Timestamp(nameText: Array(time.nameText.utf8)[...]) == time)
    }
  }

  @Test(arguments: [
    "", "20261121T100000.000000000", "20261121T100000.00000000Z", "20261121T100000.0000000000Z",
    "20261121 100000.000000000Z", "2026112aT100000.000000000Z", "20261121T100000,000000000Z",
    "+0261121T100000.000000000Z", "２0261121T100000.0000000Z",
  ])
  func noNames(text: String) {
    #expect(Timestamp(nameText: Array(text.utf8)[...]) == nil)
  }
}
