// What is kept of a change is as large as the change, however long the queue is.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct RecordSizeTests {
  /// How long the newest record is after the queue was rearranged, which can be taken back to the byte.
  private func recordSize(
    of count: Int, _ edit: (inout [TaskQueue.Arrangement]) throws -> Void
  ) throws -> Int {
    let home = Home()
    let text = StackFile.text(tasks: count)
    try home.writeQueue(text)
    let queue = try home.queue()
    let tasks = try queue.tasks()
    var arrangement = tasks.indices.map { TaskQueue.Arrangement.task($0) }
    try edit(&arrangement)
    #expect(try queue.rearrange(tasks, as: arrangement).isChanged)
    let record = try #require(home.files(below: ".local").first { $0.hasSuffix(".change") })
    let size = try Data(contentsOf: home.url(".local/" + record)).count
    _ = try queue.undo()
    #expect(home.queueData() == Data(text.utf8))
    return size
  }

  @Test(arguments: [0, 7_000, 19_999])
  func oneTaskIsDropped(_ index: Int) throws {
    #expect(try recordSize(of: 20_000) { $0.remove(at: index) } < 400)
  }

  @Test func tasksAreMovedReworded() throws {
    let size = try recordSize(of: 20_000) { arrangement in
      arrangement.insert(contentsOf: Array(arrangement[15_000..<16_000]), at: 10)
      arrangement.removeSubrange(16_000..<17_000)
      arrangement[12_000] = .retitled(11_000, try TaskTitle("Reworded"))
      arrangement.append(.new(try TaskTitle("New")))
    }
    #expect(size < 600)
  }

  /// Where every task is moved, each is a piece.
  @Test func allTasksAreMoved() throws {
    #expect(try recordSize(of: 2_000) { $0.reverse() } < 2_000 * 40)
  }
}
