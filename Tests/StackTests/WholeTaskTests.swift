// Adding whole tasks, as an importer does, and the checks of what a program passes.

import Foundation
import Stack
import TestSupport
import Testing

@Suite struct WholeTaskTests {
  private let home = Home()
  private let queue: TaskQueue

  init() throws { queue = try home.queue() }

  @Test func importedTasksKeepNotesAttachmentsAndDatesInOneUndoableChange() throws {
    let day = try #require(Timestamp(dateText: "2026-11-21T10:00:00.482913Z"))
    let tasks = try (0..<1000).map { number in
      QueuedTask(
        title: try TaskTitle("Task \(number)"),
        attachments: ["https://example.org/\(number)", "/tmp/\(number).pdf"],
        notes: [try TaskTitle("First"), try TaskTitle("Second")],
        added: Timestamp(seconds: day.seconds + number, microseconds: 7))
    }
    #expect(try queue.push(contentsOf: tasks).tasks == tasks)
    #expect(try queue.tasks() == tasks)
    try queue.undo()
    #expect(try queue.count() == 0)
    try queue.redo()
    #expect(try queue.tasks() == tasks)
  }

  @Test func importedTasksComeFirstIfAskedTo() throws {
    try queue.push("Old")
    try home.writeQueue("{\"tasks\": [{\"title\":\n\"New\"}]}", "other")
    let tasks = try home.queue("other").tasks()
    #expect(try queue.push(contentsOf: tasks, inFront: true).front.task?.title == "New")
    #expect(try queue.tasks().map(\.title) == ["New", "Old"])
    #expect(home.queueText()?.contains(#"    {"title": "New", "added": ""#) == true)
  }

  @Test func importingNothingChangesNothing() throws {
    try queue.push("Only")
    let change = try queue.push(contentsOf: [QueuedTask]())
    #expect(!change.isChanged && !change.wasEmpty)
    #expect(try queue.tasks().map(\.title) == ["Only"])
  }

  @Test func nothingIsCreatedForNoTaskAndForATaskThatIsGone() throws {
    #expect(try queue.push(contentsOf: [QueuedTask]()).wasEmpty)
    #expect(try queue.push(contentsOf: [TaskTitle]()).wasEmpty)
    let task = QueuedTask(title: try TaskTitle("Gone"))
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(task) }
    #expect(throws: QueueError.noTask) { try queue.complete() }
    #expect(!home.url(".config").exists)
  }

  @Test func finishedTasksAreOpenAgainAfterTheyWerePushed() throws {
    try queue.push("Mow the lawn")
    let finished = try queue.complete().tasks
    let pushed = try queue.push(contentsOf: finished).tasks
    #expect(pushed.map(\.ending) == [nil])
    #expect(pushed.map(\.added) == finished.map(\.added))
  }

  @Test(arguments: [
    "", "relative.pdf", "re\nlative", "./here", "/tmp/a\0b", "//ok", "mailto:sam@example.org",
  ]) func onlyAbsolutePathsAndAddressesAreAttached(_ text: String) throws {
    try queue.push("Read")
    if ["//ok", "mailto:sam@example.org"].contains(text) {
      #expect(try queue.attach(text).tasks.map(\.attachments) == [[text]])
    } else {
      #expect(throws: QueueError.invalidAttachment(text)) { try queue.attach(text) }
      #expect(throws: QueueError.invalidAttachment(text)) {
        try queue.push(TaskTitle("Write"), attachments: [text])
      }
      #expect(throws: QueueError.invalidAttachment(text)) {
        try queue.push(
          contentsOf: [QueuedTask(title: try TaskTitle("Write"), attachments: ["/ok", text])])
      }
      #expect(try queue.tasks().map(\.attachments) == [[]])
    }
  }

  @Test func noFinishedTasksAreReturnedForANegativeNumber() throws {
    try queue.push("Done")
    try queue.complete()
    #expect(try queue.finishedTasks(last: -1) == [])
    #expect(try queue.finishedTasks(last: 0) == [])
    #expect(try queue.finishedTasks(last: 1).map(\.title) == ["Done"])
  }

  @Test(
    arguments: [
      ([.task(0), .task(2)], 2), ([.task(1), .task(1)], 1), ([.edited(0, nil, [.kept(3)])], 3),
    ] as [([TaskQueue.Arrangement], Int)])
  func anIndexThatIsMissingOrNamedTwiceIsRefused(
    _ arrangement: [TaskQueue.Arrangement], _ index: Int
  ) throws {
    try queue.push("A", "B")
    let tasks = try queue.tasks()
    #expect(throws: QueueError.invalidArrangement(index: index)) {
      try queue.rearrange(tasks, as: arrangement)
    }
    #expect(try queue.tasks() == tasks)
  }

  @Test func oneCatchHandlesATitleAndTheChange() throws {
    func message(_ text: String) -> String? {
      do {
        try queue.push(TaskTitle(text))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message("Call Sam") == nil)
    #expect(message("  ") == "a title or a note needs some text")
    #expect(
      message("Call\nSam") == "a title or a note is one line, but this text has a line break")
    #expect(try TaskTitle("a\u{1B}b").visible == "a\\u{1B}b")
  }

  @Test func ownKeysAreReadAndWrittenAsJSON() throws {
    let task = try QueuedTask(
      json: #"  {"title": "Call", "app-n": [1, 2], "a\u0070p-s": "x", "app-s": "y"} "#)
    #expect(task.title == "Call")
    #expect(task["app-n"] == "[1, 2]")
    #expect(task["app-s"] == #""x""#)
    #expect(task["app"] == nil && task[""] == nil)
    let edited = try task.setting("app-n", to: " {\"a\": null} ").setting("new", to: "-1.5e3")
    #expect(edited["app-n"] == #"{"a": null}"#)
    #expect(try edited.setting("app-n", to: nil)["app-n"] == nil)
    try queue.push(contentsOf: [edited])
    #expect(try queue.front().task?["new"] == "-1.5e3")
    #expect(try queue.front().task?.added != nil)
    #expect("\(edited)" == edited.json)
  }

  @Test(arguments: [
    (#"{"title": 1}"#, FormatProblem.wrongType(key: "title", expected: "a string")),
    ("{}", .missingTitle), ("[]", .taskIsNotAnObject), ("", .empty), (" \n", .empty),
    (#"{"title": "a"} x"#, .textAfterEnd),
    (#"{"title": "a", "title": "b"}"#, .duplicateKey("title")),
  ]) func textThatIsNotATaskIsRefused(_ json: String, _ problem: FormatProblem) {
    #expect(throws: problem) { try QueuedTask(json: json) }
  }

  @Test func aValueMustBeJSONAndLeaveATask() throws {
    let task = QueuedTask(title: try TaskTitle("Call"))
    #expect(throws: FormatProblem.expected("a value")) { try task.setting("key", to: "high") }
    #expect(throws: FormatProblem.textAfterEnd) { try task.setting("key", to: #"1, "title": 2"#) }
    #expect(throws: FormatProblem.missingTitle) { try task.setting("title", to: nil) }
    #expect(throws: FormatProblem.nestedTooDeeply) {
      try task.setting("key", to: Self.nested(600))
    }
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func aTaskAsDeepAsAFileAllowsIsReadFromItsJSON() throws {
    let task = try QueuedTask(
      json: " \n{\"title\": \"Deep\", \"a\": \(Self.nested(509))}\t")
    try queue.push(contentsOf: [task])
    let read = try queue.tasks()[0]
    #expect(try QueuedTask(json: read.json) == read)
  }

  @Test func aRepeatedKeyIsRemovedAsAWhole() throws {
    let task = try QueuedTask(json: #"{"k": 1, "title": "Call", "k": 2, "\u006b": 3}"#)
    #expect(try task.setting("k", to: nil).json == #"{"title": "Call"}"#)
  }

  @Test func resultsAndErrorsCanBeMadeForAPreview() throws {
    let task = QueuedTask(title: try TaskTitle("Call"))
    let front = QueueFront(task: task, depth: 1)
    let others = [
      QueueFront(task: nil, depth: 1), QueueFront(task: task, depth: 2),
      QueueFront(task: task, depth: 1, hasFile: false),
      QueueFront(task: task, depth: 1, changesAt: .now),
    ]
    #expect(!others.contains(front) && QueueFront(task: task, depth: 9).depth == 7)
    let change = QueueChange(tasks: [task], front: front)
    #expect(change.isChanged && !change.wasEmpty && !change.hasConflict)
    #expect(TaskQueue.Restoration(command: "push", title: "Call", front: front).damagedText == nil)
    #expect(TaskQueue.Merging(change: change).conflicts == [])
    let refusal = QueueError.Refusal(command: "push", title: "Call", reason: .isNotIdentified)
    #expect(QueueError.notReversible(refusal).description.hasPrefix("push (Call) can't be undone"))
  }

  @Test func aFinishedTaskCanBeMadeForAPreview() throws {
    let date = try #require(Timestamp(dateText: "2026-11-21T10:00:00Z"))
    let ending = TaskEnding(.sent(to: "sam@desk"), date: date)
    #expect(QueuedTask(title: try TaskTitle("Call"), ending: ending).ending == ending)
  }
}
