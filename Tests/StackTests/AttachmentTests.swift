// What is attached to a task, put on and taken off, also where a person wrote the file.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct AttachmentTests {
  /// Does something to a queue with one task, and expects the task to stand in the file so then.
  private func expect(
    _ text: String, toBecome result: String, sourceLocation: SourceLocation = #_sourceLocation,
    by change: (TaskQueue) throws -> Outcome
  ) throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [\(text)]}")
    let outcome = try change(home.queue())
    #expect(outcome.isChanged == (text != result), sourceLocation: sourceLocation)
    // Equal strings may differ in their bytes.
    let expected = Data("{\"tasks\": [\(result)]}".utf8)
    #expect(home.queueData() == expected, "\(home.queueText() ?? "")", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    (#"{"title": "a"}"#, #"{"title": "a", "attachments": ["/x", "/y"]}"#),
    (#"{"title":"a","own":1}"#, #"{"title":"a","own":1,"attachments": ["/x", "/y"]}"#),
    (#"{"attachments": ["/y"], "title": "a"}"#, #"{"attachments": ["/y", "/x"], "title": "a"}"#),
    (#"{"title": "a", "attachments": []}"#, #"{"title": "a", "attachments": ["/x", "/y"]}"#),
    (#"{"title": "a", "attachments": ["\/x"]}"#, #"{"title": "a", "attachments": ["\/x", "/y"]}"#),
    (
      #"{"title": "a", "attachments": [1, {"x": []}]}"#,
      #"{"title": "a", "attachments": [1, {"x": []}, "/x", "/y"]}"#
    ),
    (#"{"title": "a", "attachments": "/z"}"#, #"{"title": "a", "attachments": ["/z", "/x", "/y"]}"#),
  ])
  func attaching(text: String, result: String) throws {
    try expect(text, toBecome: result) { try $0.attach(["/x", "/y", "/x"]) }
  }

  @Test(arguments: [
    (#"{"title": "a", "attachments": ["/x"]}"#, #"{"title": "a"}"#),
    (#"{"attachments": ["/x"], "title": "a"}"#, #"{"title": "a"}"#),
    (#"{"title": "a", "attachments": ["/x"], "own": 1}"#, #"{"title": "a", "own": 1}"#),
    (#"{"title": "a", "attachments": ["/x", "/y", "/z"]}"#, #"{"title": "a", "attachments": ["/y", "/z"]}"#),
    (#"{"title": "a", "attachments": ["/y", "\/x" ]}"#, #"{"title": "a", "attachments": ["/y" ]}"#),
    (#"{"title": "a", "attachments": ["/x", 1, "/x"]}"#, #"{"title": "a", "attachments": [1]}"#),
    (#"{"title": "a", "attachments": "/x"}"#, #"{"title": "a"}"#),
  ])
  func detaching(text: String, result: String) throws {
    try expect(text, toBecome: result) { try $0.detach(["/x"]) }
  }

  @Test func whatIsAttachedAlready() throws {
    let text = #"{"title": "a", "attachments": [ "\/x" ]}"#
    try expect(text, toBecome: text) { try $0.attach(["/x"]) }
  }

  @Test(arguments: [#"{"title": "a"}"#, #"{"title": "a", "attachments": ["/y", 1, ["/x"]]}"#])
  func whatIsNotAttached(text: String) throws {
    try expect(text, toBecome: text) { queue in
      #expect(throws: QueueError.notAttached("/x")) { try queue.detach(["/x"]) }
      return try queue.attach([])
    }
  }

  /// For a file system, é and é may be two names.
  @Test func namesThatLookAlike() throws {
    try expect(
      "{\"title\": \"a\", \"attachments\": [\"/\u{E9}\"]}",
      toBecome: "{\"title\": \"a\", \"attachments\": [\"/\u{E9}\", \"/e\u{301}\"]}"
    ) { queue in
      #expect(throws: QueueError.notAttached("/e\u{301}")) { try queue.detach(["/e\u{301}"]) }
      return try queue.attach(["/e\u{301}"])
    }
  }
}
