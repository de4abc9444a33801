// Undo and redo against the plainest history: a list of file contents.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct UndoModelTests {
  static let seeds = TestExtent.seeds(2, all: 8)

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
    // What the file held, one after another, `nil` for no file; and which of these it holds now.
    var (texts, place) = ([home.queueData()], 0)

    /// Goes a step back or forth. Returns whether there was one.
    func restore(by step: Int) throws -> Bool {
      let isThere = texts.indices.contains(place + step)
      do {
        let restoration = step < 0 ? try queue.undo() : try queue.redo()
        try #require(isThere && !restoration.isWhole, "\(restoration)")
        place += step
      } catch QueueError.nothingToUndo where step < 0 && !isThere {
      } catch QueueError.nothingToRedo where step > 0 && !isThere {}
      return isThere
    }

    func expectText(_ circumstances: Comment) throws {
      let found = home.queueData()
      try #require(found == texts[place], circumstances)
      #expect(home.files(below: ".config") == (found == nil ? [] : ["stack/stack.json"]), circumstances)
    }

    for step in 1...45 {
      let action = user.random.once(in: 4) ? .undo : user.nextAction(tasks: try queue.count())
      do {
        switch action {
        case .undo: _ = try restore(by: -1)
        case .redo: _ = try restore(by: 1)
        default:
          if try queue.perform(action).isChanged {
            texts = texts.prefix(place + 1) + [home.queueData()]
            place += 1
          }
        }
      } catch QueueError.noTask {
      } catch QueueError.notAttached {}
      try expectText("step \(step), \(action)")
    }
    // All the way back, forth, and back.
    for step in [-1, 1, -1] { while try restore(by: step) { try expectText("\(step)") } }
    #expect(place == 0)
  }
}
