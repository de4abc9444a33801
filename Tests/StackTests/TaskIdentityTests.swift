// Changes of a task that a program read earlier.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct TaskIdentityTests {
  private let home = Home()
  private let queue: TaskQueue
  private let date = #""added": "2026-11-21T10:00:00.000001Z""#

  init() throws { queue = try home.queue() }

  @Test func everyChangeFindsATaskThatWasRewordedAndMoved() throws {
    try queue.push("First", "Second", "Third")
    let read = try queue.tasks()[1]
    try queue.retitle(read, as: TaskTitle("Reworded"))
    try queue.skip(read)
    #expect(try home.titles() == ["First", "Third", "Reworded"])
    try queue.addNote(TaskTitle("A note"), to: read)
    try queue.attach("https://example.org/", to: read)
    try queue.attach("https://example.org/2", to: read)
    try queue.detach("https://example.org/", from: read)
    var task = try #require(try queue.tasks().last)
    #expect(task.title == "Reworded" && task.notes == ["A note"])
    #expect(task.attachments == ["https://example.org/2"])
    try queue.detachAll(from: read)
    try queue.retitle(read, as: TaskTitle("Again"))
    task = try #require(try queue.complete(read).tasks.first)
    #expect(task.title == "Again" && task.attachments == [] && task.notes == ["A note"])
    #expect(task.ending?.kind == .completed)
    #expect(try home.titles() == ["First", "Third"])
  }

  /// The recipient doesn't have the change.
  @Test func aTaskThatWasChangedAfterItWasSentStays() throws {
    try queue.push("First", "Second", "Third")
    let read = try queue.tasks()[1]
    try queue.skip(read)
    try queue.retitle(read, as: TaskTitle("Reworded"))
    #expect(throws: QueueError.changedMeanwhile) { try queue.markSent(read, to: "desk") }
    let now = try #require(try queue.tasks().last)
    #expect(try queue.markSent(now, to: "desk").isChanged)
    #expect(try home.titles() == ["First", "Third"])
  }

  @Test func aTaskThatHasLeftTheQueueIsNotFound() throws {
    try queue.push("First", "Second", "Third")
    let read = try queue.tasks()[1]
    try queue.drop(read)
    let text = home.queueData()
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(read) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.skip(read) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.addNote(TaskTitle("x"), to: read) }
    #expect(home.queueData() == text)
  }

  @Test func tasksWithoutMicrosecondsAreFoundByTheirText() throws {
    let date = #""added": "2026-11-21T10:00:00Z""#
    try home.writeQueue(#"{"tasks": [{"title": "a", \#(date)}, {"title": "b", \#(date)}]}"#)
    let tasks = try queue.tasks()
    try queue.complete(tasks[1])
    #expect(try home.titles() == ["a"])
    try queue.retitle(tasks[0], as: TaskTitle("c"))
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(tasks[0]) }
  }

  /// A merge can keep two wordings of a task, and a person can copy a line.
  @Test func tasksOfOneQueueHaveDifferentIdentities() throws {
    try home.writeQueue(
      """
      {"tasks": [{"title": "a", \(date)}, {"title": "b", \(date)}, {"title": "c"}, {"title": "c"},
        {"title": "a", \(date)}]}
      """)
    let tasks = try queue.tasks()
    #expect(Set(tasks.map(\.id)).count == 5)
    #expect(try queue.front().task?.id == tasks[0].id)
    try queue.complete(tasks[1])
    #expect(try home.titles() == ["a", "c", "c", "a"])
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(tasks[1]) }
  }

  @Test func anIdentityOutlivesChangesOfTheTask() throws {
    try queue.push("First", "Second", "Third")
    let read = try queue.tasks()[0]
    try queue.retitle(as: TaskTitle("Reworded"))
    try queue.skip()
    #expect(try queue.tasks()[2].id == read.id)
  }

  @Test func notesThatWereChangedMeanwhileAreKept() throws {
    try queue.push("First", "Second", "Third")
    let read = try queue.tasks()[1]
    try queue.addNote(TaskTitle("Added since"), to: read)
    #expect(throws: QueueError.changedMeanwhile) {
      try queue.retitle(read, as: nil, notes: [.new(TaskTitle("x"))])
    }
    #expect(try queue.tasks()[1].notes == ["Added since"])
  }

  private func writeTwoWordings() throws {
    try home.writeQueue(
      #"{"tasks": [{"title": "old wording", \#(date)}, {"title": "new wording", \#(date)}]}"#)
  }

  @Test func aTaskThatWasEndedIsNotTakenForItsOtherWording() throws {
    try writeTwoWordings()
    let tasks = try queue.tasks()
    try queue.complete(tasks[0])
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(tasks[0]) }
    #expect(throws: QueueError.changedMeanwhile) {
      try queue.retitle(tasks[0], as: TaskTitle("x"))
    }
    #expect(try home.titles() == ["new wording"])
    try queue.drop(tasks[1])
    #expect(throws: QueueError.changedMeanwhile) { try queue.drop(tasks[1]) }
  }

  /// The front doesn't know of the second wording.
  @Test func aCurrentTaskThatWasEndedIsNotTakenForItsOtherWording() throws {
    try writeTwoWordings()
    let current = try #require(try queue.front().task)
    try queue.complete(current)
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(current) }
    #expect(try home.titles() == ["new wording"])
  }

  @Test func aWordingThatWasReadAsOneOfTwoIsNotTakenForTheOther() throws {
    try writeTwoWordings()
    let old = try queue.tasks()[0]
    try home.writeQueue(#"{"tasks": [{"title": "new wording", \#(date)}]}"#)
    #expect(throws: QueueError.changedMeanwhile) { try queue.complete(old) }
    #expect(try home.titles() == ["new wording"])
  }

  @Test func ofTasksWithEqualTextsTheOneThatWasReadIsChanged() throws {
    try home.writeQueue(
      #"{"tasks": [{"title": "a"}, {"title": "b", \#(date)}, {"title": "a"}]}"#)
    let tasks = try queue.tasks()
    try queue.bringToFront(tasks[1])
    try queue.retitle(queue.tasks()[2], as: TaskTitle("c"))
    #expect(try home.titles() == ["b", "a", "c"])
  }

  /// Snoozed tasks may be before the current one, if a person put them there.
  @Test func frontAndChangesHaveTheIdentitiesOfTheQueue() throws {
    let until = #""until": "2099-01-01T00:00:00Z""#
    try home.writeQueue(
      #"{"tasks": [{"title": "pay", \#(date), \#(until)}, {"title": "other", \#(date)}]}"#)
    let tasks = try queue.tasks()
    #expect(try queue.front().task?.id == tasks[1].id)
    #expect(try queue.retitle(as: TaskTitle("x")).tasks.map(\.id) == [tasks[1].id])
    #expect(try queue.addNote(TaskTitle("y"), to: queue.tasks()[1]).tasks[0].id == tasks[1].id)
    let skipped = try queue.bringToFront(tasks[0]).tasks
    #expect(try queue.tasks()[0].id == skipped[0].id && skipped[0].title == "pay")
    let pushed = try queue.push(contentsOf: [QueuedTask(json: #"{"title": "z", \#(date)}"#)])
    #expect(try queue.tasks().last?.id == pushed.tasks[0].id)
    try queue.complete(queue.tasks()[2])
    let ended = try queue.complete(queue.tasks()[1]).tasks
    #expect(try queue.finishedTasks().map(\.id).last == ended[0].id)
    #expect(try Set(queue.finishedTasks().map(\.id)).count == 2)
  }

  @Test func aSkippedTaskHasTheIdentityOfTheQueue() throws {
    try queue.push("First", "Second", "Third")
    #expect(try queue.skip().tasks[0].id == queue.tasks()[2].id)
  }

  @Test func theResultOfAChangeSaysUntilWhenATaskIsSnoozed() throws {
    try home.writeQueue(#"{"tasks": [{"title": "a", "until": "2020-01-01T00:00:00Z"}]}"#)
    #expect(try queue.addNote(TaskTitle("Awake")).tasks == queue.tasks())
    #expect(try queue.tasks()[0].until == nil)
    // The first `until` counts.
    let untils = #""until": "2020-01-01T00:00:00Z", "until": "2099-01-01T00:00:00Z""#
    try home.writeQueue("{\"tasks\": [{\"title\": \"a\", \(untils)}]}")
    #expect(try queue.front().depth == 1)
    #expect(try queue.markSent(queue.tasks()[0], to: "desk").isChanged, "waking isn't a change")
    try home.writeQueue(
      #"{"tasks": [{"title": "b"}, {"title": "a", "until": "2099-01-01T00:00:00Z"}]}"#)
    let change = try queue.skip(queue.tasks()[1])
    #expect(!change.isChanged && change.tasks[0].until != nil)
  }

  @Test func aQueueWhoseTasksAreAsleepIsEmptyBeforeAMerge() throws {
    try home.writeQueue(#"{"tasks": [{"title": "a", "until": "2099-01-01T00:00:00Z"}]}"#)
    try home.write(#"{"tasks": [{"title": "b"}]}"#, to: "copy.json")
    let copy = try #require(Pathname(home.url("copy.json").path))
    #expect(try queue.merge(copy).change.wasEmpty)
  }

  @Test(arguments: [(Int.max, "9999-12-31T23:59:59Z"), (.min, "1970-01-01T00:00:00Z")])
  func aTaskIsSnoozedToADateThatCanBeWritten(seconds: Int, date: String) throws {
    try queue.push("First", "Second", "Third")
    let moment = Timestamp(seconds: seconds)
    #expect(try queue.snooze(until: moment).tasks[0].until?.dateText == date)
    #expect(try queue.push(TaskTitle("x"), until: moment).tasks[0].until?.dateText == date)
  }

  @Test func aChangeReturnsTheTasksAsTheyAreNow() throws {
    try queue.push("First", "Second", "Third")
    #expect(try queue.retitle(as: TaskTitle("New")).tasks.map(\.title) == ["New"])
    #expect(try queue.push("x", "y").tasks.map(\.title) == ["x", "y"])
    #expect(try queue.drop().tasks.first?.ending?.kind == .dropped)
    #expect(try queue.skip().tasks == [try #require(try queue.tasks().last)])
  }
}
