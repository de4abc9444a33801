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

  /// The command was killed while it copied the file.
  @Test func anUnfinishedCopyIsRemoved() throws {
    let texts = try home.push("a")
    let copy = home.historyFile(".new")
    try Data("{".utf8).write(to: copy)
    try home.push("b")
    #expect(!copy.exists)
    try home.expectUndo(to: [texts[0], nil])
  }
}
