// Moments as text, both ways.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_795_255_200, "2026-11-21T10:00:00Z"),
    (1_709_164_799, "2024-02-28T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59Z"), (2_147_483_648, "2038-01-19T03:14:08Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func texts(seconds: Int, date: String) {
    #expect(Timestamp(seconds: seconds).dateText == date)
    #expect(Timestamp(dateText: date) == Timestamp(seconds: seconds))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func datesAreFoundations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<500 {
      let time = Timestamp(seconds: random.below(8_000_000_000) - 2_000_000_000)
      #expect(
        time.dateText == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time.seconds))))
      #expect(Timestamp(dateText: time.dateText) == time)
    }
  }

  @Test(arguments: [
    "", "2026-11-21T10:00:00", "2026-11-21T10:00:00z", "2026-11-21 10:00:00Z", "2026-11-21T10:00:00.0Z",
    "2026-11-21T10:00:60Z", "2026-11-21T24:00:00Z", "2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z",
    "2026-00-01T10:00:00Z", "2026-11-00T10:00:00Z", "+026-11-21T10:00:00Z", "2026-1a-21T10:00:00Z",
    "2026-11-21T10:0\u{663}:00", "\u{FF}\u{FF}\u{FF}-\u{FF}\u{FF}T10:00:00Z", "2026/11/21T10:00:00Z",
  ])
  func noDates(text: String) {
    #expect(Timestamp(dateText: text) == nil)
  }
}
