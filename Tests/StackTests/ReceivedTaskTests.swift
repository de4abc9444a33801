// A task that a stranger sends: validated, and made harmless, before it stands in the queue.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct ReceivedTaskTests {
  private let arrival = Timestamp(seconds: 1_795_255_200)

  private func received(_ text: String) throws -> String {
    try QueuedTask(payload: Array(text.utf8), arrival: arrival).json
  }

  @Test(arguments: [
    (#"{"title": "a"}"#, #"{"title": "a", "added": "2026-11-21T10:00:00Z"}"#),
    (
      " {\r\n\t\"added\" : \"1999-01-01T00:00:00Z\",\"title\":\"  a  \" , \"own\":[ 1,{ } ]}\n\n",
      #"{"added": "2026-11-21T10:00:00Z", "title": "a", "own": [1, {}]}"#
    ),
    (
      #"{"title": "a", "from": "sam@host"}"#,
      #"{"title": "a", "from": "sam@host", "added": "2026-11-21T10:00:00Z"}"#
    ),
    // Only addresses in the web are kept: the stranger's files are not here.
    (
      #"{"title": "a", "attachments": ["/etc/passwd", "https://example.org", "file:///x", "HTTP://a", "javascript:1", 1, ["http://b"], "httpx://", " https://c"]}"#,
      #"{"title": "a", "attachments": ["https://example.org", "HTTP://a"], "added": "2026-11-21T10:00:00Z"}"#
    ),
    (
      #"{"title": "a", "attachments": ["/x"], "b": 1}"#,
      #"{"title": "a", "b": 1, "added": "2026-11-21T10:00:00Z"}"#
    ),
    (
      #"{"attachments": {"https://a": "https://b"}, "title": "a"}"#,
      #"{"title": "a", "added": "2026-11-21T10:00:00Z"}"#
    ),
    (#"{"att\u0061chments": ["~/x"], "title": "a"}"#, #"{"title": "a", "added": "2026-11-21T10:00:00Z"}"#),
    // Whatever could drive a terminal stands as an escape.
    (
      "{\"title\": \"\u{202E}a\u{9B}31m\", \"\u{2028}\": \"\u{7F}\"}",
      #"{"title": "\u202Ea\u009B31m", "\u2028": "\u007F", "added": "2026-11-21T10:00:00Z"}"#
    ),
    (
      #"{"t\u0069tle": "\u001b[31m \uD83D"}"#,
      #"{"t\u0069tle": "\u001B[31m \#u{FFFD}", "added": "2026-11-21T10:00:00Z"}"#
    ),
    (
      #"{"title": "null", "null": "null"}"#,
      #"{"title": "null", "null": "null", "added": "2026-11-21T10:00:00Z"}"#
    ),
  ])
  func taken(text: String, task: String) throws {
    #expect(try received(text) == task)
  }

  @Test(arguments: [
    ("", FormatProblem.empty),
    (" \n", .empty),
    ("null", .taskIsNoObject),
    (#"[{"title": "a"}]"#, .taskIsNoObject),
    (#""title""#, .taskIsNoObject),
    ("{}", .missingTitle),
    (#"{"title": 1}"#, .wrongType(key: "title", expected: "a string")),
    (#"{"title": null}"#, .wrongType(key: "title", expected: "a string")),
    (#"{"title": "a", "title": "b"}"#, .duplicateKey("title")),
    (#"{"title": "a", "titl\u0065": "b"}"#, .duplicateKey("title")),
    (#"{"title": "a", "attachments": [], "att\u0061chments": []}"#, .duplicateKey("attachments")),
    (#"{"title": "a"}, {"title": "b"}"#, .textAfterEnd),
    (#"{"title": "a"}{"title": "b"}"#, .textAfterEnd),
    ("{\"title\": \"a\"}\u{0}", .textAfterEnd),
    (#"{"title": "a"]}"#, .expected("a comma or }")),
    (#"{"title": "a",}"#, .expected("a string")),
    (#"{"title": "a"#, .unexpectedEnd),
    ("{\"title\": \"a\nb\"}", .unescapedControlCharacter),
    (#"{"title": "a\nb"}"#, .invalidTitle),
    (#"{"title": "a\u000Db"}"#, .invalidTitle),
    (#"{"title": ""}"#, .invalidTitle),
    (#"{"title": " \t\n "}"#, .invalidTitle),
    (#"{"title": "a", "attachments": ["https://b/\u009b"]}"#, .unsafeAddress),
    (#"{"title": "a", "x": null}"#, .null),
    (#"{"title": "a", "x": [{"y": [null]}]}"#, .null),
    (#"{"title": "a", "attachments": null}"#, .null),
  ])
  func refused(text: String, problem: FormatProblem) {
    #expect(throws: problem) { try received(text) }
  }

  @Test func bytesThatAreNoText() {
    let text = Array("{\"title\": \"".utf8) + [0xFF] + Array("\"}".utf8)
    #expect(throws: FormatProblem.invalidUTF8) { try QueuedTask(payload: text, arrival: arrival) }
    let mark = JSONScanner.byteOrderMark + Array("{\"title\": \"a\"}".utf8)
    #expect(throws: FormatProblem.expected("a value")) { try QueuedTask(payload: mark, arrival: arrival) }
  }

  @Test func theLargest() throws {
    let frame = #"{"title": ""}"#.utf8.count
    func text(_ count: Int) -> String {
      "{\"title\": \"" + String(repeating: "x", count: count - frame) + "\"}"
    }
    #expect(throws: FormatProblem.tooLarge) { try received(text(65_537)) }
    let task = try QueuedTask(payload: Array(text(65_536).utf8), arrival: arrival)
    #expect(task.title.utf8.count == 65_536 - frame)
    let home = Home()
    let queue = try home.queue()
    #expect(try queue.receive(task).front.task == task)
    #expect(try queue.count() == 1)
  }

  /// The deepest task that is taken leaves a file that is still read; one deeper is refused.
  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func theDeepest(opening: String, closing: String) throws {
    func text(_ depth: Int) -> String {
      let inner = opening == "[" ? "" : "1"
      return "{\"title\": \"a\", \"own\": " + String(repeating: opening, count: depth) + inner
        + String(repeating: closing, count: depth) + "}"
    }
    var depth = 600
    var task: QueuedTask?
    while task == nil, depth > 400 {
      depth -= 1
      task = try? QueuedTask(payload: Array(text(depth).utf8), arrival: arrival)
    }
    #expect(throws: FormatProblem.nestedTooDeeply) { try received(text(depth + 1)) }
    let home = Home()
    let queue = try home.queue()
    try queue.push("b")
    _ = try queue.receive(#require(task))
    #expect(try queue.count() == 2)
    _ = try queue.skip()
    _ = try queue.endFront(as: .completed)
    #expect(try queue.undo().command == "done")
    #expect(try queue.count() == 2)
  }

  /// However a task is made up, what stands in the file is sound, on one line, and drives no terminal.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func anything(seed: UInt64) throws {
    var documents = DocumentGenerator(seed: seed)
    var takenCount = 0
    for _ in 0..<2_000 {
      let own = documents.value(depth: 1)
      let attachments = documents.value(depth: 3)
      var text = Array("{\"title\": \"a b\", \"own\": \(own), \"attachments\": \(attachments)}".utf8)
      if documents.random.once(in: 2) { text = documents.mutated(text, mixedWith: Array(own.utf8)) }
      guard let task = try? QueuedTask(payload: text, arrival: arrival) else { continue }
      takenCount += 1
      let line = task.json
      // What Foundation refuses besides is known.
      let settled = FoundationDifferences(in: Array(line.utf8)).settled
      let keys = try JSONSerialization.jsonObject(with: Data(settled)) as? [String: Any]
      let isSound =
        keys?["added"] as? String == arrival.dateText && (try? TaskTitle(task.title))?.text == task.title
        && !line.unicodeScalars.contains(where: \.isUnsafeToShow) && Array(line.utf8) == task.text
        && task.attachments.allSatisfy { $0.lowercased().hasPrefix("http") }
      if !isSound { Issue.record("seed \(seed): \(Data(text).shown) became \(line)") }
    }
    #expect(takenCount > 500)
  }

  @Test func whatGoesOut() throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [{\n\"title\": \"a\u{202E}\",\n \"own\": 1}]}")
    let task = try #require(try home.queue().front().task)
    let line = task.payload(from: "sam@host")
    #expect(line == #"{"title": "a\u202E", "own": 1, "from": "sam@host"}"#)
    #expect(
      try received(line)
        == #"{"title": "a\u202E", "own": 1, "from": "sam@host", "added": "2026-11-21T10:00:00Z"}"#)
  }
}
