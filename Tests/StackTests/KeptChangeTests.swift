// Changes that can't be reversed at the moment, and damaged files of the history.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct KeptChangeTests {
  private let home = Home()
  private let queue: TaskQueue

  init() throws { queue = try home.queue() }

  // MARK: Failed attempts

  /// As when git checks out a branch whose file has nothing of the last change, and then returns to
  /// the first branch.
  @Test func undoWorksAfterAFailedAttempt() throws {
    let texts = try home.push("a", "b", "c")
    try home.writeTasks("elsewhere")
    try home.expectNotReversible("push")
    try home.writeQueue(#require(texts[2]))
    let undone = try queue.undo()
    #expect(undone.title == "c" && undone.damagedText == nil && undone.restoredDate == nil)
    #expect(try queue.undo().title == "b")
    try home.expectRedo(to: [texts[1], texts[2]])

    try queue.skip()
    let skipped = home.queueData()
    try queue.undo()
    try home.writeTasks("elsewhere")
    #expect(throws: QueueError.self) { try queue.redo() }
    try home.writeQueue(#require(texts[2]))
    try home.expectRedo(to: [skipped])
  }

  /// Redoing only `done` would make a file with one task.
  @Test func redoDoesNotMergeAChangeIntoAMissingFile() throws {
    try home.push("a", "b")
    try queue.complete()
    try queue.undo()
    try home.queueFile().remove()
    #expect(throws: QueueError.self) { try queue.redo() }
    #expect(home.queueData() == nil)
  }

  /// Without a text, the file is missing.
  @Test(arguments: [
    (".json", "{"), (".json", String(repeating: "x", count: 999)), (".json", nil),
    (".change", "{}"), (".change", nil),
    (".change", #"{"pieces": [[0, 1000000]]}"#),
    (".change", #"{"pieces": [[0, 9223372036854775807], [0, 9223372036854775807]]}"#),
  ])
  func aDamagedChangeIsRefusedUntilItIsSkipped(_ ending: String, _ damage: String?) throws {
    try home.push("a", "b", "c")
    let text = home.queueData()
    let path = try home.kept(3)
    let damaged = try home.kept(3, ending)
    try damaged.remove()
    if let damage { try Data(damage.utf8).write(to: damaged) }
    for _ in 1...2 {
      #expect { try queue.undo() } throws: { error in
        guard case .notReversible(let refusal) = error as? QueueError else { return false }
        return refusal.reason == .isDamaged && refusal.textBefore?.description == path.path
      }
    }
    #expect(home.queueData() == text)
    #expect(try queue.skipUndo().command == "push")
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["a", "c"])
    #expect(try queue.redo().title == "b")
  }

  @Test func redoingADamagedChangeIsRefused() throws {
    let texts = try home.push("a", "b")
    try queue.undo()
    try home.kept(3).remove()
    for _ in 1...2 {
      #expect { try queue.redo() } throws: { error in
        guard case .notReversible(let refusal) = error as? QueueError else { return false }
        return refusal.isRedo && refusal.reason == .isDamaged
      }
    }
    #expect(home.queueData() == texts[0])
  }

  /// A directory is in the place of a file. That blocks no change, and `undo --skip` leads further.
  @Test(arguments: [".json", ".change"])
  func aChangeThatCannotBeReadIsRefusedEachTime(_ ending: String) throws {
    try home.push("a", "b", "c")
    let path = try home.kept(3, ending)
    try path.remove()
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    for isMarked in [true, false] {
      if !isMarked { try home.kept(3, ".made").remove() }
      for _ in 1...2 {
        let error = try #require(#expect(throws: QueueError.self) { try queue.undo() })
        guard case .system(let error) = error else { throw error }
        #expect(error.path.description == path.path)
      }
    }
    try queue.push("d")
    #expect(try queue.undo().title == "d")
    #expect(throws: QueueError.self) { try queue.undo() }
    #expect(try queue.skipUndo().command == "push")
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["a", "c"])
  }

  /// The record says that bytes were copied twice, and in another order.
  @Test func aRecordWithOverlappingPiecesIsReversed() throws {
    let text = Data(#"{"tasks": [{"title": "abc"}]}"#.utf8)
    try home.writeQueue(text)
    try queue.retitle(as: TaskTitle("d"))
    try Data(#"{"pieces": [[0, 25], [22, 25], [23, 24], [22, 29]]}"#.utf8).write(
      to: home.kept(1, ".change"))
    let record = try #require(ChangeRecord([UInt8](Data(contentsOf: home.kept(1, ".change")))))
    try home.writeQueue(Data(#require(record.patch.applied(to: [UInt8](text)))))
    try queue.undo()
    #expect(home.queueData() == text)
  }

  @Test func aWriteThroughAnotherHardLinkLeavesTheKeptTextAlone() throws {
    let before = try home.push("one")
    let twin = home.url("twin.json")
    try FileManager.default.linkItem(at: home.queueFile(), to: twin)
    try home.push("two")
    let handle = try FileHandle(forWritingTo: twin)
    try handle.write(contentsOf: Data(repeating: 0x78, count: #require(before[0]).count))
    try handle.close()
    try home.expectUndo(to: before, isAll: false)
  }

  // MARK: Records

  @Test(arguments: [
    "", "{}", #"{"pieces": "a"}"#, #"{"pieces": [7]}"#, #"{"pieces": [[0]]}"#,
    #"{"pieces": [[0, 1, 2]]}"#,
    #"{"pieces": [[2, 1]]}"#, #"{"pieces": [[-1, 1]]}"#, #"{"pieces": [[0, 1]"#,
    #"{"pieces": [[0, 1]]}}"#,
  ])
  func aDamagedRecordCountsAsMissing(_ text: String) {
    #expect(ChangeRecord(Array(text.utf8)) == nil)
  }

  /// The sizes of texts and records count (here of sparse files). The oldest entries are removed
  /// for the newest. The files are looked at when the newest mark shows that they may be too large,
  /// or if there is none.
  @Test(arguments: [(2, ".change", true, 3), (2, ".json", false, 3), (4, ".json", true, 1)])
  func asManyEntriesAreKeptAsFit(
    _ number: Int, _ ending: String, isMarked: Bool, count: Int
  ) throws {
    try home.push("a", "b", "c", "d")
    try FileHandle(forWritingTo: home.kept(number, ending)).truncate(
      atOffset: UInt64(History.maximumSize) + 1)
    for part in ["stack (1)", "common", "left"] {
      try Data().write(to: home.historyFile("000001+\(part).json"))
    }
    let mark = try home.kept(4, ".made")
    if isMarked {
      try Data(Mark(nil, size: History.maximumSize).text).write(to: mark)
    } else {
      try mark.remove()
    }
    try home.push("e")
    #expect(home.keptTexts().count == count)
    #expect(
      home.history().count == 3 * count - (isMarked ? 0 : 1),
      "their other files are removed with them")
  }

  @Test func theNewestEntryIsKeptHoweverLargeItIs() throws {
    let texts = try home.push("a", "b")
    try home.kept(2, ".made").remove()
    let state = Pathname(unchecked: home.url(".local/state/stack").path)
    let history = try History(of: Pathname(unchecked: home.queueFile().path), in: state) { nil }
    let original = try Data(contentsOf: home.kept(2))
    let newest = try FileHandle(forWritingTo: home.kept(2))
    try newest.truncate(atOffset: UInt64(History.maximumSize) + 1)
    try history.mark(Entry(2, "push", at: .now, hasFile: true))
    try history.prune()
    #expect(home.keptTexts().count == 1)
    try newest.truncate(atOffset: UInt64(original.count))
    try home.expectUndo(to: [texts[0]])
  }

  /// Otherwise the next entry would seem to have this record.
  @Test func theNumberOfALeftoverIsNotReused() throws {
    try queue.push("one")
    let record = #"{"title": "stray", "pieces": ["stray"]}"#
    for name in ["000009.change", "000012.made"] {
      try Data(record.utf8).write(to: home.historyFile(name))
    }
    try queue.push("two")
    #expect(home.keptTexts().contains { $0.hasPrefix("000013-") })
    #expect(try queue.undo().title == "two")
    #expect(try queue.undo().title == "one")
  }

  /// Pruning can't remove these directories.
  @Test func directoriesWithTheNamesOfEntriesBlockNoChange() throws {
    try queue.push("one")
    let names = [
      "000000-20261121T100500Z-before-push.json", "000001-20261121T100500Z-push.json",
      "000900.change", "000901.made", "000902-20261121T100500Z-push.json",
    ]
    let directories = names.map { home.historyFile($0) }
    for path in directories {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    }
    for number in 1...130 { try queue.push("\(number)") }
    #expect(try queue.undo().title == "130")
    for directory in directories { #expect(directory.exists) }
  }
}
