// What is kept of a file's past: how much, of which file, and until when it can be put back.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct HistoryTests {
  // MARK: How much is kept

  @Test func sixtyFourVersions() throws {
    let home = Home()
    let queue = try home.queue()
    var texts: [Data?] = [nil]
    for number in 1...70 {
      try queue.push("task \(number)")
      texts.append(home.queueData())
    }
    #expect(home.versions().count == 64)
    for text in texts.dropLast().suffix(64).reversed() {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    #expect(home.versions().count == 64)
    for text in texts.suffix(64) {
      _ = try queue.redo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
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

  // MARK: Of which file

  @Test func queuesOfOtherNamesHaveTheirOwn() throws {
    let home = Home()
    let one = try home.queue()
    let other = try home.queue(#require(QueueName("other")))
    try one.push("a")
    #expect(throws: QueueError.nothingToUndo) { try other.undo() }
    try other.push("b")
    try one.push("c")
    #expect(try other.undo().front.task == nil)
    #expect(try home.titles() == ["a", "c"])
    #expect(throws: QueueError.nothingToRedo) { try one.redo() }
    #expect(try one.undo().command == "push")
    #expect(try home.titles() == ["a"])
  }

  @Test func filesInOtherFoldersHaveTheirOwn() throws {
    let home = Home()
    let state = home.url("state").path
    func queue(in folder: String) throws -> TaskQueue {
      let variables = ["XDG_CONFIG_HOME": home.url(folder).path, "XDG_STATE_HOME": state]
      return try TaskQueue(in: Folders(environment: { variables[$0].map { Array($0.utf8) } }))
    }
    func titles(in folder: String) throws -> [String] { try queue(in: folder).tasks().map(\.title) }
    try queue(in: "one").push("a")
    try queue(in: "one").push("b")
    #expect(throws: QueueError.nothingToUndo) { try queue(in: "other").undo() }
    try queue(in: "other").push("c")
    try queue(in: "other").push("d")
    #expect(try !queue(in: "one").undo().isWhole)
    #expect(try titles(in: "one") == ["a"])
    #expect(try !queue(in: "other").undo().isWhole)
    #expect(try titles(in: "other") == ["c"])
    try queue(in: "other").redo()
    try queue(in: "one").redo()
    #expect(try titles(in: "one") == ["a", "b"])
    #expect(try titles(in: "other") == ["c", "d"])
  }

  /// A link leads to the history of the file that it leads to.
  @Test func linksLeadToTheHistoryOfTheFile() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    try FileManager.default.createDirectory(at: home.url("dotfiles"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: home.queueFile(), to: home.url("dotfiles/one.json"))
    try FileManager.default.createSymbolicLink(
      at: home.queueFile(), withDestinationURL: home.url("dotfiles/one.json"))
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    try queue.push("b")
    let one = home.queueData()

    try FileManager.default.removeItem(at: home.queueFile())
    try home.write(Data(Layout.canonical.text.utf8), to: "dotfiles/other.json")
    try FileManager.default.createSymbolicLink(
      atPath: home.queueFile().path, withDestinationPath: "../../dotfiles/other.json")
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    #expect(home.queueText() == Layout.canonical.text)

    try FileManager.default.removeItem(at: home.queueFile())
    try FileManager.default.createSymbolicLink(
      at: home.queueFile(), withDestinationURL: home.url("dotfiles/one.json"))
    #expect(home.queueData() == one)
    _ = try queue.undo()
    #expect(try home.titles() == ["a"])
  }

  // MARK: Where redo ends

  @Test func aNewChangeEndsRedo() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    try queue.push("b")
    _ = try queue.undo()
    try queue.push("c")
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    _ = try queue.undo()
    #expect(try home.titles() == ["a"])
    _ = try queue.redo()
    #expect(try home.titles() == ["a", "c"])
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
  }

  @Test func aChangeThatChangesNothingEndsNothing() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    _ = try queue.undo()
    _ = try queue.redo()
    try queue.push("b")
    _ = try queue.undo()
    let versions = home.versions()
    #expect(try !queue.skip().isChanged)
    #expect(try !queue.retitleFront(TaskTitle("a")).isChanged)
    #expect(try !queue.detach(nil).isChanged)
    #expect(try !queue.push([]).isChanged)
    #expect(try !queue.rearrange(queue.tasks(), as: [.task(0)]).isChanged)
    #expect(home.versions() == versions)
    _ = try queue.redo()
    #expect(try home.titles() == ["a", "b"])
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
