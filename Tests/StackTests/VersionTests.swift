// The names of kept versions, both ways.

import Testing

@testable import Stack

@Suite struct VersionTests {
  @Test func namesForPeople() {
    let time = Timestamp(seconds: 1_795_255_200)
    var version = Version(number: 42, time: time, role: .undo, command: "done")
    #expect(version.fileName == "000042-20261121T100000Z-before-done.json")
    version.role = .redo
    version.marks = [.again]
    version.isTombstone = true
    version.restored = 41
    #expect(version.fileName == "000042-20261121T100000Z-after-done-again-restored41.none")
  }

  @Test func namesReadBack() {
    for number in [1, 999_999, 1_000_000, 123_456_789] {
      for role in [Version.Role.undo, .redo, .superseded] {
        for flags in 0..<32 {
          var version = Version(number: number, time: Timestamp(seconds: number), role: role, command: "push")
          let marks: [Version.Mark] = [.again, .removed, .refused]
          version.marks = Set(marks.indices.filter { flags & 1 << $0 != 0 }.map { marks[$0] })
          version.isTombstone = flags & 8 != 0
          version.restored = flags & 16 != 0 ? 7 : nil
          #expect(Version(fileName: Array(version.fileName.utf8)) == version)
        }
      }
    }
  }

  /// With nanoseconds, and with a flag of releases that took back changes made by hand with the command before them.
  @Test(arguments: [
    "000042-20261121T100000.123456789Z-before-done.json",
    "000042-20261121T100000.123456789Z-after-push-again.none",
    "000042-20261121T100000.123456789Z-before-done-hand.json",
    "000042-20261121T100000.123456789Z-before-push-removed.json",
  ])
  func namesOfEarlierReleases(name: String) throws {
    let version = try #require(Version(fileName: Array(name.utf8)))
    #expect(version.fileName == name)
    #expect(version.number == 42)
  }

  @Test(arguments: [
    "", ".", "..", ".new", "stack.json", "000042-20261121T100000Z-before-done",
    "000042-20261121T100000Z-before.json", "000042-20261121T100000Z-during-done.json",
    "42-20261121T100000Z-before-done.json", "-00042-20261121T100000Z-before-done.json",
    "000042-once-before-done.json", "000042--before-done.json", "000042-20261121T100000Z-before-.json",
    "000042-20261121T100000Z-before-done-later.json", "000042-20261121T100000Z-before-done-hand-hand.json",
    "000042-20261121T100000Z-before-done-restored.json",
    "000042-20261121T100000Z-before-done-restored07.json",
    "000042-20261121T100000Z-before-done (sam's conflicted copy).json",
    "9223372036854775807-20261121T100000Z-before-done.json",
    "99999999999999999999-20261121T100000Z-before-done.json",
  ])
  func noNamesOfVersions(name: String) {
    #expect(Version(fileName: Array(name.utf8)) == nil)
  }

  @Test(arguments: [
    "stack.sync-conflict-20261121-153000-ABCDEFG.json", "stack (sam's conflicted copy 2026-11-21).json",
    "stack (conflicted copy 2026-11-21 153000).json",
  ])
  func namesOfConflictCopies(name: String) {
    #expect(FilePath(name).isConflictCopy(of: FilePath("/somewhere/stack.json")))
    #expect(!FilePath(name).isConflictCopy(of: FilePath("/somewhere/work.json")))
  }

  @Test(arguments: ["stack.json", "stack.sync-conflict-20261121.txt", "stack (copy).json", "stackstack.json"])
  func noNamesOfConflictCopies(name: String) {
    #expect(!FilePath(name).isConflictCopy(of: FilePath("/somewhere/stack.json")))
  }
}
