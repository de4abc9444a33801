// A merge lays out what it inserts as a command would, in any layout of our file.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct MergeLayoutTests {
  /// The text after a command, with the same date everywhere.
  private func after(_ text: String, _ command: (TaskQueue) throws -> Void) throws -> String {
    let home = Home()
    try home.writeQueue(text)
    try command(home.queue())
    return try #require(home.queueText()).dated.replacing("DATE", with: "2026-11-21T23:00:00Z")
  }

  private func push(_ queue: TaskQueue) throws { _ = try queue.push("new") }
  private func finish(_ queue: TaskQueue) throws { _ = try queue.complete() }
  private func attach(_ queue: TaskQueue) throws { _ = try queue.attach(contentsOf: ["/a", "/b"]) }

  @Test(arguments: SoundFile.layouts) func mergingTwoCommandsIsTheSameAsRunningBoth(
    layout: SoundFile
  ) throws {
    let base = try after(layout.text) { _ in }
    let pushed = try after(base, push)
    for command in [finish, attach] {
      do {
        let changed = try after(base, command)
        #expect(try merge(base, pushed, changed).text == after(pushed, command))
        #expect(try merge(base, changed, pushed).text == after(changed, push))
      } catch QueueError.noTask {
        // The layout has no task to finish or to attach to.
        #expect(pushed != base)
      }
    }
  }

  /// Even if the other side has reformatted the whole file.
  @Test func theResultHasOurLayout() throws {
    let base = try #require(SoundFile.layouts.first { $0.name == "layout-as-written" }).text
    let ours = try after(base) { _ = try $0.attach("/x") }
    let theirs = try after(base) { try $0.push("new") }
      .replacing("\n", with: "\r\n\r\n").replacing("  ", with: "\t").replacing(": ", with: " :")
    let dated = try after(base) { _ in }
    let expected = try after(ours) { try $0.push("new") }
    #expect(try merge(dated, ours, theirs).text.replacing(" :", with: ": ") == expected)
  }

  @Test func ourTasksKeepTheirBytes() throws {
    let base = #"{"tasks": [{"title": "a"}, {"title": "b"}]}"#
    let ours = "{ \"tasks\" : [ {\"title\":\"a\"} ,\r\n {\"title\": \"b\"} ] }"
    let theirs = #"{"tasks": [{"title": "a"}, {"title": "b"}, {"x":1e5 ,"title": "\u0063"}]}"#
    #expect(
      try merge(base, ours, theirs).text
        == "{ \"tasks\" : [ {\"title\":\"a\"} ,\r\n {\"title\": \"b\"},\r\n {\"x\": 1e5, \"title\": \"\\u0063\"} ] }"
    )
  }

  @Test func aSecondWordingOfATaskOfManyLinesIsOnOneLine() throws {
    let copy = { (title: String) in
      "{\"tasks\": [{\n\"title\": \"\(title)\",\n\"added\": \"\(identity(1))\"\n}]}"
    }
    let text = try merge(copy("a"), copy("ours"), copy("theirs")).text
    #expect(text.contains(#"{"title": "theirs", "added": ""#) && text.contains("\"ours\",\n"))
  }

  @Test func aTaskOfManyLinesIsWrittenOnOneLine() throws {
    let base = "{\n  \"tasks\": [\n    {\"title\": \"a\"}\n  ]\n}\n"
    let task = "{\n\t\t\"title\": \"b\",\n\t\t\"own\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}"
    let theirs = "{\"tasks\": [\n\t{\"title\": \"a\"},\n\t\(task)\n]}"
    let ours = base.replacing(#""a""#, with: #""a", "x": 1"#)
    let expected = ours.replacing(
      "\n  ]", with: ",\n    {\"title\": \"b\", \"own\": [1, 2]}\n  ]")
    #expect(try merge(base, ours, theirs).text == expected)
  }
}
