// Files and histories that earlier releases wrote: the files go on working, and the histories are
// ignored.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct EarlierReleaseTests {
  private let home = Home()

  /// The history of release 1.2.0 after `push Write the report; push Call Sam; done; undo; merge
  /// CONFLICT-COPY`.
  private static let history = [
    "000001-20261123T231102Z-before-push.none", "000001.change",
    "000002-20261123T231102Z-before-push.json", "000002.change",
    "000003-20261123T231102Z-past-done-restored2.json", "000003.change", "000004.change",
    "000005-20261123T231103Z-before-merge.json", "000005.change",
    "000005-stack.sync-conflict-20261121-153000-ABCDEFG.json",
  ]

  private func writeHistory() throws {
    try FileManager.default.createDirectory(
      at: home.historyDirectory(), withIntermediateDirectories: true)
    for name in Self.history {
      try Data(#"{"tasks": [], "pieces": []}"#.utf8).write(to: home.historyFile(name))
    }
  }

  private var namesOfHistory: [String] { home.historyNames().filter(Self.history.contains) }

  @Test func theirHistoriesAreIgnored() throws {
    try home.writeTasks("Write the report", "Call Sam")
    try writeHistory()
    let before = home.queueData()
    try home.expectUndo(to: [])
    #expect(throws: QueueError.nothingToRedo) { try home.redo() }
    let pushed = try home.push("New")
    #expect(home.keptTexts().contains { $0.hasPrefix("000006-") }, "no number is used twice")
    try home.expectUndo(to: [before])
    try home.expectRedo(to: pushed)
    #expect(namesOfHistory == Self.history.sorted())
  }

  /// Release 1.2.0 doesn't see the new names, so it uses their numbers again.
  @Test func anEntryMayHaveTheNumberOfAnEarlierReleases() throws {
    let texts = try home.push("a", "b", "c")
    try writeHistory()
    try home.expectUndo(to: [texts[1], texts[0], nil])
    try home.expectRedo(to: texts)
  }

  @Test func theirHistoriesDisappearByAge() throws {
    try writeHistory()
    for number in 1...125 { try home.push("\(number)") }
    #expect(Set(namesOfHistory.map { $0.prefix(6) }) == ["000003", "000004", "000005"])
    for number in 126...128 { try home.push("\(number)") }
    #expect(namesOfHistory == [] && home.history().count == 3 * 128)
  }

  /// Release 1.2.0 showed the snoozed task last and kept its `until` through its own changes:
  ///
  ///     1.3: push Write the report; push --until 2999-01-01 Pay the rent; push Call Sam
  ///     1.2: push Buy milk; done; edit Call Sam again; note Bring the lease; skip; undo
  @Test func releaseOneTwoKeepsSnoozedTasks() throws {
    let open = [
      task("Call Sam again", 1, [#""notes": ["Bring the lease"]"#]),
      task("Pay the rent", 0, [#""until": "2999-01-01T00:00:00Z""#]), task("Buy milk", 2),
    ]
    try home.writeQueue(file(open, [task("Write the report", 3, [#""completed": "\#(time(4))""#])]))
    let queue = try home.queue()
    #expect(try queue.front().task?.title == "Call Sam again")
    #expect(try queue.complete().front.task?.title == "Buy milk")
    #expect(try queue.undo().title == "Call Sam again")
    #expect(try queue.tasks().map { $0.until?.dateText } == [nil, "2999-01-01T00:00:00Z", nil])
  }
}
