// The undo history: how much is kept, and how large the records of changes are.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct HistoryTests {
  private let home = Home()

  /// Undoing adds an entry, too, and then removes the oldest one.
  @Test func ofAHundredAndTwentyEightEntriesSixtyFourCanBeUndoneInARow() throws {
    let texts = try (1...80).flatMap { try home.push("task \($0)") }
    try home.expectUndo(to: texts[31...78].reversed(), isAll: false)
    #expect(home.keptTexts().count == 128)
    try home.expectUndo(to: texts[15...30].reversed())
    #expect(home.keptTexts().count == 128)
    #expect(home.history().count == 3 * 128, "a record and a mark for each")
    try home.expectRedo(to: Array(texts[16...79]))
    #if os(Linux)
      let manager = FileManager.default
      let open = try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(home.directory.path) } == [], "no descriptor is left open")
    #endif
  }

  @Test func undoAndRedoNameTheCommand() throws {
    let queue = try home.queue()
    let changes: [(command: String, action: Action)] = [
      ("push", .push(["a", "b"], inFront: false, attachments: [])), ("skip", .skip),
      ("edit", .edit("c")),
      ("attach", .attach(["/x"])), ("detach", .detach(["/x"])), ("drop", .drop),
    ]
    for change in changes { _ = try queue.perform(change.action) }
    for change in changes.reversed() { #expect(try queue.undo().command == change.command) }
    for change in changes { #expect(try queue.redo().command == change.command) }
  }

  @Test(arguments: [(1, "a"), (2, nil), (3, nil)])
  func onlyAnEditOfOneTaskHasItsTitle(_ count: Int, _ title: String?) throws {
    try home.push("a", "b", "d")
    let queue = try home.queue()
    let new = try TaskTitle("c")
    try queue.rearrange(
      queue.tasks(), as: (0..<3).map { $0 < count ? .edited($0, new, nil) : .task($0) })
    #expect(try queue.undo().title == title)
  }

  /// `EntryTests` has more names that aren't those of entries.
  @Test(arguments: [
    "notes.txt", "9-20261121T100500Z-done.json", "000009-notes.json", ".json", "-.none",
    // The next number would be too large.
    "9223372036854775807-20261121T100500Z-done.json",
    "99999999999999999999-20261121T100500Z-after-done.json", "999999999999999.change",
    "9999999999999.made",
  ])
  func otherFilesInTheHistoryStayAsTheyAre(name: String) throws {
    let before = try home.push("a")
    let strange = home.historyFile(name)
    try Data("strange".utf8).write(to: strange)
    let after = try home.push("b")
    try home.expectUndo(to: before, isAll: false)
    try home.expectRedo(to: after)
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }

  /// In a queue so long that a record that lists all tasks would be larger.
  @Test func aRecordIsAsLongAsItsChange() throws {
    let count = TestExtent.isAll ? 20_000 : 400
    /// The size of the record after the queue was rearranged, which can be undone byte for byte.
    func recordSize(_ edit: (inout [TaskQueue.Arrangement]) throws -> Void) throws -> Int {
      let home = Home()
      let text = StackFile.text(tasks: count)
      try home.writeQueue(text)
      let queue = try home.queue()
      let tasks = try queue.tasks()
      var arrangement = tasks.indices.map { TaskQueue.Arrangement.task($0) }
      try edit(&arrangement)
      #expect(try queue.rearrange(tasks, as: arrangement).isChanged)
      let size = try Data(contentsOf: home.kept(1, ".change")).count
      try queue.undo()
      #expect(home.queueData() == Data(text.utf8))
      return size
    }

    for index in [0, count / 3, count - 1] {
      #expect(try recordSize { $0.remove(at: index) } < 400)
    }
    let unit = count / 20
    let size = try recordSize { arrangement in
      arrangement.insert(contentsOf: Array(arrangement[(15 * unit)..<(16 * unit)]), at: 10)
      arrangement.removeSubrange((16 * unit)..<(17 * unit))
      arrangement[12 * unit] = .retitled(11 * unit, try TaskTitle("Reworded"))
      arrangement.append(.new(try TaskTitle("New")))
    }
    #expect(size < 600)
    #expect(try recordSize { $0.reverse() } < count * 40, "every task is a piece")
  }
}
