// The cases in `Cases`: valid JSON (RFC 8259) is read and kept byte for byte, and invalid JSON is
// refused.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct CaseTests {
  /// The titles in the valid files that Foundation doesn't read correctly.
  static let titlesUnknownToFoundation = [
    "surrogates-alone":
      "\u{FFFD} \u{FFFD} \u{FFFD}\u{FFFD} \u{FFFD}😀 \u{FFFD}A \u{FFFD}x \u{FFFD}\u{A}",
    "surrogates-alone-in-keys": "a", "numbers-that-are-huge": "a", "nested-512-arrays": "a",
    "nested-512-dictionaries": "a", "nested-512-in-a-task": "a",
    "byte-order-mark-inside": "\u{FEFF}a",
  ]

  @Test(arguments: SoundFile.all) func validFilesAreReadAndKeptByteForByte(_ file: SoundFile) throws
  {
    let home = Home()
    let before = file.data
    try home.writeQueue(before)
    let queue = try home.queue()
    let titles = try Self.titlesUnknownToFoundation[file.name].map { [$0] } ?? home.titles()
    #expect(try queue.tasks().map(\.title) == titles)
    #expect(try queue.count() == titles.count)
    #expect(try queue.front().task?.title == titles.first)
    #expect(try queue.front().depth == min(titles.count, 7))

    try queue.push("One", "Two")
    #expect(try queue.count() == titles.count + 2)
    let after = try #require(home.queueData())
    let edit = Edit(from: Array(before), to: Array(after))
    #expect(
      edit.removed.allSatisfy { " \t\r\n".utf8.contains($0) } && edit.inserted.count < 240,
      "\(after.shown)")
    #expect(try queue.undo().command == "push")
    #expect(home.queueData() == before)
    if titles.isEmpty { return }

    #expect(try queue.complete().front.depth == min(titles.count - 1, 7))
    #expect(try queue.count() == titles.count - 1)
    try queue.undo()
    #expect(home.queueData() == before)
  }

  /// Showing refuses them, too, because it validates all of a short file.
  @Test(arguments: BrokenFile.all) func invalidFilesAreRefusedAndStayAsTheyAre(_ file: BrokenFile)
    throws
  {
    let home = Home()
    try home.writeQueue(file.data)
    let queue = try home.queue()
    let error = try #require(#expect(throws: QueueError.self) { try queue.count() })
    guard case .malformed(queue.path, let position, let problem) = error else { throw error }
    #expect("line \(position.line), column \(position.column)" == file.position)
    #expect("\(problem)" == file.problem)
    #expect(throws: error) { try queue.front() }
    #expect(throws: error) { try queue.tasks() }
    #expect(throws: error) { try queue.push("One") }
    #expect(throws: error) { try queue.complete() }
    #expect(throws: error) { try queue.undo() }
    #expect(home.queueData() == file.data)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.files(below: ".local") == [])
  }

  @Test func noCaseIsMissing() {
    #expect(SoundFile.all.count == 61 && SoundFile.layouts.count == 27)
    #expect(BrokenFile.all.count == 165)
  }
}
