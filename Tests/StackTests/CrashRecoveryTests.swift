// Crash recovery: the state after a command was killed between two steps, and what the next command
// makes of it.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// The states are constructed from complete commands. The fault tests create all others by killing
/// commands.
@Suite struct CrashRecoveryTests {
  private let home = Home()

  /// Makes the state of a command that was killed after it had kept the text and the record of its
  /// change, and before it replaced the file. The text is a hard link, or a copy.
  private func keep(_ change: () throws -> Void, isCopy: Bool) throws {
    let before = home.queueData()
    try change()
    let mark = try #require(home.historyNames().last { $0.hasSuffix(".made") })
    try home.historyFile(mark).remove()
    try? home.queueFile().remove()
    guard let before else { return }
    if isCopy { return try home.writeQueue(before) }
    let text = try home.kept(try #require(Int(mark.prefix(6))))
    try FileManager.default.linkItem(at: text, to: home.queueFile())
  }

  @Test(arguments: [false, true], ["push", "undo", "redo"])
  func aChangeThatWasNotMadeDoesNotCount(isCopy: Bool, command: String) throws {
    let texts = try home.push("a", "b", "c", "d")
    try home.undo()
    try keep(
      {
        switch command {
        case "push": try home.push("e")
        case "undo": try home.undo()
        default: try home.redo()
        }
      }, isCopy: isCopy)
    #expect(home.historyNames().filter { $0.hasPrefix("000006") }.count == 2)
    // It had begun to write the new text, which was longer than the next one.
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))

    #expect(try home.undo().command == "push" && home.queueData() == texts[1])
    #expect(home.historyNames().filter { $0.hasPrefix("000006") }.count == 2)
    #expect(try home.kept(7).lastPathComponent.contains("-undo3-push"), "no number is used twice")
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: Array(texts[1...]))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// The command was killed after it had replaced the file and before it said so.
  @Test func aChangeThatWasMadeCounts() throws {
    let texts = try home.push("a", "b", "c")
    try home.kept(3, ".made").remove()
    try home.expectUndo(to: [texts[1], texts[0], nil])
    try home.expectRedo(to: texts)
  }

  /// The commands after it kept the text that it left.
  @Test func changesWithoutMarksCountIfTheirTextsFollowEachOther() throws {
    try home.push("a", "b", "c")
    _ = try home.queue().skipUndo()
    try home.push("d")
    for number in [1, 2, 3, 5] { try home.kept(number, ".made").remove() }
    for title in ["d", "b", "a"] { #expect(try home.undo().title == title) }
    #expect(try home.titles() == ["c"])
  }

  /// The inode and the change time are those after the rename.
  @Test func theMarkIdentifiesTheFileThatTheChangeLeft() throws {
    try home.push("a", "b")
    let path = Pathname(unchecked: home.queueFile().path)
    let status = try #require(try FileSystem.status(of: path))
    #expect(try home.mark(2).describes(status))
    try home.undo()
    try home.undo()
    #expect(try home.mark(4).inode == nil, "there is no file")
  }

  @Test func theMarkOfASkippedUndoIdentifiesTheSameFile() throws {
    try home.push("a")
    _ = try home.queue().skipUndo()
    #expect(try home.mark(2).inode == home.mark(1).inode && home.mark(2).changed != nil)
  }

  /// The change doesn't count, because nothing of it is left in the file. With the mark, it does.
  @Test(arguments: [false, true])
  func anotherProgramTurnedTheFileBackAfterTheKill(isMarked: Bool) throws {
    let texts = try home.push("a", "b", "c")
    if !isMarked { try home.kept(3, ".made").remove() }
    try home.writeQueue(#require(texts[1]))
    if isMarked {
      try home.expectNotReversible("push")
      try home.writeQueue(#require(texts[2]))
      return try home.expectUndo(to: [texts[1]], isAll: false)
    }
    try home.expectUndo(to: [texts[0], nil])
  }

  /// The command was killed before it replaced the file. Then another program saves the file, in
  /// place or by a rename, and `undo` must not reverse what was never made.
  @Test(
    arguments: [(false, false), (false, true), (true, false), (true, true)],
    ["push", "done", "undo", "redo", "first push"])
  func anotherProgramSavedTheFileAfterTheKill(
    _ way: (isCopy: Bool, isInPlace: Bool), command: String
  ) throws {
    if command != "first push" {
      try home.push("a", "b", "c")
      try home.queue().push("d")
      try home.undo()
    }
    try keep(
      {
        switch command {
        case "done": try home.queue().complete()
        case "undo": try home.undo()
        case "redo": try home.redo()
        default: try home.push("e")
        }
      }, isCopy: way.isCopy)
    if command == "first push" {
      try home.writeTasks("Foreign")
      let foreign = home.queueData()
      try home.expectUndo(to: [])
      return #expect(home.queueData() == foreign)
    }
    let foreign = try #require(home.queueText()).replacing(
      "\n  ]", with: ",\n    {\"title\": \"Foreign\"}\n  ]", maxReplacements: 1)
    if way.isInPlace {
      let file = try FileHandle(forWritingTo: home.queueFile())
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(foreign.utf8))
      try file.close()
    } else {
      try Data(foreign.utf8).write(to: home.queueFile(), options: .atomic)
    }
    #expect(try home.titles() == ["a", "b", "c", "Foreign"])
    #expect(try home.undo().title == "c")
    #expect(try home.titles() == ["a", "b", "Foreign"])
    #expect(try home.redo().title == "c")
    #expect(try home.redo().title == "d")
    #expect(Set(try home.titles()) == ["a", "b", "c", "d", "Foreign"])
  }

  /// Nothing shows that the change was made.
  @Test func aChangeWithoutMarkIsIgnoredAfterAnEdit() throws {
    try home.push("a", "b", "c")
    try home.kept(3, ".made").remove()
    try home.writeQueue(try #require(home.queueText()).replacing("\"c\"", with: "\"cc\""))
    #expect(try home.undo().title == "b")
    #expect(try home.titles() == ["a", "cc"])
  }

  /// A killed `undo --skip` left its record without a mark.
  @Test func anIncompleteSkipDoesNotCount() throws {
    let texts = try home.push("a", "b")
    _ = try home.queue().skipUndo()
    try home.kept(3, ".made").remove()
    #expect(try home.undo().title == "b" && home.queueData() == texts[0])
  }

  /// Nothing shows that the first push was made, so there is nothing to restore. With the mark,
  /// there is.
  @Test(arguments: [false, true]) func theOnlyTasksFileWasRemoved(isMarked: Bool) throws {
    let texts = try home.push("a")
    if !isMarked { try home.kept(1, ".made").remove() }
    try home.queueFile().remove()
    try home.expectUndo(to: isMarked ? texts : [], isAll: !isMarked)
    try home.push("b")
    #expect(try home.titles() == (isMarked ? ["a", "b"] : ["b"]))
  }

  /// The command was killed while it copied the file.
  @Test func anUnfinishedCopyIsRemoved() throws {
    let texts = try home.push("a")
    let copy = home.historyFile(".new")
    try Data("{".utf8).write(to: copy)
    try home.push("b")
    #expect(!copy.exists)
    try home.expectUndo(to: [texts[0], nil])
  }

  /// The next change had removed an entry and added its own, when the power failed: both are there.
  @Test func severalChangesThatWereNotMadeDoNotCount() throws {
    let texts = try home.push("a", "b")
    try keep({ try home.push("c") }, isCopy: false)
    let removed = home.history().filter { $0.key.hasPrefix("000003") }
    try home.push("d")
    try home.undo()
    let next = home.history().keys.filter { $0.hasPrefix("000004") || $0.hasPrefix("000005") }
    for name in next where !name.hasPrefix("000004-") {
      try home.historyFile(name).remove()
    }
    for (name, text) in removed {
      try text.write(to: home.historyFile(name))
    }
    try home.expectUndo(to: [texts[0], nil])
    try home.expectRedo(to: texts)
  }
}
