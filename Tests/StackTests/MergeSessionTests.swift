// Two machines with one stack, used by commands, against the plainest model of what their merge must be.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct MergeSessionTests {
  @Test func sessionsOnTwoMachinesMergeAsTheModelHasIt() throws {
    for seed in UInt64.mergeSeeds(12) {
      var machines = Machines(seed: seed)
      var base = try machines.start()
      for round in 1...4 {
        let ours = try machines.session(on: base, side: 0)
        let theirs = try machines.session(on: base, side: 1)
        let merged = Merge.merged(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
          .text(Array(ours.utf8))
        let text = String(decoding: merged, as: UTF8.self)
        let model = try MergeModel(base: base, ours: ours, theirs: theirs)
        let problems = try model.problems(of: text)
        if !problems.isEmpty {
          Issue.record(
            """
            seed \(seed), round \(round): \(problems.joined(separator: "; "))
            \(machines.log.joined(separator: "; "))
            base \(base)
            ours \(ours)
            theirs \(theirs)
            merged \(text)
            """)
          return
        }
        base = machines.decided(text)
      }
    }
  }
}

/// Two machines on which commands are used at random.
private struct Machines {
  private var random: SplitMix64
  private var count = 0
  private(set) var log: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A stack with a few tasks.
  mutating func start() throws -> String {
    let home = Home()
    let size = random.below(12)
    if size > 0 { _ = try home.queue().push((0..<size).map { _ in try newTitle() }) }
    if size > 3 { _ = try home.queue().endFront(as: .completed) }
    return MergeModel.retimed(
      home.queueText() ?? String(decoding: Document.emptyText, as: UTF8.self), round: count, side: 0)
  }

  /// What a few commands make of a stack.
  mutating func session(on text: String, side: Int) throws -> String {
    let home = Home()
    try home.writeQueue(text)
    let queue = try home.queue()
    for _ in 0...random.below(8) {
      do { try act(on: queue, side) } catch QueueError.noTask {
      } catch QueueError.nothingToUndo {
      } catch QueueError.nothingToRedo {}
    }
    return MergeModel.retimed(try #require(home.queueText()), round: count, side: side)
  }

  /// The text after a person has made two tasks of the two rewordings of one.
  mutating func decided(_ text: String) -> String { MergeModel.decided(text, after: &count) }

  private mutating func newTitle() throws -> TaskTitle {
    count += 1
    return try TaskTitle("task \(count)")
  }

  private mutating func act(on queue: TaskQueue, _ side: Int) throws {
    let action = random.below(16)
    log.append("\(side): \(action)")
    switch action {
    case 0...2: _ = try queue.push([newTitle()])
    case 3: _ = try queue.push([newTitle(), newTitle()], inFront: random.once(in: 2))
    case 4, 5: _ = try queue.endFront(as: .completed)
    case 6: _ = try queue.endFront(as: .dropped)
    case 7: _ = try queue.endFront(as: .sent(to: "pat@example.org"))
    case 8, 9: _ = try queue.skip()
    case 10:
      guard let title = try queue.front().task?.title else { return }
      _ = try queue.retitleFront(TaskTitle("\(title) \(side)\(random.below(3))"))
    case 11: _ = try queue.attach(["/\(random.below(4))", "/\(random.below(4))"])
    case 12: _ = try queue.detach(nil)
    case 13:
      let tasks = try queue.tasks()
      var arrangement = tasks.indices.map { TaskQueue.Arrangement.task($0) }
      if !arrangement.isEmpty {
        let moved = arrangement.remove(at: random.below(arrangement.count))
        if !random.once(in: 3) { arrangement.insert(moved, at: random.below(arrangement.count + 1)) }
      }
      if random.once(in: 3) {
        arrangement.insert(.new(try newTitle()), at: random.below(arrangement.count + 1))
      }
      _ = try queue.rearrange(tasks, as: arrangement)
    case 14: _ = try queue.undo()
    default: _ = try queue.redo()
    }
  }
}
