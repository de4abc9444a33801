// The names of kept versions, both ways.

import Testing

@testable import Stack

@Suite struct VersionTests {
  @Test func namesForPeople() {
    let time = Timestamp(seconds: 1_795_255_200, nanoseconds: 123_456_789)
    var version = Version(number: 42, time: time, role: .undo, command: "done")
    #expect(version.fileName == "000042-20261121T100000.123456789Z-before-done.json")
    version.role = .redo
    version.isFromRedo = true
    version.isTombstone = true
    #expect(version.fileName == "000042-20261121T100000.123456789Z-after-done-again.none")
  }

  @Test func namesReadBack() {
    for number in [1, 999_999, 1_000_000, 123_456_789] {
      for role in [Version.Role.undo, .redo, .superseded] {
        for flags in 0..<8 {
          var version = Version(
            number: number, time: Timestamp(seconds: number, nanoseconds: flags), role: role,
            command: "push")
          version.isFromRedo = flags & 1 != 0
          version.isTombstone = flags & 2 != 0
          version.isBeforeRemoval = flags & 4 != 0
          #expect(Version(fileName: Array(version.fileName.utf8)) == version)
        }
      }
    }
  }

  /// A flag of releases that took back changes made by hand with the command before them.
  @Test func namesOfEarlierReleases() throws {
    let name = "000042-20261121T100000.123456789Z-before-done-hand.json"
    #expect(try #require(Version(fileName: Array(name.utf8))).fileName == name)
  }

  @Test func recordsBesideVersions() {
    let version = Version(number: 42, time: .now, role: .undo, command: "done")
    #expect(Version.recordName(version.number) == "000042.change")
    #expect(Version.number(ofRecord: Array("000042.change".utf8)) == 42)
    for name in ["42.change", "000042.changes", ".change", "00004x.change", "9999999999999999.change"] {
      #expect(Version.number(ofRecord: Array(name.utf8)) == nil)
    }
  }

  @Test(arguments: [
    "", ".", "..", ".new", "stack.json", "000042-20261121T100000.123456789Z-before-done",
    "000042-20261121T100000.123456789Z-before.json", "000042-20261121T100000.123456789Z-during-done.json",
    "42-20261121T100000.123456789Z-before-done.json", "-00042-20261121T100000.123456789Z-before-done.json",
    "000042-20261131T100000.123456789Z-before-done.json",
    "000042-20261121T100000.123456789Z-before-done-later.json",
    "000042-20261121T100000.123456789Z-before-done-hand-hand.json",
    "9223372036854775807-20261121T100000.123456789Z-before-done.json",
    "99999999999999999999-20261121T100000.123456789Z-before-done.json",
  ])
  func noNamesOfVersions(name: String) {
    #expect(Version(fileName: Array(name.utf8)) == nil)
  }
}
