// Whatever is done to a queue, it holds what an array would hold, and no byte more of its file is different.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct QueueModelTests {
  @Test(arguments: Layout.all, [1, 2] as [UInt64])
  func anyCommandsInAnyOrder(from layout: Layout, seed: UInt64) throws {
    let home = Home()
    try home.writeQueue(layout.text)
    var user = User(queue: try home.queue(), home: home, random: SplitMix64(seed: seed))
    for step in 1...30 {
      let before = try #require(home.queueData())
      let (command, expected, outcome) = try user.act(on: before)
      let after = try #require(home.queueData())
      var problems = problems(from: before, to: after, expecting: expected)
      if outcome.isChanged != (before != after) {
        problems.append("said to be changed: \(outcome.isChanged)")
      }
      problems += try user.problemsOfLooking(at: after, outcome)
      if !problems.isEmpty {
        Issue.record("step \(step), \(command): \(problems)\nbefore: \(before.shown)\nafter:  \(after.shown)")
        return
      }
    }
  }

  @Test func aQueueThatHasNoFile() throws {
    let home = Home()
    let queue = try home.queue()
    #expect(try queue.count() == 0)
    #expect(try queue.front() == Front())
    #expect(try queue.tasks() == [])
    #expect(throws: QueueError.noTask) { try queue.endFront(as: .completed) }
    #expect(throws: QueueError.noTask) { try queue.skip() }
    #expect(throws: QueueError.noTask) { try queue.retitleFront(TaskTitle("a")) }
    #expect(throws: QueueError.noTask) { try queue.attach(["https://example.org"]) }
    #expect(throws: QueueError.noTask) { try queue.detach(nil) }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(try !queue.push([]).isChanged)
    #expect(home.queueData() == nil)
    try queue.push("a")
    #expect(try home.titles() == ["a"])
  }

  /// What an editor or ssh took along is changed only where it still stands as it was.
  @Test func aTaskThatIsNotThereAnyMore() throws {
    let home = Home()
    try home.writeQueue(Layout.canonical.text)
    let queue = try home.queue()
    let tasks = try queue.tasks()
    _ = try queue.endFront(as: .completed)
    let before = home.queueData()
    #expect(throws: QueueError.changedMeanwhile) { try queue.end(tasks[0], as: .sent(to: "host")) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.retitle(tasks[0], TaskTitle("x")) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.rearrange(tasks, as: [.task(0)]) }
    #expect(throws: QueueError.changedMeanwhile) { try queue.rearrange([], as: []) }
    #expect(home.queueData() == before)
    // Another place is as good.
    _ = try queue.end(tasks[2], as: .sent(to: "host"))
    #expect(try home.titles() == ["b"])
    #expect(try home.titles("completed") == ["z", "a", "c"])
  }

  /// Nothing is silently altered: é may be written in two ways.
  @Test func titlesThatLookAlike() throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [{\"title\": \"\u{E9}\"}]}")
    let queue = try home.queue()
    #expect(try queue.retitleFront(TaskTitle("e\u{301}")).isChanged)
    #expect(home.queueData() == Data("{\"tasks\": [{\"title\": \"e\u{301}\"}]}".utf8))
    #expect(try queue.retitle(queue.tasks()[0], TaskTitle("\u{E9}")).isChanged)
    #expect(home.queueData() == Data("{\"tasks\": [{\"title\": \"\u{E9}\"}]}".utf8))
  }

  /// Counting for the prompt stops at seven.
  @Test(arguments: 0...9)
  func depth(count: Int) throws {
    let home = Home()
    let queue = try home.queue()
    _ = try queue.push((0..<count).map { try TaskTitle("task \($0)") })
    #expect(try queue.front().depth == min(count, 7))
    #expect(try queue.front().task?.title == (count == 0 ? nil : "task 0"))
    #expect(try queue.front().hasFile == (count > 0))
    #expect(try queue.count() == count)
  }
}

/// Somebody who does one thing after another, and knows what should come of it.
private struct User {
  let queue: TaskQueue
  let home: Home
  var random: SplitMix64
  private var titleCount = 0

  init(queue: TaskQueue, home: Home, random: SplitMix64) {
    self.queue = queue
    self.home = home
    self.random = random
  }

  /// Does something at random. Returns what was done, and how the file should look.
  mutating func act(on text: Data) throws -> (String, ExpectedFile, Outcome) {
    var expected = ExpectedFile(text)
    let tasks = try queue.tasks()
    guard let first = tasks.first else {
      return try push(&expected)
    }
    switch random.below(11) {
    case 0, 1:
      return try push(&expected)
    case 2, 3:
      let (ending, key) = ending()
      expected.end(at: 0, key)
      return ("end \(key)", expected, try queue.endFront(as: ending))
    case 4:
      let (ending, key) = ending()
      let task = random.pick(tasks)
      expected.end(at: tasks.firstIndex(of: task) ?? 0, key)
      return ("end that \(key)", expected, try queue.end(task, as: ending))
    case 5, 6:
      expected.tasks.append(expected.tasks.removeFirst())
      expected.allowRemoving(1)
      expected.insertedTokens += 3
      return ("skip", expected, try queue.skip())
    case 7:
      let title = newTitle()
      expected.replace(at: 0, with: .retitled(first.text, title: title))
      return ("retitle", expected, try queue.retitleFront(TaskTitle(title)))
    case 8:
      let title = newTitle()
      let task = random.pick(tasks)
      expected.replace(at: tasks.firstIndex(of: task) ?? 0, with: .retitled(task.text, title: title))
      return ("retitle that", expected, try queue.retitle(task, TaskTitle(title)))
    case 9:
      return try attach(first, &expected)
    default:
      return try rearrange(tasks, &expected)
    }
  }

  private mutating func push(_ expected: inout ExpectedFile) throws -> (String, ExpectedFile, Outcome) {
    let titles = (0..<(1 + random.below(3))).map { _ in newTitle() }
    let attachments = random.once(in: 3) ? ["https://example.org/\"\(titleCount)\\", "/a b"] : []
    let inFront = random.once(in: 2)
    expected.allowAdding(titles.count, to: expected.tasks)
    let new = titles.map { ExpectedTask.new(title: $0, attachments: attachments) }
    expected.tasks.insert(contentsOf: new, at: inFront ? 0 : expected.tasks.count)
    let outcome = try queue.push(
      titles.map { try TaskTitle($0) }, attachments: attachments, inFront: inFront)
    return ("push \(titles.count) \(inFront ? "in front" : "")", expected, outcome)
  }

  private mutating func attach(
    _ front: QueuedTask, _ expected: inout ExpectedFile
  ) throws -> (String, ExpectedFile, Outcome) {
    if random.once(in: 2), let attached = front.attachments.last {
      let rest = front.attachments.filter { $0 != attached }
      expected.replace(at: 0, with: .attached(front.text, rest))
      return ("detach", expected, try queue.detach([attached]))
    }
    titleCount += 1
    let new = ["https://example.org/\(titleCount)", "/tmp/ü"]
    let all = front.attachments + new.filter { !front.attachments.contains($0) }
    expected.replace(at: 0, with: .attached(front.text, all))
    return ("attach", expected, try queue.attach(new))
  }

  private mutating func rearrange(
    _ tasks: [QueuedTask], _ expected: inout ExpectedFile
  ) throws -> (String, ExpectedFile, Outcome) {
    var kept = Array(tasks.indices)
    if random.once(in: 2) { kept.shuffle(using: &random) }
    if random.once(in: 2) { kept.removeAll { _ in random.once(in: 3) } }
    var arrangement: [TaskQueue.Arrangement] = []
    var result: [ExpectedTask] = []
    for index in kept {
      if random.once(in: 5) {
        let title = newTitle()
        arrangement.append(.new(try TaskTitle(title)))
        result.append(.new(title: title))
      }
      if random.once(in: 4) {
        let title = newTitle()
        arrangement.append(.retitled(index, try TaskTitle(title)))
        result.append(.retitled(tasks[index].text, title: title))
      } else {
        arrangement.append(.task(index))
        result.append(.same(tasks[index].text))
      }
    }
    let dropped = tasks.indices.filter { !kept.contains($0) }
    if !dropped.isEmpty { expected.allowAdding(dropped.count, to: expected.completed) }
    expected.completed += dropped.map { .ended(tasks[$0].text, key: "dropped") }
    let changed = zip(arrangement, tasks.indices).filter { $0 != .task($1) }.count
    // With a task goes the white space before it.
    expected.removedTokens += 2 * changed
    expected.insertedTokens += 2 * changed
    if arrangement.count > tasks.count { expected.insertedTokens += 3 * (arrangement.count - tasks.count) }
    if arrangement.count < tasks.count { expected.allowRemoving(tasks.count - arrangement.count) }
    expected.tasks = result
    return ("rearrange \(arrangement)", expected, try queue.rearrange(tasks, as: arrangement))
  }

  private mutating func ending() -> (Ending, String) {
    random.pick([(.completed, "completed"), (.dropped, "dropped"), (.completed, "completed")])
  }

  private mutating func newTitle() -> String {
    titleCount += 1
    let words = [
      "Write", "\"that\"", "C:\\x", "naïve", "日本語", "👩‍👩‍👧", "\u{202E}", "\u{1B}[31m", "]}", ",", "{\"title\":",
    ]
    return "\(random.pick(words)) \(random.pick(words)) \(titleCount)"
  }

  /// What looking at the queue gets wrong after a change; empty for nothing.
  func problemsOfLooking(at text: Data, _ outcome: Outcome) throws -> [String] {
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
}

extension ExpectedFile {
  fileprivate mutating func replace(at index: Int, with task: ExpectedTask) {
    tasks[index] = task
    removedTokens += 1
    insertedTokens += 1
  }

  fileprivate mutating func end(at index: Int, _ key: String) {
    guard case .same(let text) = tasks.remove(at: index) else { return }
    allowRemoving(1)
    allowAdding(1, to: completed)
    completed.append(.ended(text, key: key))
  }
}
