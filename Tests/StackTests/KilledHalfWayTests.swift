// What a command leaves behind that is killed between two steps: the next one sees through it.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// Each test makes, from whole commands, what stands there when a command is killed between two steps.
@Suite struct KilledHalfWayTests {
  /// Killed when the version was kept, and the file was not replaced yet: two names of one file.
  @Test(arguments: [Version.Role.undo, .redo])
  func aVersionThatIsTheFileInUse(role: Version.Role) throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let before = home.queueData()
    try queue.push("b")
    let after = home.queueData()
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyFolder.appendingPathComponent(
        Version(number: 3, time: .now, role: role, command: "done").fileName))
    try Data("{\"tasks\": [{\"ti".utf8).write(to: home.url(".config/stack/.stack.json.new"))

    let restoration = try queue.undo()
    #expect(restoration.command == "push")
    #expect(!restoration.isWhole)
    #expect(home.queueData() == before)
    _ = try queue.redo()
    #expect(home.queueData() == after)
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.versions().count == 2)
  }

  /// Killed when the absence of a file was kept, and there was no file yet.
  @Test func anAbsenceWhileThereIsNoFile() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    _ = try queue.undo()
    _ = try queue.redo()
    let names = home.versions()
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.hasSuffix(".none") })
    try FileManager.default.removeItem(at: home.queueFile())
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    try queue.push("b")
    _ = try queue.undo()
    #expect(home.queueData() == nil)
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// Killed when undo had brought a version back, and it was not removed yet.
  @Test func aVersionThatWasBroughtBackAlready() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b", "c"])
    try home.leavingWhatGoes { _ = try queue.undo() }

    _ = try queue.undo()
    #expect(home.queueData() == texts[0])
    _ = try queue.redo()
    #expect(home.queueData() == texts[1])
    _ = try queue.redo()
    #expect(home.queueData() == texts[2])
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[1], texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// The same with redo.
  @Test func aVersionThatWasPutBackAlready() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b", "c"])
    _ = try queue.undo()
    _ = try queue.undo()
    try home.leavingWhatGoes { _ = try queue.redo() }
    #expect(home.queueData() == texts[1])

    _ = try queue.redo()
    #expect(home.queueData() == texts[2])
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[1], texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
  }

  /// A change after an undo that was killed ends redo all the same.
  @Test func aChangeAfterAnUndoThatWasKilled() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b"])
    try home.leavingWhatGoes { _ = try queue.undo() }
    try queue.push("c")
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// Killed by undo of the first push, when the file was kept, and not removed yet.
  @Test func aFileThatWasToBeRemoved() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let text = home.queueData()
    var version = Version(number: 2, time: .now, role: .redo, command: "push")
    version.marks = [.removed]
    try FileManager.default.linkItem(
      at: home.queueFile(), to: home.historyFolder.appendingPathComponent(version.fileName))
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(home.queueData() == text)
    _ = try queue.undo()
    #expect(home.queueData() == nil)
    _ = try queue.redo()
    #expect(home.queueData() == text)
  }

  /// What stands in the way of the new text is taken over, also where it is longer.
  @Test func aNewTextThatIsLonger() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))
    try queue.push("b")
    #expect(try home.titles() == ["a", "b"])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// What else lies in the folder of a history is left alone.
  @Test(arguments: [
    "notes.txt", "9-20261121T100500Z-before-done.json", "000009-2026-11-21-before-done.json",
    "000009-20261121T100500Z-before-done-hand-again.json", "000009-notes.json",
    "+00009-20261121T100500Z-before-done.json", ".json", "-.none",
  ])
  func aStrangeFileInTheHistory(name: String) throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let strange = try home.historyFolder.appendingPathComponent(name)
    try Data("strange".utf8).write(to: strange)
    try queue.push("b")
    _ = try queue.undo()
    #expect(try home.titles() == ["a"])
    _ = try queue.redo()
    #expect(try home.titles() == ["a", "b"])
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }
}

extension Home {
  /// Adds tasks one by one. Returns the file after each.
  fileprivate func pushing(_ titles: [String]) throws -> [Data?] {
    try titles.map { title in
      try queue().push(title)
      return queueData()
    }
  }

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
