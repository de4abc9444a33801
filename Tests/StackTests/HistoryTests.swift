// What is kept of a file's past: how much, and of which command.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct HistoryTests {
  @Test func sixtyFourVersions() throws {
    let home = Home()
    var texts: [Data?] = [nil]
    for number in 1...70 { texts += try home.push("task \(number)") }
    let (kept, newest) = (texts.suffix(65).dropLast(), texts.suffix(64))
    #expect(home.versions().count == 64)
    try home.expectUndo(to: kept.reversed())
    #expect(home.versions().count == 64)
    try home.expectRedo(to: Array(newest))
    #expect(home.versions().count == 64)
  }

  /// What was taken back ages out with the rest.
  @Test func versionsThatWereTakenBackAgeOut() throws {
    let home = Home()
    let queue = try home.queue()
    for number in 1...20 {
      try queue.push("task \(number)")
      try queue.push("not this")
      _ = try queue.undo()
    }
    #expect(home.versions().count == 40)
    for number in 21...100 { try queue.push("task \(number)") }
    #expect(home.versions().count == 64)
    #expect(try home.titles().count == 100)
    for _ in 1...64 { _ = try queue.undo() }
    #expect(try home.titles() == (1...36).map { "task \($0)" })
  }

  @Test func anUndoToldByItsCommand() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a", "b")
    _ = try queue.skip()
    _ = try queue.retitleFront(TaskTitle("c"))
    _ = try queue.attach(["/x"])
    _ = try queue.detach(["/x"])
    _ = try queue.endFront(as: .sent(to: "host"))
    _ = try queue.endFront(as: .dropped)
    try queue.push("d")
    _ = try queue.endFront(as: .completed)
    let commands = ["push", "skip", "edit", "attach", "detach", "send", "drop", "push", "done"]
    #expect(try commands.reversed().map { _ in try queue.undo().command } == commands.reversed())
    #expect(try commands.map { _ in try queue.redo().command } == commands)
  }
}
