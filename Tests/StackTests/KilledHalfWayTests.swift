// Crash recovery: the state after a command was killed between two steps, and what the next command makes of it.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// Each test uses complete commands to construct the state after a kill.
@Suite struct KilledHalfWayTests {
  private let home = Home()

  /// Killed after the version was kept by hard link and before the file was replaced.
  @Test(arguments: [Version.Role.undo, .redo])
  func aHardLinkToTheFileIsDiscarded(role: Version.Role) throws {
    let texts = try home.push("a", "b")
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyDirectory.appendingPathComponent(
        Version(number: 3, time: .now, role: role, command: "done").fileName))
    // The new text that it had begun to write is overwritten, even if it is longer.
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))

    let restoration = try home.queue().undo()
    #expect(restoration.command == "push" && !restoration.restoresEntireFile)
    #expect(home.queueData() == texts[0])
    try home.expectRedo(to: [texts[1]])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.versions().count == 2)
  }

  /// The same for a version that is a copy.
  @Test(arguments: [Version.Role.undo, .redo])
  func aPendingCopyOfTheFileIsDiscarded(role: Version.Role) throws {
    let texts = try home.push("a", "b", "c")
    var version = Version(number: 4, time: .now, role: role, command: "done")
    version.marks = [.pending]
    try FileManager.default.copyItem(
      at: home.queueFile(), to: home.historyDirectory.appendingPathComponent(version.fileName))
    try home.expectUndo(to: [texts[1], texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
  }

  /// Killed after the file was replaced and before the copy was marked as committed.
  @Test func aPendingCopyOfTheFileBeforeIsCommitted() throws {
    let texts = try home.push("a", "b", "c")
    let version = try home.kept(3).path
    try FileManager.default.moveItem(atPath: version, toPath: version.dropLast(5) + "-pending.json")
    // After that it is a version like any other, even while the file has its bytes.
    for text in [texts[2], texts[1], texts[2]] {
      try home.writeQueue(#require(text))
      try home.expectRedo(to: [])
    }
    try home.expectUndo(to: [texts[1], texts[0], nil])
  }

  /// Killed after the tombstone was kept and before the file was created.
  @Test func aTombstoneIsNoVersionWhileThereIsNoFile() throws {
    let queue = try home.queue()
    try queue.push("a")
    _ = try queue.undo()
    _ = try queue.redo()
    #expect(home.versions().map { $0.hasSuffix(".none") } == [true])
    try FileManager.default.removeItem(at: home.queueFile())
    try home.expectUndo(to: [])
    try queue.push("b")
    try home.expectUndo(to: [nil])
  }

  /// A power cut can bring back a version that `undo` restored and removed, until the next command has synced its own.
  @Test func aRestoredVersionBeforeADiscardedOneIsRemoved() throws {
    let texts = try home.push("a", "b", "c")
    try home.leavingWhatGoes { _ = try home.queue().undo() }
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyDirectory.appendingPathComponent(
        Version(number: 5, time: .now, role: .undo, command: "done").fileName))
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
  }

  /// Killed after undo or redo had restored a version and before it was removed.
  @Test func aRestoredVersionIsRemoved() throws {
    let texts = try home.push("a", "b", "c")
    try home.leavingWhatGoes { _ = try home.queue().undo() }
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
    try home.expectUndo(to: [texts[1], texts[0]], isAll: false)
    try home.leavingWhatGoes { _ = try home.queue().redo() }
    #expect(home.queueData() == texts[1])
    try home.expectRedo(to: [texts[2]])
    try home.expectUndo(to: [texts[1], texts[0], nil])
  }

  @Test func aChangeAfterAKilledUndoEndsTheRedoLine() throws {
    let texts = try home.push("a", "b")
    try home.leavingWhatGoes { _ = try home.queue().undo() }
    try home.push("c")
    try home.expectRedo(to: [])
    try home.expectUndo(to: [texts[0], nil])
  }

  /// Killed in the undo of the first push, after the file was kept and before it was removed.
  @Test func theUndoOfTheFirstPushCanBeRepeated() throws {
    let text = try home.push("a")
    var version = Version(number: 2, time: .now, role: .redo, command: "push")
    version.marks = [.removed]
    try FileManager.default.linkItem(
      at: home.queueFile(), to: home.historyDirectory.appendingPathComponent(version.fileName))
    try home.expectRedo(to: [])
    #expect(home.queueData() == text[0])
    try home.expectUndo(to: [nil])
    try home.expectRedo(to: text)
  }

  /// Only exact names are versions.
  @Test(arguments: [
    "notes.txt", "9-20261121T100500Z-before-done.json", "000009-2026-11-21-before-done.json",
    "000009-20261121T100500Z-before-done-hand-again.json", "000009-notes.json",
    "+00009-20261121T100500Z-before-done.json", ".json", "-.none",
    // Numbers that leave no room for the next one.
    "9223372036854775807-20261121T100500Z-before-done.json",
    "99999999999999999999-20261121T100500Z-after-done.json", "999999999999999.change", "9999999999999.change",
  ])
  func foreignFilesInTheHistoryStay(name: String) throws {
    let before = try home.push("a")
    let strange = try home.historyDirectory.appendingPathComponent(name)
    try Data("strange".utf8).write(to: strange)
    let after = try home.push("b")
    try home.expectUndo(to: before, isAll: false)
    try home.expectRedo(to: after)
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }
}

extension Home {
  /// Restores the version that `body` removes.
  fileprivate func leavingWhatGoes(_ body: () throws -> Void) throws {
    let before = try versions().map { ($0, try Data(contentsOf: url($0))) }
    try body()
    let after = versions()
    let gone = before.filter { !after.contains($0.0) }
    #expect(gone.count == 1)
    for (path, content) in gone { try content.write(to: url(path)) }
  }
}
