// A person edits or renames the whole queue while other commands change it: nothing that one of the
// two wrote is lost.

import TestSupport
import Testing

@testable import Stack

@Suite struct SecondWriterTests {
  @Test(arguments: [false, true]) func nothingIsLostWhileAnEditorIsOpen(snoozes: Bool) throws {
    for seed in TestExtent.seeds(10, all: 2000) {
      guard let problem = try problem(seed, snoozes: snoozes) else { continue }
      Issue.record("seed \(seed): \(problem)")
      return
    }
  }

  /// One of them is like the task that was there.
  @Test func tasksThatAreAddedDuringARenameStayInTheOldStack() throws {
    let home = Home()
    try home.writeTasks("A")
    let (old, new) = try (home.queue(), home.queue("new"))
    try new.addAll(of: old, as: "stack → new")
    try home.writeTasks("A", "A", "B")
    try old.removeAll(in: new, as: "stack → new")
    #expect(try old.tasks().map(\.title) == ["A", "B"] && new.tasks().map(\.title) == ["A"])
  }

  /// The date that identifies a task.
  private static func added(_ task: [String: Any]) -> String { task["added"] as? String ?? "" }

  /// What is in a file.
  private struct State {
    /// The titles, notes and attachments of all tasks, open or ended.
    var texts: Set<String> = []
    var tasks: Set<String> = []
    var open: Set<String> = []
    /// For each open task in order, whether it is snoozed.
    var areSnoozed: [Bool] = []

    init(of home: Home) throws {
      let waiting = try home.tasks()
      for task in try waiting + home.tasks("completed") {
        texts.formUnion(["title"].compactMap { task[$0] as? String })
        texts.formUnion(["notes", "attachments"].flatMap { task[$0] as? [String] ?? [] })
        tasks.insert(SecondWriterTests.added(task))
      }
      open = Set(waiting.map(SecondWriterTests.added))
      areSnoozed = waiting.map { $0["until"] != nil }
    }
  }

  private func problem(_ seed: UInt64, snoozes: Bool) throws -> String? {
    let home = Home()
    let queue = try home.queue()
    var user = RandomUser(seed: seed)
    user.snoozes = snoozes
    var log: [String] = []

    func act() throws {
      let action = try user.nextAction(tasks: queue.tasks().count)
      switch action {
      case .undo, .redo: return
      default: break
      }
      do { _ = try queue.perform(action) } catch QueueError.notAttached, QueueError.noTask {}
      log.append("\(action)")
    }

    try queue.push("first", "second")
    for _ in 0..<user.random.below(8) { try act() }
    let tasks = try queue.tasks()
    let read = try home.tasks()
    let old = try State(of: home)
    log.append("read \(home.queueText() ?? "")")
    for _ in 0...user.random.below(3) { try act() }
    let theirs = try State(of: home)
    log.append("changed to \(home.queueText() ?? "")")

    var typed: Set<String> = []
    var dropped: Set<String> = []
    func newTitle() throws -> TaskTitle {
      let title = "typed \(typed.count)"
      typed.insert(title)
      return try TaskTitle(title)
    }
    var arrangement: [TaskQueue.Arrangement] = []
    var order = Array(tasks.indices)
    if user.random.once(in: 2) { order.shuffle(using: &user.random) }
    for index in order {
      switch user.random.below(8) {
      case 0: dropped.insert(Self.added(read[index]))
      case 1: arrangement.append(.retitled(index, try newTitle()))
      case 2:
        let kept = tasks[index].notes.indices.filter { _ in user.random.once(in: 2) }
        let notes = kept.map { QueuedTask.EditedNote.kept($0) } + [.new(try newTitle())]
        arrangement.append(.edited(index, user.random.once(in: 2) ? try newTitle() : nil, notes))
      case 3: arrangement += [.task(index), .new(try newTitle())]
      default: arrangement.append(.task(index))
      }
    }
    log.append("arranged as \(arrangement)")
    do throws(QueueError) {
      try queue.rearrange(tasks, as: arrangement)
    } catch {
      return "\(error) after \(log.joined(separator: "\n"))"
    }

    let new = try State(of: home)
    let problems = [
      "lost what was typed": typed.subtracting(new.texts),
      "lost what another command wrote": theirs.texts.subtracting(old.texts)
        .subtracting(new.texts),
      "lost tasks": theirs.tasks.subtracting(new.tasks),
      "ended tasks": theirs.open.subtracting(dropped).subtracting(new.open),
      "reopened tasks": new.open.intersection(theirs.tasks).subtracting(theirs.open),
    ].filter { !$0.value.isEmpty }
    // All snoozed tasks are behind the others.
    let isInOrder = !zip(new.areSnoozed, new.areSnoozed.dropFirst()).contains { $0 && !$1 }
    if problems.isEmpty, isInOrder { return nil }
    return "\(isInOrder ? "" : "snoozed tasks are in front; ")\(problems) after "
      + log.joined(separator: "\n") + "\nresult \(home.queueText() ?? "")"
  }
}
