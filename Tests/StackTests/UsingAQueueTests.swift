// What the articles of the module's documentation show, as another program would write it.

import Foundation
import Stack
import TestSupport
import Testing

private func remindOfFailedBuild(_ build: String, in queue: TaskQueue) throws {
  let title = try TaskTitle("Look at build \(build)")
  let change = try queue.push(title, attachments: ["https://example.org/builds/\(build)"])
  if let current = change.front.task {
    print("Added; you are on: \(current.title)")
  }
}

private func queue(in directory: String) throws -> TaskQueue? {
  guard let queues = Pathname(directory + "/queues"), let versions = Pathname(directory + "/versions") else {
    return nil
  }
  return try TaskQueue(in: QueueDirectories(configuration: queues, state: versions))
}

private func titlesDone(since begin: Timestamp, in queue: TaskQueue) throws -> [String] {
  try queue.finishedTasks(last: 100).filter { task in
    guard let ending = task.ending else { return false }
    return ending.kind == .completed && ending.date >= begin
  }.map { $0.title }
}

private func describeCount(of queue: TaskQueue) -> String {
  do {
    return "\(try queue.count()) tasks"
  } catch .locked(let path) {
    return "\(path) is in use; try again"
  } catch {
    return error.description
  }
}

extension QueueError: LocalizedError {
  /// For `localizedDescription`.
  public var errorDescription: String? { description }
}

private func exampleFront() throws -> QueueFront {
  let task = QueuedTask(title: try TaskTitle("Write the report"), notes: [try TaskTitle("Chapter 2 is done")])
  return QueueFront(task: task, depth: 3)
}

@Suite struct UsingAQueueTests {
  @Test func whatTheArticleShowsWorks() throws {
    let home = Home()
    let queue = try #require(try queue(in: home.directory.path))
    try remindOfFailedBuild("417", in: queue)
    #expect(try queue.front().task?.attachments == ["https://example.org/builds/417"])
    try queue.addNote(TaskTitle("Chapter 2 is done"))
    let change = try queue.complete()
    print("Done: \(change.task?.title ?? "")")
    #expect(change.task?.title == "Look at build 417" && change.task?.notes == ["Chapter 2 is done"])
    #expect(describeCount(of: queue) == "0 tasks")
    let begin = try #require(Timestamp(dateText: "2026-01-01T00:00:00Z"))
    #expect(try titlesDone(since: begin, in: queue) == ["Look at build 417"])
    let distantFuture = try #require(Timestamp(dateText: "9999-01-01T00:00:00Z"))
    #expect(try titlesDone(since: distantFuture, in: queue) == [])
    try queue.undo()
    #expect(describeCount(of: queue) == "1 tasks")
    try home.write(Data("{".utf8), to: "queues/stack.json")
    #expect(describeCount(of: queue) == "\(queue.path), line 1, column 2: the text ends too early")
    #expect(throws: QueueError.self) { try queue.count() }
    do { _ = try queue.count() } catch { #expect(error.localizedDescription == error.description) }
    #expect(QueueName("a/b") == nil && Pathname("") == nil && Pathname("a\0b") == nil)
    #expect(try exampleFront().task?.notes == ["Chapter 2 is done"])
  }

  /// Compares lines without their indentation, without comments, without `private`, which a test's file needs, and
  /// without `@retroactive`, which only other packages need.
  @Test(arguments: ["UsingAQueue", "Watching"]) func theArticlesShowCodeOfThisDirectory(_ article: String)
    throws
  {
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").filter { !$0.contains("///") }.map {
        $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(
          of: "(private|@retroactive) ", with: "", options: .regularExpression)
      }
    }
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = try ["UsingAQueueTests", "WatchingTests"].flatMap {
      lines(try String(contentsOf: here.appending(path: $0 + ".swift"), encoding: .utf8))
    }
    let articles = here.appending(path: "../../Sources/Stack/Stack.docc")
    let text = try String(contentsOf: articles.appending(path: article + ".md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      lines($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)).filter {
        !$0.hasPrefix("import ")
      }
    }
    // The first one belongs to the manifest of a package.
    for block in blocks where !block[0].hasPrefix(".package(") {
      #expect(tests.indices.contains { tests[$0...].starts(with: block) }, "\(block.joined(separator: "\n"))")
    }
    #expect(blocks.count > 2)
  }
}
