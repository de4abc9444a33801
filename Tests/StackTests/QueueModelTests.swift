// Whatever is done to a queue, it holds what an array would hold, and no byte more of its file is different.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct QueueModelTests {
  @Test(arguments: TestExtent.sample(SoundFile.layouts, 8), TestExtent.seeds(1, all: 2))
  func anyCommandsInAnyOrder(from layout: SoundFile, seed: UInt64) throws {
    let home = Home.inMemory()
    try home.writeQueue(layout.text)
    let queue = try home.queue()
    var user = RandomUser(seed: seed, words: RandomUser.awkwardWords)
    for step in 1...30 {
      let before = try #require(home.queueData())
      let tasks = try queue.tasks()
      let action = user.nextAction(tasks: tasks.count)
      guard let expected = ExpectedFile(after: action, on: tasks, in: before) else { continue }
      let outcome = try queue.perform(action)
      let after = try #require(home.queueData())
      var problems = problems(from: before, to: after, expecting: expected)
      if outcome.isChanged != (before != after) {
        problems.append("said to be changed: \(outcome.isChanged)")
      }
      problems += try problemsOfLooking(at: queue, in: home, outcome)
      if !problems.isEmpty {
        Issue.record("step \(step), \(action): \(problems)\nbefore: \(before.shown)\nafter:  \(after.shown)")
        return
      }
    }
  }

  /// What looking at the queue gets wrong after a change; empty for nothing.
  private func problemsOfLooking(at queue: TaskQueue, in home: Home, _ outcome: Outcome) throws -> [String] {
    let titles = try home.titles()
    let front = try queue.front()
    var problems: [String] = []
    if front.task?.title != titles.first { problems.append("the front is \(front.task?.title ?? "nothing")") }
    if front.depth != min(titles.count, 7) { problems.append("the depth is \(front.depth)") }
    if outcome.front != front { problems.append("the outcome has another front") }
    if try queue.count() != titles.count { problems.append("the count is wrong") }
    if try queue.tasks().map(\.title) != titles { problems.append("the tasks are others") }
    if home.files(below: ".config") != ["stack/stack.json"] { problems.append("a file was left behind") }
    return problems
  }

  /// What an editor or ssh took along is changed only where it still stands as it was.
  @Test func aTaskThatIsNotThereAnyMore() throws {
    let home = Home.inMemory()
    try home.push("a", "b", "c")
    let queue = try home.queue()
    let tasks = try queue.tasks()
    _ = try queue.end(as: .completed)
    let before = home.queueData()
    #expect(throws: QueueError.changedMeanwhile) { try queue.end(tasks[0], as: .sent(to: "host")) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.retitle(tasks[0], as: TaskTitle("x")) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.rearrange(tasks, as: [.task(0)]) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.rearrange([], as: []) }
    #expect(home.queueData() == before)
    // Another place is as good.
    _ = try queue.end(tasks[2], as: .sent(to: "host"))
    #expect(try home.titles() == ["b"])
    #expect(try home.titles("completed") == ["a", "c"])
  }
}
