// The reader sees a text through a buffer: how large that is must make no difference, nor how far it reads.

import TestSupport
import Testing

@testable import Stack

@Suite struct BufferTests {
  static let seeds = TestExtent.seeds(2, all: 8)

  /// Goes through texts, sound and broken ones.
  private func forEachText(
    _ seed: UInt64, _ check: (inout SplitMix64, [UInt8]) -> String?
  ) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<1_500 {
      let other = documents.document()
      var text = documents.document()
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: other) }
      if let problem = check(&documents.random, text) {
        Issue.record("\(problem), seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// Small buffers, with their ends at all places of a text.
  @Test(arguments: seeds)
  func smallBuffersReadTheSame(seed: UInt64) {
    forEachText(seed) { random, text in
      let size = 1 + random.below(400)
      return Reading(text, bufferSize: size) == Reading(text, bufferSize: 1 << 20) ? nil : "buffer of \(size)"
    }
  }

  /// What `stack` shows is what a command that reads all of the file would say.
  @Test(arguments: seeds)
  func readingTheFirstTasksFindsTheSameFront(seed: UInt64) {
    forEachText(seed) { random, text in
      let count = 1 + random.below(8)
      let start = Reading(text, .tasks(count), bufferSize: 1 + random.below(600))
      let whole = Reading(text, .whole, bufferSize: 1 << 20)
      let isRight =
        switch (start, whole) {
        case (.sound(let start), .sound(let whole)):
          start.front == whole.front && start.tasks?.count ?? 0 == min(count, whole.tasks?.count ?? 0)
        case (.malformed, _): start == whole
        // What is wrong may come later than what is shown, but not the other way round.
        case (.sound, .malformed): true
        }
      return isRight ? nil : "first \(count)"
    }
  }

  /// Every place where the smallest buffer can end in a key, an escape, a character, a word or a number.
  @Test(arguments: [
    #""tasks": [{"t\u0069tle": "\uD83D\uDE00 日本語 👩‍👩‍👧 \n\t"}, {"title": "b"}]"#,
    #""\u0074\u0061\u0073\u006B\u0073": [{"\u0074\u0069\u0074\u006c\u0065": "a"}]"#,
    #""\u0061\u0074\u0074\u0061\u0063\u0068\u006d\u0065\u006e\u0074\u0073 and more of it \t\n": 1"#,
    #""completed": [true, false, null, -12.5e+10], "version": 1"#,
    #""a key that is longer than any of those that mean something 日本語 \u0041\n": "x""#,
  ])
  func everyEndOfTheBuffer(members: String) throws {
    let expected = try #require(Reading(Array("{\(members)}".utf8), bufferSize: 1 << 20).outline)
    for shift in 0..<200 {
      let text = Array((String(repeating: " ", count: shift) + "{\(members)}").utf8)
      let outline = try #require(Reading(text, bufferSize: 1).outline, "behind \(shift) spaces")
      let isAlike =
        outline.front == expected.front && outline.tasks?.count == expected.tasks?.count
        && outline.completed?.count == expected.completed?.count && outline.examinedSize == text.count + 1
        && outline.top.items.map { $0.value.lowerBound - shift } == expected.top.items.map(\.value.lowerBound)
        && outline.top.items.map { $0.value.upperBound - shift } == expected.top.items.map(\.value.upperBound)
      #expect(isAlike, "behind \(shift) spaces")
    }
  }
}
