// What a queue has in common with a repository.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct SyncingTests {
  private let home = Home()

  /// The names of commits; the third one is that of a repository with SHA-256.
  private static func commit(_ digit: Int) -> String {
    String(repeating: "\(digit)", count: digit == 3 ? 64 : 40)
  }

  private static let origin = "origin"

  private static func text(_ titles: String...) -> [UInt8] {
    let tasks = titles.enumerated().map {
      #"{"title": "\#($1)", "added": "2026-11-21T10:00:0\#($0).000001Z"}"#
    }
    return Array(StackFile.text(tasks).utf8)
  }

  /// Shares the text of the queue as a commit.
  @discardableResult private func share(
    _ queue: TaskQueue, as commit: String, replacing theirs: [UInt8]? = nil,
    since base: String? = nil, in repository: String = origin
  ) throws -> [UInt8] {
    let shared = try #require(try queue.share(replacing: theirs, since: base))
    try queue.didCommit(shared, as: commit, in: repository)
    return shared.text
  }

  private func titles(_ queue: TaskQueue) throws -> [String] { try queue.tasks().map(\.title) }

  // MARK: Merging

  @Test func theCommonTextIsTheAncestor() throws {
    let queue = try home.queue()
    let first = try queue.merge(
      Self.text("A", "B"), of: Self.commit(1), in: Self.origin, since: nil)
    #expect(first.difference.arrived == ["A", "B"])
    try queue.complete()
    let merging = try queue.merge(
      Self.text("A", "B", "C"), of: Self.commit(2), in: Self.origin, since: Self.commit(1))
    #expect(try titles(queue) == ["B", "C"])
    #expect(merging.difference.arrived == ["C"] && merging.difference.ended.isEmpty)
    #expect(merging.change.isChanged)
    #expect(try queue.commonText(in: Self.commit(2)) == Self.text("A", "B", "C"))
    #expect(try queue.syncedCommits() == [Self.commit(2)], "older ones aren't needed any more")
    // The other machine deleted a task.
    try queue.merge(Self.text("A", "B"), of: Self.commit(3), in: Self.origin, since: Self.commit(2))
    #expect(try titles(queue) == ["B"])
  }

  @Test func mergingWhatTheQueueHasAddsOnlyTheCommonText() throws {
    try home.push("A")
    let queue = try home.queue()
    let text = try share(queue, as: Self.commit(1))
    let merging = try queue.merge(text, of: Self.commit(2), in: Self.origin, since: Self.commit(1))
    #expect(!merging.change.isChanged && home.keptTexts().count == 2)
    #expect(try queue.syncedCommits() == [Self.commit(2)])
  }

  @Test func aMalformedTextChangesNothing() throws {
    try home.push("A")
    let before = home.history()
    #expect(throws: QueueError.self) {
      try home.queue().merge(Array("{".utf8), of: Self.commit(1), in: Self.origin, since: nil)
    }
    #expect(home.history() == before)
  }

  @Test func undoTakesBackNoneOfWhatCame() throws {
    let queue = try home.queue()
    try queue.push("A")
    let text = try share(queue, as: Self.commit(1))
    try queue.push("Own")
    let theirs = String(decoding: text, as: UTF8.self).replacingOccurrences(
      of: "\n  ],\n  \"comp", with: ",\n    {\"title\": \"Other\"}\n  ],\n  \"comp")
    try queue.merge(Array(theirs.utf8), of: Self.commit(2), in: Self.origin, since: Self.commit(1))
    #expect(try titles(queue) == ["A", "Other", "Own"])
    #expect(try queue.undo().title == "Own")
    #expect(try titles(queue) == ["A", "Other"])
    #expect(try queue.redo().title == "Own")
  }

  // MARK: Sharing

  @Test func theSameTextIsNotShared() throws {
    try home.push("A")
    let queue = try home.queue()
    let text = try share(queue, as: Self.commit(1))
    #expect(try queue.share(replacing: text, since: Self.commit(1)) == nil)
    let missing = try home.queue("missing")
    for text in [nil, text] { #expect(try missing.share(replacing: text, since: nil) == nil) }
    try home.queueFile().remove()
    #expect(try queue.share(replacing: nil, since: nil) == nil)
  }

  /// Another program has put it in the place of a newer one, after which commands may have run.
  @Test(arguments: [false, true]) func theTextOfTheRepositoryIsMergedWithWhatItReplaced(
    _ isPending: Bool
  ) throws {
    try home.push("A")
    let queue = try home.queue()
    let text = try share(queue, as: Self.commit(1))
    try queue.push("B")
    try home.writeQueue(Data(text))
    if isPending {
      try queue.push("C")
      try queue.undo()
    }
    #expect(try queue.share(replacing: text, since: Self.commit(1))?.isNew == true)
    #expect(try titles(queue) == ["A", "B"])
  }

  @Test func aSyncThatWasKilledBeforeItsCommitDoesNotCount() throws {
    try home.push("A")
    let queue = try home.queue()
    _ = try queue.share(replacing: nil, since: nil)
    #expect(try queue.syncedCommits() == [])
    try queue.push("B")
    try share(queue, as: Self.commit(1))
    #expect(try queue.syncedCommits() == [Self.commit(1)])
    #expect(home.historyNames().filter { $0.contains("+common") }.count == 1)
  }

  /// For the next sync, another program has removed the tasks.
  @Test func aFileThatWasMadeAgainGetsItsTasksBack() throws {
    try home.push("A")
    let queue = try home.queue()
    try share(queue, as: Self.commit(1))
    let late = try #require(try queue.share(replacing: nil, since: Self.commit(1)))
    try FileManager.default.removeItem(at: home.queueFile())
    try queue.push("B")
    try queue.didCommit(late, as: Self.commit(2), in: Self.origin)
    #expect(try queue.syncedCommits() == [Self.commit(1)])
    let shared = try #require(try queue.share(replacing: late.text, since: Self.commit(1)))
    #expect(shared.restoration?.difference.arrived == ["A"] && shared.isNew)
    #expect(try titles(queue) == ["A", "B"])
    #expect(try queue.undo().title == "B")
    #expect(try titles(queue) == ["A"])
  }

  /// Only their titles tell them apart, so each new title takes the place of only one of them.
  @Test func ofTwoTasksOfOneSecondARewordedOneTakesThePlaceOfOne() throws {
    func text(_ titles: String...) -> [UInt8] {
      let tasks = titles.map { #"{"title": "\#($0)", "added": "2026-11-21T10:00:00Z"}"# }
      return Array(StackFile.text(tasks).utf8)
    }
    let queue = try home.queue()
    try queue.merge(text("A", "B"), of: Self.commit(1), in: Self.origin, since: nil)
    try home.writeQueue(Data(text("A more")))
    let shared = try #require(
      try queue.share(replacing: text("A", "B"), since: Self.commit(1)))
    #expect(shared.restoration?.difference.arrived == ["B"])
    #expect(try titles(queue) == ["A more", "B"])
  }

  @Test func aRepairedFileKeepsItsCommonText() throws {
    try home.push("A")
    try home.writeTasks("A", "B")
    let queue = try home.queue()
    let text = try share(queue, as: Self.commit(1))
    try home.writeQueue(Data("damaged".utf8))
    #expect(try queue.undo().isDamage)
    #expect(try queue.commonText(in: Self.commit(1)) == text)
    #expect(try queue.share(replacing: text, since: Self.commit(1)) == nil)
  }

  @Test func undoRestoresTheFileThatASyncLeft() throws {
    let queue = try home.queue()
    try queue.merge(Self.text("A"), of: Self.commit(1), in: Self.origin, since: nil)
    try queue.push("B")
    try queue.merge(Self.text("A"), of: Self.commit(2), in: Self.origin, since: Self.commit(1))
    try home.writeQueue("damaged")
    #expect(try queue.undo().isDamage && titles(queue) == ["A", "B"])
  }

  /// The repository may not have got the second commit.
  @Test func aSyncWithAnotherRepositoryKeepsTheCommonTexts() throws {
    let queue = try home.queue()
    try queue.push("A")
    let first = try share(queue, as: Self.commit(1))
    try queue.push("B")
    try share(queue, as: Self.commit(2), replacing: first, since: Self.commit(1))
    try share(queue, as: Self.commit(3), in: "other")
    #expect(try queue.syncedCommits() == [3, 2, 1].map(Self.commit))
  }

  /// The second sync removes the entry of the first one, which has the text after that change.
  @Test func aChangeWithoutItsMarkIsUndoneAfterTwoSyncs() throws {
    try home.push("A")
    let queue = try home.queue()
    try queue.merge(Self.text("C"), of: Self.commit(1), in: Self.origin, since: nil)
    try queue.push("B")
    try home.kept(3, ".made").remove()
    try queue.merge(
      Self.text("C", "D"), of: Self.commit(2), in: Self.origin, since: Self.commit(1))
    try queue.merge(
      Self.text("C", "D", "E"), of: Self.commit(3), in: Self.origin, since: Self.commit(2))
    #expect(try queue.undo().title == "B")
    #expect(try titles(queue).sorted() == ["A", "C", "D", "E"])
  }

  // MARK: Limits

  @Test func entriesOfSyncsOutliveAHundredAndTwentyEightChanges() throws {
    let queue = try home.queue()
    try queue.push("A")
    let text = try share(queue, as: Self.commit(1))
    for number in 1...130 { try queue.push("\(number)") }
    #expect(try queue.commonText(in: Self.commit(1)) == text)
    #expect(home.keptTexts().count == 128 + 1)
  }

  @Test func aRepositoryThatRefusesAllPushesDoesNotFillTheDisk() throws {
    let queue = try home.queue()
    try queue.push("A")
    try share(queue, as: Self.commit(1))
    let theirs = try #require(try queue.commonText(in: Self.commit(1)))
    try queue.push("B")
    for number in 100...140 {
      try share(
        queue, as: String(repeating: "0", count: 37) + "\(number)", replacing: theirs,
        since: Self.commit(1))
    }
    #expect(try queue.commonText(in: Self.commit(1)) == theirs)
    #expect(try queue.syncedCommits().count == 2)
    for number in 10...40 {
      try share(queue, as: String(repeating: "\(number)", count: 20), in: "\(number)")
    }
    #expect(try queue.syncedCommits().count == 16)
  }

  @Test(arguments: ["abc", String(repeating: "g", count: 40)])
  func aDamagedNameOfACommitIsIgnored(_ name: String) throws {
    try home.push("A")
    let queue = try home.queue()
    try share(queue, as: Self.commit(1))
    let record = try home.kept(2, ".change")
    let text = try String(contentsOf: record, encoding: .utf8)
    try Data(text.replacing(Self.commit(1), with: name).utf8).write(to: record)
    #expect(try queue.syncedCommits() == [] && queue.commonText(in: name) == nil)
  }

  /// The repository was begun again, so it has none of the commits.
  @Test func aRemovedFileIsSharedAgainWithoutAKnownCommit() throws {
    let queue = try home.queue()
    let text = Self.text("A")
    try queue.merge(text, of: Self.commit(1), in: Self.origin, since: nil)
    try home.queueFile().remove()
    let shared = try #require(try queue.share(replacing: text, since: nil))
    #expect(shared.restoration?.difference.arrived == ["A"] && !shared.isNew)
    #expect(try titles(queue) == ["A"])
  }

  /// Nothing was shared yet, so it may be removed by hand.
  @Test func whatAnotherProgramRemovedBeforeTheFirstSyncStaysAway() throws {
    try home.push("A", "B")
    let queue = try home.queue()
    try home.writeTasks("B")
    try queue.push("D")
    #expect(!home.historyNames().contains { $0.contains("+left") })
    let merging = try queue.merge(
      Self.text("C"), of: Self.commit(1), in: Self.origin, since: nil)
    #expect(try titles(queue).sorted() == ["B", "C", "D"] && merging.restoration == nil)
  }
}
