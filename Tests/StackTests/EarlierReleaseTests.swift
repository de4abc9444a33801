// Histories that earlier releases wrote: their commands can be undone, and nothing of them is lost.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// The fixtures are whole directories: `stack.json`, its conflict copies, and the history, made by
/// the released programs with these commands:
///
///     push Write the report; push Call Sam; push Buy milk; done; skip; undo; edit Call Sam again
///     undo; redo; merge CONFLICT-COPY; push Water the plants; drop; undo
@Suite struct EarlierReleaseTests {
  private static let releases = ["1.0.0", "1.1.0", "1.2.0"]
  private static let conflictCopy = "stack.sync-conflict-20261121-153000-ABCDEFG.json"
  private static let undone: [(command: String, titles: [String])] = [
    ("push", ["Feed the cat", "Call Sam again", "Buy milk"]),
    ("merge", ["Call Sam again", "Buy milk"]), ("edit", ["Call Sam", "Buy milk"]),
    ("done", ["Write the report", "Call Sam", "Buy milk"]),
    ("push", ["Write the report", "Call Sam"]), ("push", ["Write the report"]), ("push", []),
  ]

  private func home(_ fixture: String) throws -> Home {
    let home = Home()
    let folder = try #require(
      Bundle.module.url(forResource: "Cases/histories/\(fixture)", withExtension: nil))
    let manager = FileManager.default
    let queues = home.queueFile().deletingLastPathComponent()
    for directory in [queues, home.historyDirectory()] {
      try manager.createDirectory(
        at: directory.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try manager.copyItem(at: folder, to: queues)
    try manager.moveItem(at: queues.appendingPathComponent("history"), to: home.historyDirectory())
    return home
  }

  @Test(arguments: releases) func theirCommandsCanBeUndoneAndRedone(_ release: String) throws {
    let home = try home(release)
    let history = home.history()
    let before = home.queueData()
    for (command, titles) in Self.undone {
      #expect(try home.undo().command == command)
      #expect(try home.queue().tasks().map(\.title) == titles)
    }
    #expect(throws: QueueError.nothingToUndo) { try home.undo() }
    #expect(home.queueData() == nil)
    for (command, _) in Self.undone.reversed() {
      #expect(try home.redo().command == command)
    }
    #expect(home.queueData() == before)
    #expect(throws: QueueError.nothingToRedo) { try home.redo() }
    #expect(history.allSatisfy { home.history()[$0.key] == $0.value })
  }

  /// Release 1.0.0 left the copy in its place.
  @Test(arguments: releases) func theirMergedCopyIsPutBack(_ release: String) throws {
    let home = try home(release)
    let copy = home.queueFile().deletingLastPathComponent().appendingPathComponent(
      Self.conflictCopy)
    #expect(copy.exists == (release == "1.0.0"))
    try home.undo()
    let restoration = try home.undo()
    #expect(restoration.command == "merge" && copy.exists)
    if release == "1.0.0" { return }
    #expect(restoration.mergedCopy?.description == copy.path)
    let kept = try home.redo().mergedCopy?.name.description
    #expect(kept?.contains("+stack.sync-conflict-") == true)
    #expect(!copy.exists)
  }

  @Test(arguments: releases) func newChangesAreUndoneFirst(_ release: String) throws {
    let home = try home(release)
    let before = home.queueData()
    let pushed = try home.push("New")
    try home.queue().complete()
    try home.expectUndo(to: pushed + [before], isAll: false)
    #expect(try home.undo().title == "Water the plants")
    #expect(try home.queue().skipUndo().command == "merge")
    #expect(try home.undo().command == "edit")
  }

  /// Its entries are removed one by one, its versions first.
  @Test(arguments: releases) func theyDisappearByAge(_ release: String) throws {
    let home = try home(release)
    for number in 1...128 { try home.push("\(number)") }
    #expect(home.history().count == 3 * 128)
    #expect(home.history().keys.allSatisfy { !$0.contains("-before-") })
  }

  /// Commands of 1.2.0 before, between and after those of 1.3, in the same directory:
  ///
  ///     1.2: push One; push Two; done             1.3: push Three; done; undo
  ///     1.2: push Four; undo; push Five; skip; undo
  ///     1.3: push Six
  @Test func releaseOneTwoMayRunInBetween() throws {
    let home = try home("1.2.0-and-1.3.0")
    #expect(try home.titles() == ["Two", "Three", "Five", "Six"])
    for title in ["Six", "Three", "Five", "One", "Two"] {
      #expect(try home.undo().title == title)
    }
    #expect(try home.undo().title == "One")
    #expect(home.queueData() == nil)
    for title in ["One", "Two", "One", "Five", "Three", "Six"] {
      #expect(try home.redo().title == title)
    }
    #expect(Set(try home.titles()) == ["Two", "Three", "Five", "Six"])
  }

  /// Release 1.2.0 showed the snoozed task last and kept its `until` through its own changes:
  ///
  ///     1.3: push Write the report; push --until 2999-01-01 Pay the rent; push Call Sam
  ///     1.2: push Buy milk; done; edit Call Sam again; note Bring the lease; skip; undo
  @Test func releaseOneTwoKeepsSnoozedTasks() throws {
    let home = try home("1.3.0-and-1.2.0-snoozed")
    let queue = try home.queue()
    #expect(try home.titles() == ["Call Sam again", "Pay the rent", "Buy milk"])
    #expect(try queue.tasks().map { $0.until?.dateText } == [nil, "2999-01-01T00:00:00Z", nil])
    #expect(try queue.front().task?.title == "Call Sam again")
    #expect(try queue.complete().front.task?.title == "Buy milk")
    #expect(try queue.undo().title == "Call Sam again")
    #expect(try home.titles() == ["Call Sam again", "Pay the rent", "Buy milk"])
  }
}
