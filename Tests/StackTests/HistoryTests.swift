// The undo history: how much is kept, and how large the records of changes are.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct HistoryTests {
  @Test func sixtyFourVersionsAreKept() throws {
    let home = Home()
    var texts: [Data?] = [nil]
    for number in 1...70 { texts += try home.push("task \(number)") }
    let (kept, newest) = (texts.suffix(65).dropLast(), texts.suffix(64))
    #expect(home.versions().count == 64)
    try home.expectUndo(to: kept.reversed())
    #expect(home.versions().count == 64)
    try home.expectRedo(to: Array(newest))
    #expect(home.versions().count == 64)
  }

  @Test func undoneVersionsAreRemovedWithTheOthers() throws {
    let home = Home()
    let queue = try home.queue()
    for number in 1...20 {
      try queue.push("task \(number)")
      try queue.push("not this")
      _ = try queue.undo()
    }
    #expect(home.versions().count == 40)
    for number in 21...100 { try queue.push("task \(number)") }
    #expect(home.versions().count == 64)
    #expect(try home.titles().count == 100)
    for _ in 1...64 { _ = try queue.undo() }
    #expect(try home.titles() == (1...36).map { "task \($0)" })
  }

  @Test func undoAndRedoNameTheCommand() throws {
    let home = Home()
    let queue = try home.queue()
    let actions: [Action] = [
      .push(["a", "b"], inFront: false, attachments: []), .skip, .edit("c"), .attach(["/x"]), .detach(["/x"]),
      .send(to: "host"), .drop, .push(["d"], inFront: false, attachments: []), .done,
    ]
    for action in actions { _ = try queue.perform(action) }
    let commands = ["push", "skip", "edit", "attach", "detach", "send", "drop", "push", "done"]
    #expect(try commands.reversed().map { _ in try queue.undo().command } == commands.reversed())
    #expect(try commands.map { _ in try queue.redo().command } == commands)
  }

  @Test(arguments: [
    "notes.txt", "9-20261121T100500Z-before-done.json", "000009-2026-11-21-before-done.json",
    "000009-20261121T100500Z-before-done-hand-again.json", "000009-notes.json",
    "+00009-20261121T100500Z-before-done.json", ".json", "-.none",
    // Numbers whose successor is too large.
    "9223372036854775807-20261121T100500Z-before-done.json",
    "99999999999999999999-20261121T100500Z-after-done.json",
  ])
  func otherFilesInTheHistoryStayAsTheyAre(name: String) throws {
    let home = Home()
    let before = try home.push("a")
    let strange = try home.historyDirectory.appendingPathComponent(name)
    try Data("strange".utf8).write(to: strange)
    let after = try home.push("b")
    try home.expectUndo(to: before, isAll: false)
    try home.expectRedo(to: after)
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }

  // MARK: How large a change's record is

  /// So many tasks that a record that lists all of them would be long.
  private static let count = TestExtent.isAll ? 20_000 : 400

  /// The size of the record after the queue was rearranged, which can be undone byte for byte.
  private func recordSize(_ edit: (inout [TaskQueue.Arrangement]) throws -> Void) throws -> Int {
    let home = Home()
    let text = StackFile.text(tasks: Self.count)
    try home.writeQueue(text)
    let queue = try home.queue()
    let tasks = try queue.tasks()
    var arrangement = tasks.indices.map { TaskQueue.Arrangement.task($0) }
    try edit(&arrangement)
    #expect(try queue.rearrange(tasks, as: arrangement).isChanged)
    let size = try Data(contentsOf: home.kept(1, ".change")).count
    _ = try queue.undo()
    #expect(home.queueData() == Data(text.utf8))
    return size
  }

  @Test(arguments: [0, count / 3, count - 1])
  func theRecordOfADropIsShort(_ index: Int) throws {
    #expect(try recordSize { $0.remove(at: index) } < 400)
  }

  @Test func theRecordOfARearrangementIsShort() throws {
    let unit = Self.count / 20
    let size = try recordSize { arrangement in
      arrangement.insert(contentsOf: Array(arrangement[(15 * unit)..<(16 * unit)]), at: 10)
      arrangement.removeSubrange((16 * unit)..<(17 * unit))
      arrangement[12 * unit] = .retitled(11 * unit, try TaskTitle("Reworded"))
      arrangement.append(.new(try TaskTitle("New")))
    }
    #expect(size < 600)
  }

  /// If every task moves, each is a piece.
  @Test func theRecordOfAReversalIsProportional() throws {
    #expect(try recordSize { $0.reverse() } < Self.count * 40)
  }
}
