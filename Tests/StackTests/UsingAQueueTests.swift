// The code in the article "Using a queue", as another program would write it.

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

func queue(in directory: String) throws -> TaskQueue? {
  guard let queues = Pathname(directory + "/queues"),
    let versions = Pathname(directory + "/versions")
  else {
    return nil
  }
  return try TaskQueue(in: StackDirectories(configuration: queues, state: versions))
}

private func queueNamed(_ text: String) throws -> TaskQueue? {
  guard let name = StackName(text), try TaskQueue.names().contains(name) else { return nil }
  return try TaskQueue(name)
}

private func importTasks(_ lines: [String], to queue: TaskQueue) throws {
  let tasks = try lines.map { line in
    try QueuedTask(title: TaskTitle(line)).setting("importer-line", to: "\(line.count)")
  }
  try queue.push(contentsOf: tasks)
}

private func estimate(of task: QueuedTask) -> Int? { task["myapp-minutes"].flatMap { Int($0) } }

private func linesToShow(of queue: TaskQueue) throws -> [String] {
  let front = try queue.front()
  guard let task = front.task else { return ["Nothing to do"] }
  let count = front.depth < QueueFront.maximumDepth ? "\(front.depth)" : "\(front.depth) or more"
  return ([task.title, "of \(count)"] + task.notes + task.attachments).map {
    TaskTitle.visible($0)
  }
}

private func startReview(_ task: QueuedTask, in queue: TaskQueue) throws {
  try queue.retitle(task, as: TaskTitle("Review: \(task.title)"))
  try queue.addNote(TaskTitle("Chapter 2 is done"), to: task)
  try queue.attach("/home/ann/report.pdf", to: task)
  try queue.attach(contentsOf: ["https://example.org/1", "https://example.org/2"], to: task)
  try queue.detach("https://example.org/1", from: task)
  try queue.detach(contentsOf: ["https://example.org/2"], from: task)
  try queue.bringToFront(task)
}

private func handOver(_ task: QueuedTask, to host: String, in queue: TaskQueue) throws {
  if let changed = try queue.detachAll(from: task).tasks.first {
    try queue.markSent(changed, to: host)
  }
}

private func replaceLastNote(of task: QueuedTask, by text: String, in queue: TaskQueue) throws {
  let kept = task.notes.indices.dropLast().map { QueuedTask.EditedNote.kept($0) }
  try queue.retitle(task, as: nil, notes: kept + [.new(TaskTitle(text))])
}

private func sortByTitle(_ queue: TaskQueue) throws {
  let tasks = try queue.tasks()
  let order = tasks.indices.sorted { tasks[$0].title < tasks[$1].title }
  try queue.rearrange(tasks, as: order.map { .task($0) })
}

private func undoLastChange(in queue: TaskQueue) throws -> String {
  let undone = try queue.undo()
  if let date = undone.restoredDate { return "Restored the text from \(date.dateText)" }
  return "Undid: \(undone.command)" + (undone.title.map { " (\($0))" } ?? "")
}

private func copyTasks(from queue: TaskQueue, to other: TaskQueue) throws {
  let exported = try queue.tasks().map { $0.json }
  try other.push(contentsOf: exported.map { try QueuedTask(json: $0) })
}

private func mergeConflictCopies(of queue: TaskQueue) throws -> [MergeConflict] {
  try queue.conflictCopies().flatMap { try queue.merge($0).conflicts }
}

extension Timestamp {
  var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(microseconds) / 1e6) }
}

extension Date {
  var timestamp: Timestamp { .init(seconds: 0, microseconds: lrint(timeIntervalSince1970 * 1e6)) }
}

extension String {
  var attachmentURL: URL? { hasPrefix("/") ? URL(filePath: self) : URL(string: self) }
}

extension URL {
  var attachment: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}

actor QueueWriter {
  private let queue: TaskQueue

  init(_ queue: TaskQueue) { self.queue = queue }

  func push(_ text: String) throws -> QueueFront { try queue.push(TaskTitle(text)).front }
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
  let task = QueuedTask(
    title: try TaskTitle("Write the report"), notes: [try TaskTitle("Chapter 2 is done")])
  return QueueFront(task: task, depth: 3)
}

@Suite struct UsingAQueueTests {
  private let home = Home()

  @Test func theExamplesOfTheArticleWork() throws {
    let queue = try #require(try queue(in: home.directory.path))
    try remindOfFailedBuild("417", in: queue)
    #expect(try queue.front().task?.attachments == ["https://example.org/builds/417"])
    try queue.addNote(TaskTitle("Chapter 2 is done"))
    let change = try queue.complete()
    print("Done: \(change.tasks.first?.title ?? "")")
    #expect(change.tasks.map(\.title) == ["Look at build 417"])
    #expect(change.tasks.first?.ending?.kind == .completed)
    #expect(change.tasks.first?.notes == ["Chapter 2 is done"])
    #expect(describeCount(of: queue) == "0 tasks")
    try queue.push(TaskTitle("Maybe learn Greek"))
    for task in try queue.tasks() where task.title.hasPrefix("Maybe ") {
      try queue.drop(task)
    }
    #expect(try queue.finishedTasks(last: 1).map(\.title) == ["Maybe learn Greek"])
    try queue.push(TaskTitle("Call the bank"))
    let inAnHour = Timestamp(seconds: Timestamp.now.seconds + 3600)
    try queue.snooze(until: inAnHour)
    if let next = try queue.front().changesAt {
      print("Nothing to do before \(next.dateText)")
    }
    #expect(try queue.front().changesAt == inAnHour)
    for _ in 1...4 { try queue.undo() }
    let begin = try #require(Timestamp(dateText: "2026-01-01T00:00:00Z"))
    #expect(try titlesDone(since: begin, in: queue) == ["Look at build 417"])
    let distantFuture = try #require(Timestamp(dateText: "9999-01-01T00:00:00Z"))
    #expect(try titlesDone(since: distantFuture, in: queue) == [])
    try queue.undo()
    #expect(describeCount(of: queue) == "1 tasks")
    try home.write("{", to: "queues/stack.json")
    #expect(describeCount(of: queue) == "\(queue.path), line 1, column 2: the text ends too early")
    #expect(throws: QueueError.self) { try queue.count() }
    do { _ = try queue.count() } catch { #expect(error.localizedDescription == error.description) }
    #expect(StackName("a/b") == nil && Pathname("") == nil && Pathname("a\0b") == nil)
    #expect(try exampleFront().task?.notes == ["Chapter 2 is done"])
  }

  @Test func theArticlesConversionsAndOwnKeysWork() async throws {
    let queue = try #require(try queue(in: home.directory.path))
    #expect(try queueNamed("no such queue") == nil)
    try importTasks(["Ask Sam", "Pay"], to: queue)
    #expect(try queue.tasks().map { $0["importer-line"] } == ["7", "3"])
    try queue.undo()
    #expect(try queue.count() == 0)
    let task = try QueuedTask(json: #"{"title": "Write", "myapp-minutes": 20}"#)
    #expect(estimate(of: task) == 20)
    #expect(estimate(of: try task.setting("myapp-minutes", to: nil)) == nil)
    let time = Timestamp(seconds: 1_795_428_000, microseconds: 482_913)
    #expect(time.date.timestamp == time)
    for attachment in ["/tmp/a b#c", "https://example.org/?q"] {
      #expect(attachment.attachmentURL?.attachment == attachment)
    }
    #expect(try await QueueWriter(queue).push("Read").task?.title == "Read")
  }

  @Test func theArticlesChangesOfAnyTaskWork() throws {
    let queue = try #require(try queue(in: home.directory.path))
    #expect(try linesToShow(of: queue) == ["Nothing to do"])
    try importTasks(["Zoo", "Ask\u{1B} Sam"], to: queue)
    #expect(try linesToShow(of: queue) == ["Zoo", "of 2"])
    let task = try queue.tasks()[1]
    try startReview(task, in: queue)
    #expect(
      try linesToShow(of: queue)
        == [#"Review: Ask\u{1B} Sam"#, "of 2", "Chapter 2 is done", "/home/ann/report.pdf"])
    try replaceLastNote(of: queue.tasks()[0], by: "Read all", in: queue)
    #expect(try queue.tasks()[0].notes == ["Read all"])
    try queue.bringToFront(queue.tasks()[1])
    try sortByTitle(queue)
    #expect(try queue.tasks().map(\.title) == ["Review: Ask\u{1B} Sam", "Zoo"])
    try handOver(task, to: "sam@desk", in: queue)
    #expect(try queue.finishedTasks(last: 1)[0].ending?.kind == .sent(to: "sam@desk"))
    #expect(try undoLastChange(in: queue).hasPrefix("Undid: send (Review"))
    #expect(try undoLastChange(in: queue).hasPrefix("Undid: detach (Review"))
    #expect(try undoLastChange(in: queue) == "Undid: edit")
    try home.write("{", to: "queues/stack.json")
    #expect(try undoLastChange(in: queue).hasPrefix("Restored the text from 20"))
  }

  @Test func theArticlesExportAndMergeWork() throws {
    let mine = try #require(try queue(in: home.directory.path))
    let theirs = try #require(try queue(in: home.directory.path + "/other"))
    try importTasks(["Ask Sam", "Pay"], to: mine)
    try copyTasks(from: mine, to: theirs)
    #expect(try theirs.tasks() == mine.tasks())
    try theirs.push(TaskTitle("From the other machine"))
    let copy = "queues/stack.sync-conflict-20261126-100000-ABCDEFG.json"
    try home.write(Data(contentsOf: URL(filePath: theirs.path.description)), to: copy)
    #expect(try mergeConflictCopies(of: mine) == [])
    #expect(try mine.count() == 3)
    #expect(try mine.conflictCopies() == [])
  }

  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  private func article(_ name: String) throws -> String {
    let path = "../../Sources/Stack/Stack.docc/\(name).md"
    return try String(contentsOf: Self.here.appending(path: path), encoding: .utf8)
  }

  /// Compares lines without indentation, comments, imports and the words that only tests or only
  /// other packages need.
  @Test(arguments: ["UsingAQueue", "Watching"]) func theCodeInTheArticlesIsTested(_ name: String)
    throws
  {
    func lines(_ text: some StringProtocol) -> [String] {
      String(text).replacing(#/private |@retroactive /#, with: "").split(separator: "\n")
        .filter { !$0.contains("///") && !$0.hasPrefix("import ") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tests = try lines(
      ["UsingAQueueTests", "WatchingTests"].map {
        try String(contentsOf: Self.here.appending(path: $0 + ".swift"), encoding: .utf8)
      }.joined())
    let blocks = try article(name).matches(of: /(?s)```swift\n(.*?)```/).map { lines($0.1) }
    // The first block of "Using a queue" belongs to the manifest of a package.
    for block in blocks where !block[0].hasPrefix(".package(") {
      #expect(
        tests.indices.contains { tests[$0...].starts(with: block) },
        "\(block.joined(separator: "\n"))")
    }
    #expect(blocks.count > 2)
  }

  /// The example runs at the same time as `stack`.
  @Test(.needs("python3"))
  func theExampleInPythonLosesNoTask() throws {
    let example = try #require(
      try article("FileFormat").firstMatch(of: /(?s)```python\n(.*?)```/)?.1)
    try home.write(String(example), to: "add.py")
    try home.push("First")
    let add =
      "'\(Program.python)' add.py .config/stack/stack.json P$n & stack push S$n >/dev/null &"
    #expect(try home.shell("for n in 1 2 3 4 5 6; do \(add) done; wait").errors == "")
    #expect(try home.titles().count == 13)
  }
}
