// Malformed and missing files: undo restores the text that the last command left.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct DamagedFileTests {
  private let home = Home()

  /// Expects that undo replaces the damaged text by these bytes, and keeps it; `nil` means no file.
  private func expectRecovery(of text: Data?, from damaged: Data? = Data()) throws {
    try? home.queueFile().remove()
    if let damaged { try home.writeQueue(damaged) }
    let shown: Comment = "\(damaged?.shown ?? "no file")"
    let restoration = try home.undo()
    try #require(restoration.isDamage && home.queueData() == text, shown)
    let kept = restoration.damagedText.map { URL(filePath: $0.description) }
    try #require(try kept.map { try Data(contentsOf: $0) } == damaged, shown)
  }

  @Test func undoRestoresTheFileWhereverItIsCutOrOverwritten() throws {
    try home.push("Grüße", "b")
    try home.queue().complete()
    let text = try #require(home.queueData())
    try expectRecovery(of: text, from: nil)
    for index in TestExtent.sample(Array(text.indices), 30) {
      try expectRecovery(of: text, from: text.prefix(index) + [0xFF] + text.dropFirst(index + 1))
      // Without only its final line break, it is still valid.
      if index < text.count - 1 { try expectRecovery(of: text, from: text.prefix(index)) }
    }
  }

  @Test func undoRestoresTheTextThatUndoOrRedoLeft() throws {
    let texts = try home.push("a", "b")
    for text in [texts[0], nil] {
      try home.undo()
      try expectRecovery(of: text)
    }
    try home.push("c")
    try expectRecovery(of: home.queueData(), from: nil)
    try expectRecovery(of: home.queueData(), from: Data("{".utf8))
    #expect(throws: QueueError.nothingToRedo) { try home.redo() }
    #expect(try home.undo().title == "c" && home.queueData() == nil)
    #expect(try home.redo().title == "c")
    try expectRecovery(of: home.queueData())
  }

  /// What was undone before can still be redone.
  @Test func aRepairIsNeitherUndoneNorRedone() throws {
    let texts = try home.push("a", "b")
    try home.undo()
    try expectRecovery(of: texts[0])
    try home.expectRedo(to: [texts[1]])
    try home.expectUndo(to: [texts[0], nil])
  }

  /// The file that another program removed was followed by a new one, which was undone.
  @Test func undoRestoresTheFileThatWasRemovedBeforeAnUndonePush() throws {
    let texts = try home.push("a")
    try home.queueFile().remove()
    try home.push("b")
    #expect(try home.undo().title == "b" && home.queueData() == nil)
    #expect(try home.undo().isDamage && home.queueData() == texts[0])
    #expect(try home.undo().title == "a" && home.queueData() == nil)
  }

  /// If a file of the newest change is damaged, the text that the last command left isn't known.
  @Test(arguments: [".change", ".json"], ["push", "undo"])
  func aRepairFromADamagedChangeIsRefusedUntilItIsSkipped(_ lost: String, _ newest: String) throws {
    let texts = try home.push("a", "b")
    if newest == "undo" { try home.undo() }
    try Data("{".utf8).write(to: home.kept(newest == "undo" ? 3 : 2, lost))
    try home.writeQueue("{")
    for _ in 1...2 { try home.expectNotReversible("push") }
    #expect(try home.queue().skipUndo().command == "push" && home.queueText() == "{")
    #expect(try home.undo().isDamage)
    #expect(home.queueData() == (newest == "undo" ? texts[1] : texts[0]))
  }

  @Test func theTextOfASkippedChangeIsRestored() throws {
    let texts = try home.push("a", "b")
    #expect(try home.queue().skipUndo().title == "b")
    try expectRecovery(of: texts[1])
  }

  @Test func skippingRepairsNothing() throws {
    try home.push("a")
    try home.writeQueue("{")
    #expect(throws: QueueError.self) { try home.queue().skipUndo() }
    #expect(home.queueText() == "{")
  }

  @Test func undoDoesNotReplaceTheFileOfANewerRelease() throws {
    try home.push("a")
    try home.writeQueue(#"{"version": 2}"#)
    #expect(throws: QueueError.self) { try home.undo() }
    #expect(home.queueText() == #"{"version": 2}"#)
  }
}
