// What a command leaves behind that is killed between two steps: the next one sees through it.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// Each test makes, from whole commands, what stands there when a command is killed between two steps.
@Suite struct KilledHalfWayTests {
  private let home = Home()

  /// Killed when the version was kept, and the file was not replaced yet: two names of one file.
  @Test(arguments: [Version.Role.undo, .redo])
  func aVersionThatIsTheFileInUse(role: Version.Role) throws {
    let texts = try home.push("a", "b")
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyFolder.appendingPathComponent(
        Version(number: 3, time: .now, role: role, command: "done").fileName))
    // What it had begun to write is taken over, also where that is longer than the new text.
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))

    let restoration = try home.queue().undo()
    #expect(restoration.command == "push" && !restoration.isWhole)
    #expect(home.queueData() == texts[0])
    try home.expectRedo(to: [texts[1]])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.versions().count == 2)
  }

  /// The same where the version is a copy: it doesn't come back when the file has changed.
  @Test(arguments: [Version.Role.undo, .redo])
  func aCopyOfTheFileInUse(role: Version.Role) throws {
    let texts = try home.push("a", "b", "c")
    var version = Version(number: 4, time: .now, role: role, command: "done")
    version.marks = [.pending]
    try FileManager.default.copyItem(
      at: home.queueFile(), to: home.historyFolder.appendingPathComponent(version.fileName))
    try home.expectUndo(to: [texts[1], texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
  }

  /// Killed when the file was replaced, and the copy of it was still pending.
  @Test func aCopyOfTheFileBefore() throws {
    let texts = try home.push("a", "b", "c")
    let version = try home.kept(3).path
    try FileManager.default.moveItem(atPath: version, toPath: version.dropLast(5) + "-pending.json")
    // Once that was seen, it is a version like any other, also where it is the file itself for a moment.
    for text in [texts[2], texts[1], texts[2]] {
      try home.writeQueue(#require(text))
      try home.expectRedo(to: [])
    }
    try home.expectUndo(to: [texts[1], texts[0], nil])
  }

  /// Killed when the absence of a file was kept, and there was no file yet.
  @Test func anAbsenceWhileThereIsNoFile() throws {
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

  /// Killed when undo or redo had brought a version back, and it was not removed yet.
  @Test func aVersionThatWasBroughtBackAlready() throws {
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

  /// A change after an undo that was killed ends redo all the same.
  @Test func aChangeAfterAnUndoThatWasKilled() throws {
    let texts = try home.push("a", "b")
    try home.leavingWhatGoes { _ = try home.queue().undo() }
    try home.push("c")
    try home.expectRedo(to: [])
    try home.expectUndo(to: [texts[0], nil])
  }

  /// Killed by undo of the first push, when the file was kept, and not removed yet.
  @Test func aFileThatWasToBeRemoved() throws {
    let text = try home.push("a")
    var version = Version(number: 2, time: .now, role: .redo, command: "push")
    version.marks = [.removed]
    try FileManager.default.linkItem(
      at: home.queueFile(), to: home.historyFolder.appendingPathComponent(version.fileName))
    try home.expectRedo(to: [])
    #expect(home.queueData() == text[0])
    try home.expectUndo(to: [nil])
    try home.expectRedo(to: text)
  }

  /// What else lies in the folder of a history is left alone.
  @Test(arguments: [
    "notes.txt", "9-20261121T100500Z-before-done.json", "000009-2026-11-21-before-done.json",
    "000009-20261121T100500Z-before-done-hand-again.json", "000009-notes.json",
    "+00009-20261121T100500Z-before-done.json", ".json", "-.none",
    // Numbers that can't be counted on.
    "9223372036854775807-20261121T100500Z-before-done.json",
    "99999999999999999999-20261121T100500Z-after-done.json", "999999999999999.change", "9999999999999.change",
  ])
  func aStrangeFileInTheHistory(name: String) throws {
    let before = try home.push("a")
    let strange = try home.historyFolder.appendingPathComponent(name)
    try Data("strange".utf8).write(to: strange)
    let after = try home.push("b")
    try home.expectUndo(to: before, isAll: false)
    try home.expectRedo(to: after)
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }
}

extension Home {
  /// Does something, and puts back which versions it removed.
  fileprivate func leavingWhatGoes(_ body: () throws -> Void) throws {
    let before = try versions().map { ($0, try Data(contentsOf: url($0))) }
    try body()
    let after = versions()
    let gone = before.filter { !after.contains($0.0) }
    #expect(gone.count == 1)
    for (path, content) in gone { try content.write(to: url(path)) }
  }
}
