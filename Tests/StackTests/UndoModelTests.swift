// Undo and redo against the plainest history: a list of file contents.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct UndoModelTests {
  static let seeds = TestExtent.seeds(3, all: 8)

  @Test(arguments: seeds)
  func anyChangesTakenBackAndPutBack(seed: UInt64) throws {
    try play(Home.inMemory(), seed)
  }

  /// Where versions can't be kept by hard links, they are copied.
  @Test(
    .enabled(if: TemporaryFolder.otherFileSystem != nil, "there is no second file system to write to"),
    arguments: seeds)
  func withCopiesOnAnotherFileSystem(seed: UInt64) throws {
    let state = try TemporaryFolder(in: #require(TemporaryFolder.otherFileSystem))
    try play(Home(["XDG_STATE_HOME": state.path]), seed)
  }

  /// Somebody does something at random, and changes their mind more often than others do.
  private func play(_ home: Home, _ seed: UInt64) throws {
    var user = RandomUser(seed: seed)
    if !user.random.once(in: 3) { try home.writeQueue(user.random.pick(SoundFile.layouts).text) }
    let queue = try home.queue()
    var model = HistoryModel(current: home.queueData())
    for step in 1...45 {
      let action = user.random.once(in: 4) ? .undo : user.nextAction(tasks: try queue.count())
      do {
        switch action {
        case .undo: _ = try restore(.undo, queue, &model)
        case .redo: _ = try restore(.redo, queue, &model)
        default: if try queue.perform(action).isChanged { model.change(to: home.queueData()) }
        }
      } catch QueueError.noTask {
      } catch QueueError.notAttached {}
      try expect(home, toHold: model, "step \(step), \(action)")
    }
    try restoreAll(.undo, queue, home, &model)
    let first = model.current
    try restoreAll(.redo, queue, home, &model)
    try restoreAll(.undo, queue, home, &model)
    #expect(home.queueData() == first)
  }

  private enum Direction { case undo, redo }

  /// Goes a step back or forth in both. Returns whether there was one.
  private func restore(_ direction: Direction, _ queue: TaskQueue, _ model: inout HistoryModel) throws -> Bool
  {
    let isThere = direction == .undo ? model.undo() : model.redo()
    do {
      let restoration = direction == .undo ? try queue.undo() : try queue.redo()
      try #require(isThere && !restoration.isWhole, "\(restoration)")
    } catch QueueError.nothingToUndo where direction == .undo && !isThere {
    } catch QueueError.nothingToRedo where direction == .redo && !isThere {}
    return isThere
  }

  private func restoreAll(
    _ direction: Direction, _ queue: TaskQueue, _ home: Home, _ model: inout HistoryModel
  ) throws {
    while try restore(direction, queue, &model) { try expect(home, toHold: model, "\(direction) of all") }
  }

  private func expect(_ home: Home, toHold model: HistoryModel, _ circumstances: Comment) throws {
    let found = home.queueData()
    try #require(found == model.current, circumstances)
    #expect(home.files(below: ".config") == (found == nil ? [] : ["stack/stack.json"]), circumstances)
  }
}

/// What should be kept of a file's past, `nil` for no file.
private struct HistoryModel {
  private(set) var current: Data?
  private var past: [Data?] = []
  private var future: [Data?] = []

  init(current: Data?) {
    self.current = current
  }

  mutating func change(to content: Data?) {
    past.append(current)
    future = []
    current = content
  }

  /// Takes back the last change. Returns whether there was one.
  mutating func undo() -> Bool { Self.move(&current, from: &past, to: &future) }

  mutating func redo() -> Bool { Self.move(&current, from: &future, to: &past) }

  private static func move(_ current: inout Data?, from: inout [Data?], to: inout [Data?]) -> Bool {
    while let kept = from.popLast() {
      // What is the same is no version.
      if kept == current { continue }
      to.append(current)
      current = kept
      return true
    }
    return false
  }
}
