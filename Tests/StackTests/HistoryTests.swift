// What is kept of a file's past: how much, of which file, and what a killed command leaves behind.

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

  @Test func sixteenMebibytes() throws {
    let home = Home()
    let mebibyte = 1024 * 1024
    try home.writeQueue("{\"own\": \"" + String(repeating: "x", count: 3 * mebibyte) + "\"}")
    let queue = try home.queue()
    for number in 1...8 { try queue.push("task \(number)") }
    // A sixth of a little more than three would be too much.
    #expect(home.versions().count == 5)
    let size = try home.versions().reduce(0) { try $0 + Data(contentsOf: home.url($1)).count }
    #expect(size <= 16 * mebibyte)
    for number in (3...7).reversed() {
      _ = try queue.undo()
      #expect(try queue.count() == number)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// The newest version is kept whatever its size.
  @Test func oneVersionThatIsLargerThanAll() throws {
    let home = Home()
    try home.writeQueue("{\"own\": \"" + String(repeating: "x", count: 17 * 1024 * 1024) + "\"}")
    let before = home.queueData()
    let queue = try home.queue()
    try queue.push("a")
    #expect(home.versions().count == 1)
    let after = home.queueData()
    _ = try queue.undo()
    #expect(home.queueData() == before)
    _ = try queue.redo()
    #expect(home.queueData() == after)
    try queue.push("b")
    #expect(home.versions().count == 1)
    _ = try queue.undo()
    #expect(home.queueData() == after)
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
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
    try queue(in: "one").push("a")
    #expect(throws: QueueError.nothingToUndo) { try queue(in: "other").undo() }
    try queue(in: "other").push("b")
    _ = try queue(in: "one").undo()
    #expect(try queue(in: "one").count() == 0)
    #expect(try queue(in: "other").count() == 1)
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

  @Test func aChangeByHandEndsRedo() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    try queue.push("b")
    _ = try queue.undo()
    try home.writeQueue(Layout.canonical.text)
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(home.queueText() == Layout.canonical.text)
    let restoration = try queue.undo()
    #expect(restoration.command == "push")
    #expect(restoration.includesChangesByHand)
    #expect(home.queueData() == nil)
    // And with it comes back what was written by hand.
    #expect(try queue.redo().includesChangesByHand)
    #expect(home.queueText() == Layout.canonical.text)
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

// MARK: - What a killed command leaves behind

/// Each test makes, from whole commands, what stands there when a command is killed between two steps.
@Suite struct KilledHalfWayTests {
  /// Killed when the version was kept, and the file was not replaced yet: two names of one file.
  @Test(arguments: [Version.Role.before, .after])
  func aVersionThatIsTheFileInUse(role: Version.Role) throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let before = home.queueData()
    try queue.push("b")
    let after = home.queueData()
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyFolder.appendingPathComponent(
        Version(number: 3, successor: .now, role: role, command: "done").fileName))
    try Data("{\"tasks\": [{\"ti".utf8).write(to: home.url(".config/stack/.stack.json.new"))

    let restoration = try queue.undo()
    #expect(restoration.command == "push")
    #expect(!restoration.includesChangesByHand)
    #expect(home.queueData() == before)
    _ = try queue.redo()
    #expect(home.queueData() == after)
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.versions().count == 2)
  }

  /// The same, and then somebody wrote into the file: under both names.
  @Test func aVersionThatIsTheFileInUseAndWasChangedByHand() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let before = home.queueData()
    try queue.push("b")
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyFolder.appendingPathComponent(
        Version(number: 3, successor: .now, role: .before, command: "done").fileName))
    let handle = try FileHandle(forUpdating: home.queueFile())
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(Layout.canonical.text.utf8))
    try handle.close()
    #expect(try queue.undo().includesChangesByHand)
    #expect(home.queueData() == before)
  }

  /// Killed when the absence of a file was kept, and there was no file yet.
  @Test func anAbsenceWhileThereIsNoFile() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    _ = try queue.undo()
    _ = try queue.redo()
    let names = home.versions()
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.hasSuffix(".none") })
    try FileManager.default.removeItem(at: home.queueFile())
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
    #expect(home.versions() == [])
    try queue.push("b")
    _ = try queue.undo()
    #expect(home.queueData() == nil)
  }

  /// Killed when undo had brought a version back, and it was not removed yet.
  @Test func aVersionThatWasBroughtBackAlready() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b", "c"])
    try home.leavingWhatGoes { _ = try queue.undo() }

    _ = try queue.undo()
    #expect(home.queueData() == texts[0])
    _ = try queue.redo()
    #expect(home.queueData() == texts[1])
    _ = try queue.redo()
    #expect(home.queueData() == texts[2])
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[1], texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// The same with redo.
  @Test func aVersionThatWasPutBackAlready() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b", "c"])
    _ = try queue.undo()
    _ = try queue.undo()
    try home.leavingWhatGoes { _ = try queue.redo() }
    #expect(home.queueData() == texts[1])

    _ = try queue.redo()
    #expect(home.queueData() == texts[2])
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[1], texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
  }

  /// A change after an undo that was killed ends redo all the same.
  @Test func aChangeAfterAnUndoThatWasKilled() throws {
    let home = Home()
    let queue = try home.queue()
    let texts = try home.pushing(["a", "b"])
    try home.leavingWhatGoes { _ = try queue.undo() }
    try queue.push("c")
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    for text in [texts[0], nil] {
      _ = try queue.undo()
      #expect(home.queueData() == text)
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  /// Killed by undo of the first push, when the file was kept, and not removed yet.
  @Test func aFileThatWasToBeRemoved() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let text = home.queueData()
    var version = Version(number: 2, successor: .now, role: .after, command: "push")
    version.isBeforeAbsence = true
    try FileManager.default.linkItem(
      at: home.queueFile(), to: home.historyFolder.appendingPathComponent(version.fileName))
    #expect(throws: QueueError.nothingToRedo) { try queue.redo() }
    #expect(home.queueData() == text)
    _ = try queue.undo()
    #expect(home.queueData() == nil)
    _ = try queue.redo()
    #expect(home.queueData() == text)
  }

  /// What stands in the way of the new text is taken over, also where it is longer.
  @Test func aNewTextThatIsLonger() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))
    try queue.push("b")
    #expect(try home.titles() == ["a", "b"])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// What else lies in the folder of a history is left alone.
  @Test(arguments: [
    "notes.txt", "9-20261121T100500.123456789Z-before-done.json",
    "000009-20269999T100500.123456789Z-before-done.json",
    "000009-20261121T100500.123456789Z-before-done-hand-again.json",
    "000009-20261121T100500Z-before-done.json",
    "+00009-20261121T100500.123456789Z-before-done.json", ".json", "-.none",
  ])
  func aStrangeFileInTheHistory(name: String) throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a")
    let strange = home.historyFolder.appendingPathComponent(name)
    try Data("strange".utf8).write(to: strange)
    try queue.push("b")
    try home.writeQueue(Layout.canonical.text)
    _ = try queue.undo()
    #expect(try home.titles() == ["a"])
    _ = try queue.redo()
    #expect(home.queueText() == Layout.canonical.text)
    #expect(try String(contentsOf: strange, encoding: .utf8) == "strange")
  }
}

extension Home {
  /// Where the versions of the standard queue are kept.
  fileprivate var historyFolder: URL { url(".local/state/stack" + queueFile().path) }

  /// The paths of all versions that are kept, of all queues.
  fileprivate func versions() -> [String] {
    files(below: ".local/state").map { ".local/state/" + $0 }
  }

  /// Adds tasks one by one. Returns the file after each.
  fileprivate func pushing(_ titles: [String]) throws -> [Data?] {
    try titles.map { title in
      try queue().push(title)
      return queueData()
    }
  }

  /// Does something, and puts back which versions it removed.
  fileprivate func leavingWhatGoes(_ body: () throws -> Void) throws {
    let before = try versions().map { ($0, try Data(contentsOf: url($0))) }
    try body()
    let after = versions()
    let gone = before.filter { !after.contains($0.0) }
    #expect(gone.count == 1)
    for (path, content) in gone { try content.write(to: url(path)) }
  }
}
