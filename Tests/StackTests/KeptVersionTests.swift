// Versions that can't be restored at the moment, and the records next to the versions.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct KeptVersionTests {
  private let home = Home()

  // MARK: Failed attempts

  /// As when git checks out a branch whose file has nothing of the last change, and then returns to the first branch.
  @Test func undoWorksAfterAFailedAttempt() throws {
    let queue = try home.queue()
    let texts = try home.push("a", "b", "c")
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    try home.expectNotReversible("push")
    try home.writeQueue(#require(texts[2]))
    #expect(try queue.undo().title == "c")
    #expect(try queue.undo().title == "b")
    try home.expectRedo(to: [texts[1], texts[2]])

    try queue.skip()
    let skipped = home.queueData()
    _ = try queue.undo()
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    #expect(throws: QueueError.self) { try queue.redo() }
    try home.writeQueue(#require(texts[2]))
    try home.expectRedo(to: [skipped])
  }

  /// Redoing only `done` would make a file with one task.
  @Test func redoDoesNotMergeAChangeIntoAMissingFile() throws {
    try home.push("a", "b")
    try home.queue().complete()
    try home.queue().undo()
    try FileManager.default.removeItem(at: home.queueFile())
    #expect(throws: QueueError.self) { try home.queue().redo() }
    #expect(home.queueData() == nil)
  }

  /// If it is the only version, the second attempt reports the failure again.
  @Test(arguments: [false, true]) func undoMovesOnAfterTwoFailedAttempts(isOnly: Bool) throws {
    try home.writeQueue("{\"tasks\": [{\"title\": \"a\", \"added\": \"2026-01-01T00:00:00Z\"}]}")
    let queue = try home.queue()
    if !isOnly { try queue.push("b") }
    try queue.retitle(as: TaskTitle("c"))
    let text = try #require(home.queueText()).replacing("\"c\"", with: "\"d\"")
    try home.writeQueue(text)
    #expect(try home.expectNotReversible("edit").contains("\"a\""))
    #expect(home.queueText() == text)
    if isOnly {
      #expect(try home.expectNotReversible("edit").contains("\"a\""))
      try home.expectUndo(to: [])
    } else {
      #expect(try queue.undo().title == "b")
    }
    #expect(try home.titles() == ["d"])
  }

  /// A directory is in the place of the version or its record, or another program has damaged one of them.
  @Test(arguments: [
    (".json", nil), (".change", nil), (".json", "{"),
    (".change", #"{"pieces": [[0, 9223372036854775807], [0, 9223372036854775807]]}"#),
  ])
  func anUnreadableVersionBlocksNoOther(_ ending: String, _ damage: String?) throws {
    let queue = try home.queue()
    try home.push("a", "b", "c")
    let path = try home.kept(3, ending)
    try FileManager.default.removeItem(at: path)
    if let damage {
      try Data(damage.utf8).write(to: path)
    } else {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    }
    switch try #require(#expect(throws: QueueError.self) { try queue.undo() }) {
    case .system(let error): #expect(damage == nil && error.path.description == path.path)
    // The failed attempt has renamed the version.
    case .malformed(let path, _, _): #expect(damage == "{" && FileManager.default.fileExists(atPath: path.description))
    case let error: #expect(ending == ".change" && damage != nil, "\(error)")
    }
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["a", "c"])
    try queue.push("d")
    #expect(try queue.undo().title == "d")
  }

  @Test func aWriteThroughAnotherHardLinkLeavesTheVersionAlone() throws {
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
    "", "{}", #"{"pieces": "a"}"#, #"{"pieces": [7]}"#, #"{"pieces": [[0]]}"#, #"{"pieces": [[0, 1, 2]]}"#,
    #"{"pieces": [[2, 1]]}"#, #"{"pieces": [[-1, 1]]}"#, #"{"pieces": [[0, 1]"#, #"{"pieces": [[0, 1]]}}"#,
  ])
  func aDamagedRecordCountsAsMissing(_ text: String) { #expect(ChangeRecord(Array(text.utf8)) == nil) }

  /// The sizes of versions and records count (here of sparse files). The oldest versions are removed for the newest.
  @Test(arguments: [(2, ".change", 3), (2, ".json", 3), (4, ".json", 1)])
  func asManyVersionsAreKeptAsFit(_ number: Int, _ ending: String, count: Int) throws {
    try home.push("a", "b", "c", "d")
    try FileHandle(forWritingTo: home.kept(number, ending)).truncate(atOffset: UInt64(History.maximumSize) + 1)
    try home.push("e")
    #expect(home.versions().count == count)
  }

  /// Otherwise the next version would seem to have this record.
  @Test func theNumberOfAnOrphanRecordIsNotReused() throws {
    let queue = try home.queue()
    try queue.push("one")
    let record = "{\"title\": \"stray\", \"pieces\": [\"stray\"]}"
    try Data(record.utf8).write(to: home.historyDirectory.appendingPathComponent("000009.change"))
    try queue.push("two")
    #expect(home.versions().contains { $0.contains("/000010-") })
    #expect(try queue.undo().title == "two")
    #expect(!home.files(below: ".local").contains { $0.hasSuffix("000009.change") })
  }

  /// Pruning can't remove these directories.
  @Test func directoriesWithTheNamesOfVersionsBlockNoChange() throws {
    let queue = try home.queue()
    try queue.push("one")
    let names = ["000000-20261121T100500Z-before-push.json", "000900.change"]
    let directories = names.map { home.historyDirectory.appendingPathComponent($0) }
    for path in directories { try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false) }
    for number in 1...70 { try queue.push("\(number)") }
    #expect(try queue.undo().title == "70")
    for directory in directories { #expect(FileManager.default.fileExists(atPath: directory.path)) }
  }
}
