// What was merged in stands where and as a command would have put it, whatever our file looks like.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct MergeLayoutTests {
  /// What a command makes of a file, with the same date everywhere.
  private func after(_ text: String, _ command: (TaskQueue) throws -> Void) throws -> String {
    let home = Home()
    try home.writeQueue(text)
    try command(home.queue())
    let result = String(decoding: try #require(home.queueData()), as: UTF8.self)
    return result.replacing(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/, with: "\"2026-11-21T23:00:00Z\"")
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    try merge(base, ours, theirs).text
  }

  private func push(_ queue: TaskQueue) throws { _ = try queue.push("new") }
  private func finish(_ queue: TaskQueue) throws { _ = try queue.complete() }
  private func attach(_ queue: TaskQueue) throws { _ = try queue.attach(contentsOf: ["/a", "/b"]) }

  /// Two commands, one on each side, come to what they come to one after the other, to the byte.
  @Test(arguments: SoundFile.layouts) func mergingIsDoingBoth(layout: SoundFile) throws {
    let base = try after(layout.text) { _ in }
    let pushed = try after(base, push)
    for command in [finish, attach] {
      do {
        let changed = try after(base, command)
        #expect(try merged(base, pushed, changed) == after(pushed, command))
        #expect(try merged(base, changed, pushed) == after(changed, push))
      } catch QueueError.noTask {
        // The layout has no task to finish or to attach to.
        #expect(pushed != base)
      }
    }
  }

  /// Laid out anew on the other side, a file keeps our layout, and what is new comes into it.
  @Test func ourLayoutStays() throws {
    let base = try #require(SoundFile.layouts.first { $0.name == "layout-as-written" }).text
    let ours = try after(base) { _ = try $0.attach("/x") }
    let theirs = try after(base) { try $0.push("new") }
      .replacing("\n", with: "\r\n\r\n").replacing("  ", with: "\t").replacing(": ", with: " :")
    let dated = try after(base) { _ in }
    let expected = try after(ours) { try $0.push("new") }
    #expect(try merged(dated, ours, theirs).replacing(" :", with: ": ") == expected)
  }

  @Test func whatIsCopiedKeepsItsBytes() throws {
    let base = #"{"tasks": [{"title": "a"}, {"title": "b"}]}"#
    let ours = "{ \"tasks\" : [ {\"title\":\"a\"} ,\r\n {\"title\": \"b\"} ] }"
    let theirs = #"{"tasks": [{"title": "a"}, {"title": "b"}, {"x":1e5 ,"title": "\u0063"}]}"#
    #expect(
      try merged(base, ours, theirs)
        == "{ \"tasks\" : [ {\"title\":\"a\"} ,\r\n {\"title\": \"b\"},\r\n {\"x\":1e5 ,\"title\": \"\\u0063\"} ] }"
    )
  }

  /// A task of many lines takes our line endings and our indentation, or comes on one line.
  @Test func whatComesIsLaidOutAsItsNeighbours() throws {
    let base = "{\n  \"tasks\": [\n    {\"title\": \"a\"}\n  ]\n}\n"
    let task = "{\n\t\t\"title\": \"b\",\n\t\t\"own\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}"
    let theirs = "{\"tasks\": [\n\t{\"title\": \"a\"},\n\t\(task)\n]}"
    let ours = base.replacing("\"a\"", with: "\"a\", \"x\": 1").replacing("\n", with: "\r\n")
    #expect(
      try merged(base, ours, theirs)
        == ours.replacing(
          "\r\n  ]",
          with:
            ",\n    {\n      \"title\": \"b\",\n      \"own\": [\n        1,\n        2\n      ]\n    }\n  ]"
            .replacing("\n", with: "\r\n")))
    let minified = #"{"tasks":[{"title":"a","x":1},{"title":"c"}]}"#
    #expect(
      try merged(base, minified, theirs)
        == #"{"tasks":[{"title":"a","x":1},{"title":"c"},{"title": "b","own": [1,2]}]}"#)
  }
}
