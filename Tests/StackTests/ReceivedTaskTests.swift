// Tasks from other people: before one is added to the queue, everything that could do harm is
// removed.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct ReceivedTaskTests {
  /// In the file, a received task is valid, on one line, and without characters that drive a
  /// terminal.
  @Test(arguments: TestExtent.seeds(2, all: 16)) func aReceivedTaskIsHarmless(seed: UInt64) throws {
    var documents = DocumentGenerator(seed: seed)
    var acceptedCount = 0
    for _ in 0..<500 {
      let own = documents.value(depth: 1)
      let attachments = documents.value(depth: 3)
      var text = Array(
        #"{"title": "a b", "own": \#(own), "attachments": \#(attachments)}"#.utf8)
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: Array(own.utf8)) }
      guard let task = try? QueuedTask(payload: text) else { continue }
      acceptedCount += 1
      let line = task.json
      // Foundation is known to differ from RFC 8259 on some texts.
      if differsFromFoundation(task.text) { continue }
      let isSafe =
        (try? TaskTitle(task.title))?.text == task.title
        && !line.unicodeScalars.contains(where: \.isUnsafeToShow) && Array(line.utf8) == task.text
        && task.attachments.allSatisfy { $0.lowercased().hasPrefix("http") }
      if !isSafe { Issue.record("seed \(seed): \(Data(text).shown) became \(line)") }
    }
    #expect(acceptedCount > 125)
  }
}
