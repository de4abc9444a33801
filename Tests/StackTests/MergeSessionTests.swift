// Two machines with one stack, used by commands, against the plainest model of what their merge must be.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct MergeSessionTests {
  @Test func sessionsOnTwoMachinesMergeAsTheModelHasIt() throws {
    for seed in TestExtent.seeds(10, all: 300) {
      var user = RandomUser(seed: seed)
      var base = try session(on: String(decoding: Document.emptyText, as: UTF8.self), &user)
      for round in 1...4 {
        let ours = try session(on: base, &user)
        let theirs = try session(on: base, &user)
        let merged = merge(base, ours, theirs).text
        guard try MergeModel(merged) == MergeModel(base: base, ours: ours, theirs: theirs) else {
          Issue.record(
            "seed \(seed), round \(round)\nbase \(base)\nours \(ours)\ntheirs \(theirs)\nmerged \(merged)")
          return
        }
        base = merged
      }
    }
  }

  /// What a few commands make of a stack.
  private func session(on text: String, _ user: inout RandomUser) throws -> String {
    let home = Home()
    try home.writeQueue(text)
    let queue = try home.queue()
    for _ in 0...user.random.below(8) {
      do {
        let action = try user.nextAction(tasks: queue.count())
        switch action {
        case .undo: _ = try queue.undo()
        case .redo: _ = try queue.redo()
        default: _ = try queue.perform(action)
        }
      } catch QueueError.nothingToUndo {
      } catch QueueError.nothingToRedo {
      } catch QueueError.notAttached {}
    }
    return try #require(home.queueText())
  }
}
