// What the article of the module's documentation shows, as another program would write it.

import Foundation
import Stack
import TestSupport
import Testing

@Suite struct UsingAQueueTests {
  private func remindOfFailedBuild(_ build: String, in queue: TaskQueue) throws -> String? {
    let title = try TaskTitle("Look at build \(build)")
    let outcome = try queue.push([title], attachments: ["https://example.org/builds/\(build)"])
    return outcome.front.task?.title
  }

  private func finishedTitles(since begin: Timestamp, in queue: TaskQueue) throws -> [String] {
    try queue.completed().filter { task in
      guard let completed = task.completed else { return false }
      return completed >= begin
    }.map { $0.title }
  }

  private func describe(_ queue: TaskQueue) -> String {
    do {
      return String(try queue.count())
    } catch .malformed(let path, let position, let problem) {
      return "\(path), line \(position.line), column \(position.column): \(problem)"
    } catch .locked(let path) {
      return "\(path) is in use; try again"
    } catch {
      return "\(error)"
    }
  }

  @Test func whatTheArticleShowsWorks() throws {
    let home = Home()
    let folders = Folders(
      configuration: FilePath(home.url("queues").path), state: FilePath(home.url("past").path))
    let queue = try TaskQueue(in: folders)
    #expect(try remindOfFailedBuild("417", in: queue) == "Look at build 417")
    #expect(try queue.front().task?.attachments == ["https://example.org/builds/417"])
    let outcome = try queue.end(as: .completed)
    #expect(outcome.task?.title == "Look at build 417")
    #expect(describe(queue) == "0")
    let begin = try #require(Timestamp(dateText: "2026-01-01T00:00:00Z"))
    #expect(try finishedTitles(since: begin, in: queue) == ["Look at build 417"])
    let distantFuture = try #require(Timestamp(dateText: "9999-01-01T00:00:00Z"))
    #expect(try finishedTitles(since: distantFuture, in: queue) == [])
    try queue.undo()
    #expect(describe(queue) == "1")
    try home.write(Data("{".utf8), to: "queues/stack.json")
    #expect(describe(queue) == "\(queue.path), line 1, column 2: the text ends too early")
    #expect(QueueName("a/b") == nil)
  }
}
