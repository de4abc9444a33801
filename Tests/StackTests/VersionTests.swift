// The names of kept versions, both ways.

import Testing

@testable import Stack

@Suite struct VersionTests {
  @Test func namesForPeople() {
    let time = Timestamp(seconds: 1_795_255_200, nanoseconds: 123_456_789)
    var version = Version(number: 42, successor: time, role: .before, command: "done")
    #expect(version.fileName == "000042-20261121T100000.123456789Z-before-done.json")
    version.role = .after
    version.isByHand = true
    version.isAbsence = true
    #expect(version.fileName == "000042-20261121T100000.123456789Z-after-done-hand.none")
  }

  @Test func namesReadBack() {
    for number in [1, 999_999, 1_000_000, 123_456_789] {
      for role in [Version.Role.before, .after, .past] {
        for flags in 0..<16 {
          var version = Version(
            number: number, successor: Timestamp(seconds: number, nanoseconds: flags), role: role,
            command: "push")
          version.isFromRedo = flags & 1 != 0
          version.isByHand = flags & 2 != 0
          version.isAbsence = flags & 4 != 0
          version.isBeforeAbsence = flags & 8 != 0
          #expect(Version(fileName: version.fileName) == version)
        }
      }
    }
  }

  @Test(arguments: [
    "", ".", "..", ".new", "stack.json", "000042-20261121T100000.123456789Z-before-done",
    "000042-20261121T100000.123456789Z-before.json", "000042-20261121T100000.123456789Z-during-done.json",
    "42-20261121T100000.123456789Z-before-done.json", "-00042-20261121T100000.123456789Z-before-done.json",
    "000042-20261131T100000.123456789Z-before-done.json",
    "000042-20261121T100000.123456789Z-before-done-later.json",
    "000042-20261121T100000.123456789Z-before-done-hand-hand.json",
    "99999999999999999999-20261121T100000.123456789Z-before-done.json",
  ])
  func noNamesOfVersions(name: String) {
    #expect(Version(fileName: name) == nil)
  }
}
