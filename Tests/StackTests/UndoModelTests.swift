// Undo and redo against the plainest history: a list of file contents.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct UndoModelTests {
  static let seeds = TestExtent.seeds(3, all: 8)

  @Test(arguments: seeds)
  func anyChangesTakenBackAndPutBack(seed: UInt64) throws {
    try play(Home(), seed)
  }

  /// Where versions can't be kept by hard links, they are copied.
  @Test(
    .enabled(if: TemporaryFolder.otherFileSystem != nil, "there is no second file system to write to"),
    arguments: seeds)
  func withCopiesOnAnotherFileSystem(seed: UInt64) throws {
    let state = try TemporaryFolder(in: #require(TemporaryFolder.otherFileSystem))
    try play(Home(["XDG_STATE_HOME": state.path]), seed)
  }

  private func play(_ home: Home, _ seed: UInt64) throws {
    var user = RandomUser(seed: seed)
    if !user.random.once(in: 3) { try home.writeQueue(user.random.pick(Layout.all).text) }
    var player = Player(
      queue: try home.queue(), home: home, user: user, model: HistoryModel(home.queueData()))
    for step in 1...45 {
      let action = try player.act()
      if let problem = player.problem {
        Issue.record("step \(step), \(action): \(problem)")
        return
      }
    }
    try player.undoAll()
    #expect(player.problem == nil)
    let first = player.model.current
    let count = try player.redoAll()
    #expect(player.problem == nil)
    try player.undoAll()
    #expect(player.problem == nil)
    #expect(home.queueData() == first)
    #expect(count == player.model.future.count)
  }
}

/// What should be kept of a file's past.
private struct HistoryModel {
  struct Kept {
    /// `nil` for no file.
    let content: Data?
  }

  var current: Data?
  private(set) var past: [Kept] = []
  private(set) var future: [Kept] = []

  init(_ current: Data?) {
    self.current = current
  }

  mutating func change(to content: Data?) {
    past.append(Kept(content: current))
    future = []
    current = content
  }

  /// Takes back the last change. Returns whether there was one.
  mutating func undo() -> Bool {
    Self.move(&current, from: &past, to: &future)
  }

  mutating func redo() -> Bool {
    Self.move(&current, from: &future, to: &past)
  }

  private static func move(_ current: inout Data?, from: inout [Kept], to: inout [Kept]) -> Bool {
    while let kept = from.popLast() {
      // What is the same is no version.
      if kept.content == current { continue }
      to.append(Kept(content: current))
      current = kept.content
      return true
    }
    return false
  }
}

/// Somebody who changes a queue by commands, and changes their mind.
private struct Player {
  let queue: TaskQueue
  let home: Home
  var user: RandomUser
  var model: HistoryModel
  private(set) var problem: String?

  /// Does something at random, and changes their mind more often than others do. Returns what.
  mutating func act() throws -> Action {
    let isSecondThought = user.random.once(in: 4)
    let action = isSecondThought ? .undo : user.nextAction(tasks: try queue.count())
    switch action {
    case .undo: _ = try undo()
    case .redo: _ = try redo()
    default:
      do {
        if try queue.perform(action).isChanged { model.change(to: home.queueData()) }
      } catch QueueError.noTask {
      } catch QueueError.notAttached {}
    }
    check()
    return action
  }

  mutating func undoAll() throws {
    while try undo(), problem == nil { check() }
  }

  /// Returns how many changes could be put back.
  mutating func redoAll() throws -> Int {
    var count = 0
    while try redo(), problem == nil {
      check()
      count += 1
    }
    return count
  }

  private mutating func undo() throws -> Bool {
    let expected = model.undo()
    return try restore(expected, orElse: .nothingToUndo) { queue throws(QueueError) in try queue.undo() }
  }

  private mutating func redo() throws -> Bool {
    let expected = model.redo()
    return try restore(expected, orElse: .nothingToRedo) { queue throws(QueueError) in try queue.redo() }
  }

  private mutating func restore(
    _ isThere: Bool, orElse nothing: QueueError,
    _ body: (TaskQueue) throws(QueueError) -> TaskQueue.Restoration
  ) throws -> Bool {
    do throws(QueueError) {
      let restoration = try body(queue)
      if !isThere { problem = "\(restoration.command) was there to take back or put back" }
      if restoration.isWhole { problem = "a whole version came back" }
      return true
    } catch {
      if error != nothing { throw error }
      if isThere { problem = "there was nothing" }
      return false
    }
  }

  private mutating func check() {
    let found = home.queueData()
    if found != model.current {
      problem = "found \(found?.shown ?? "no file"), not \(model.current?.shown ?? "none")"
    }
    let names = found == nil ? [] : ["stack/stack.json"]
    if home.files(below: ".config") != names { problem = "a file was left behind" }
  }
}
