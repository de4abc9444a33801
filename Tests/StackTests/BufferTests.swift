// Reading a part of a file gives the same front as reading all of it.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct BufferTests {
  static let seeds = TestExtent.seeds(1, all: 8)

  /// In valid and invalid texts.
  @Test(arguments: seeds) func readingTheFirstTasksFindsTheSameFront(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<(TestExtent.isAll ? 1_500 : 700) {
      var text = documents.document()
      if documents.random.once(in: 2) {
        text = documents.mutated(text, mixedWith: documents.document())
      }
      let count = 1 + documents.random.below(8)
      let includesRest = documents.random.once(in: 2)
      let start = Result { () throws(ScanError) in
        try Document(text, upTo: count, includingRest: includesRest)
      }
      let whole = Result { () throws(ScanError) in try Document(text) }
      let isRight =
        switch (start, whole) {
        case (.success(let start), .success(let whole)):
          start.currentTask(at: .now)?.task == whole.currentTask(at: .now)?.task
            && start.taskCount == min(count, whole.taskCount)
        case (.failure(let error), .failure(let other)): error == other
        // An error may be after the part that is shown.
        case (.success, .failure): true
        case (.failure, .success): false
        }
      if !isRight { Issue.record("first \(count), seed \(seed): \(Data(text).shown)") }
    }
  }

  /// The first read may end anywhere: in a key, an escape, a character, a word or a number.
  @Test(arguments: [
    #""tasks": [{"t\u0069tle": "\uD83D\uDE00 日本語 👩‍👩‍👧 \n\t"}, {"title": "b"}]"#,
    #""\u0074\u0061\u0073\u006B\u0073": [{"\u0074\u0069\u0074\u006c\u0065": "a"}]"#,
    #""a key of the user's 日本語 \u0041\n": [true, false, null, -12.5e+10], "tasks": [{"title": "a"}]"#,
    #""version": 1, "completed": [{"title": "a"}], "tasks": [] "#,
  ])
  func theEndOfTheFirstReadMakesNoDifference(members: String) throws {
    for depth in [1, 7] {
      for shift in TestExtent.sample(Array(0...(members.utf8.count + 2)), 16) {
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024 - shift)
        let text = spaces + Array("{\(members)}".utf8)
        let whole = try Document(text, upTo: depth, includingRest: depth > 1)
        var sizes: [Int] = []
        let front = QueueFront.parse(within: depth) { size in
          sizes.append(size)
          return Array(text.prefix(size))
        }
        if front?.task != whole.currentTask(at: .now)?.task || front?.depth != whole.taskCount
          || sizes.count > 2
        {
          Issue.record("another front, \(shift) bytes in, within \(depth): \(sizes)")
        }
      }
    }
  }

  @Test(arguments: seeds) func writingInChunksWritesTheWholeText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = (0..<64).map { UInt8($0) }
    for _ in 0..<1_500 {
      let pieces = (0..<(1 + random.below(6))).map { _ in
        let start = random.below(64)
        let range = start..<(start + random.below(65 - start))
        return random.once(in: 3)
          ? Piece.new([UInt8](repeating: 0xFF, count: range.count)) : .original(range)
      }
      let patch = Patch(pieces)
      let count = 1 + random.below(6)
      let page = 1 + random.below(6)
      var steps: [[UInt8]] = []
      patch.forEachChunk(ofPages: count, each: page, from: text) { steps.append(Array($0)) }
      let areWhole = steps.dropLast().allSatisfy { $0.count % page == 0 }
      let areShort = steps.allSatisfy { $0.count <= count * page }
      if !areWhole || !areShort || Array(steps.joined()) != patch.applied(to: text) {
        Issue.record("\(pieces) in steps of \(count) pages of \(page), seed \(seed)")
      }
    }
  }

  @Test func aTextThatLooksCompleteInTheFirstReadIsReadToItsEnd() {
    let text = Array("{}".utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 20_000)
    for (rest, isSound) in [("", true), ("x", false)] {
      let front = QueueFront.parse(within: 7) { Array((text + Array(rest.utf8)).prefix($0)) }
      #expect((front != nil) == isSound)
    }
  }
}
