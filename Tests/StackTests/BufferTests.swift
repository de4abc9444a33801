// Showing sees no more of a text than it must: how far it reads makes no difference to what it finds.

import TestSupport
import Testing

@testable import Stack

@Suite struct BufferTests {
  static let seeds = TestExtent.seeds(2, all: 8)

  /// What `stack` shows is what a command that reads all of the file would say.
  @Test(arguments: seeds)
  func readingTheFirstTasksFindsTheSameFront(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<1_500 {
      let other = documents.document()
      var text = documents.document()
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: other) }
      let count = 1 + documents.random.below(8)
      let start = read(text, upTo: count, includingRest: documents.random.once(in: 2))
      let whole = read(text)
      let isRight =
        switch (start, whole) {
        case (.success(let start), .success(let whole)):
          start.front == whole.front && start.taskCount == min(count, whole.taskCount)
        case (.failure(let one), .failure(let other)): one == other
        // What is wrong may come later than what is shown, but not the other way round.
        case (.success, .failure): true
        case (.failure, .success): false
        }
      if !isRight {
        Issue.record(
          "first \(count), seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// Every place where what is read first can end: in a key, an escape, a character, a word or a number.
  @Test(arguments: [
    #""tasks": [{"t\u0069tle": "\uD83D\uDE00 日本語 👩‍👩‍👧 \n\t"}, {"title": "b"}]"#,
    #""\u0074\u0061\u0073\u006B\u0073": [{"\u0074\u0069\u0074\u006c\u0065": "a"}]"#,
    #""a key of the user's 日本語 \u0041\n": [true, false, null, -12.5e+10], "tasks": [{"title": "a"}]"#,
    #""version": 1, "completed": [{"title": "a"}], "tasks": [] "#,
  ])
  func everyEndOfWhatIsReadFirst(members: String) throws {
    for depth in [1, 7] {
      for shift in 0...(members.utf8.count + 2) {
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024 - shift)
        let text = spaces + Array("{\(members)}".utf8)
        let whole = try Document(text, upTo: depth, includingRest: depth > 1)
        var sizes: [Int] = []
        let front = Front.found(within: depth) { size in
          sizes.append(size)
          return Array(text.prefix(size))
        }
        if front?.task != whole.front || front?.depth != whole.taskCount || sizes.count > 2 {
          Issue.record("read otherwise, \(shift) bytes in, within \(depth): \(sizes)")
        }
      }
    }
  }

  /// A text that looks complete where what is read first ends is none.
  @Test func whatLooksCompleteIsReadOn() {
    let text = Array("{}".utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 20_000)
    for (rest, isSound) in [("", true), ("x", false)] {
      let front = Front.found(within: 7) { Array((text + Array(rest.utf8)).prefix($0)) }
      #expect((front != nil) == isSound)
    }
  }
}

private func read(
  _ text: [UInt8], upTo limit: Int = .max, includingRest includesRest: Bool = true
) -> Result<Document, ScanError> {
  do throws(ScanError) {
    return .success(try Document(text, upTo: limit, includingRest: includesRest))
  } catch {
    return .failure(error)
  }
}
