// Malformed and missing files: undo restores the text that the last command left, and redo brings
// the damage back.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct DamagedFileTests {
  private let home = Home()

  /// Expects that undo replaces the damaged text by these bytes, and that redo reverses that; `nil`
  /// means no file.
  private func expectRecovery(of text: Data?, from damaged: Data? = Data()) throws {
    try? home.queueFile().remove()
    if let damaged { try home.writeQueue(damaged) }
    let shown: Comment = "\(damaged?.shown ?? "no file")"
    try #require(try home.undo().isDamage && home.queueData() == text, shown)
    try #require(try home.redo().isDamage && home.queueData() == damaged, shown)
    try #require(try home.undo().isDamage && home.queueData() == text, shown)
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
    #expect(try home.undo().title == "c" && home.queueData() == nil)
    #expect(try home.redo().title == "c")
    try expectRecovery(of: home.queueData())
  }

  /// If a file of the newest change is damaged, the text that the last command left isn't known.
  @Test(arguments: [".change", ".json"]) func undoRestoresTheNewestTextThatIsKnown(_ lost: String)
    throws
  {
    let texts = try home.push("a", "b")
    try Data("{".utf8).write(to: home.kept(2, lost))
    try home.writeQueue("{")
    let restoration = try home.undo()
    #expect(restoration.isDamage && restoration.damaged.count == 1)
    #expect(home.queueData() == texts[0])
    #expect(try home.redo().isDamage && home.queueText() == "{")
  }
}
