// The reader sees a text through a buffer: how large that is must make no difference, nor how far it reads.

import TestSupport
import Testing

@testable import Stack

@Suite struct BufferTests {
  static let seeds = TestExtent.seeds(2, all: 8)

  /// Small buffers, with their ends at all places of a text.
  @Test(arguments: seeds)
  func smallBuffersReadTheSame(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<1_500 {
      let other = documents.document()
      var text = documents.document()
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: other) }
      let size = 1 + documents.random.below(400)
      let small = read(text, .wholeWithElements(of: .tasks), bufferSize: size)
      if small != read(text, .wholeWithElements(of: .tasks), bufferSize: 1 << 20) {
        Issue.record(
          "buffer of \(size), seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// What `stack` shows is what a command that reads all of the file would say.
  @Test(arguments: seeds)
  func readingTheFirstTasksFindsTheSameFront(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<1_500 {
      let other = documents.document()
      var text = documents.document()
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: other) }
      let count = 1 + documents.random.below(8)
      let start = read(text, .tasks(count), bufferSize: 1 + documents.random.below(600))
      let whole = read(text, .whole, bufferSize: 1 << 20)
      let isRight =
        switch (start, whole) {
        case (.success(let start), .success(let whole)):
          start.front == whole.front && start.tasks?.count ?? 0 == min(count, whole.tasks?.count ?? 0)
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

  /// Every place where a buffer can end in a key, an escape, a character, a word or a number.
  @Test(arguments: [
    #""tasks": [{"t\u0069tle": "\uD83D\uDE00 日本語 👩‍👩‍👧 \n\t"}, {"title": "b"}]"#,
    #""\u0074\u0061\u0073\u006B\u0073": [{"\u0074\u0069\u0074\u006c\u0065": "a"}]"#,
    #""\u0061\u0074\u0074\u0061\u0063\u0068\u006d\u0065\u006e\u0074\u0073 and more of it \t\n": 1"#,
    #""completed": [true, false, null, -12.5e+10], "version": 1"#,
    #""a key that is longer than any of those that mean something 日本語 \u0041\n": "x""#,
  ])
  func everyEndOfTheBuffer(members: String) {
    let sizes = Array(160..<240)
    let expected = read(Array("{\(members)}".utf8), .wholeWithElements(of: .tasks), bufferSize: 1 << 20)
    guard case .success(let expected) = expected else { return #expect(Bool(false), "\(expected)") }
    for size in sizes {
      for shift in 0..<200 {
        let text = Array((String(repeating: " ", count: shift) + "{\(members)}").utf8)
        guard case .success(let outline) = read(text, .wholeWithElements(of: .tasks), bufferSize: size) else {
          Issue.record("refused behind \(shift) spaces with a buffer of \(size)")
          continue
        }
        if outline.front != expected.front || outline.tasks?.count != expected.tasks?.count
          || outline.completed?.count != expected.completed?.count || outline.examinedSize != text.count + 1
          || outline.top.items.map({ $0.value }) != expected.top.items.map({ shifted($0.value, by: shift) })
        {
          Issue.record("read otherwise behind \(shift) spaces with a buffer of \(size)")
        }
      }
    }
  }
}

private func shifted(_ range: Range<Int>, by distance: Int) -> Range<Int> {
  (range.lowerBound + distance)..<(range.upperBound + distance)
}

/// What is wrong with a text, and where.
private struct Refusal: Error, Equatable {
  let problem: FormatProblem
  let offset: Int
}

private func read(
  _ text: [UInt8], _ extent: ReadingExtent, bufferSize: Int
) -> Result<Outline, Refusal> {
  var reader = DocumentReader(.memory(text), bufferSize: bufferSize)
  do throws(ScanError) {
    return .success(try reader.read(extent))
  } catch {
    guard case .malformed(let problem, let offset) = error else {
      return .failure(Refusal(problem: .unexpectedEnd, offset: -1))
    }
    return .failure(Refusal(problem: problem, offset: offset))
  }
}
