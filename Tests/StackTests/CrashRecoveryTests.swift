// Crash recovery: the state after a command was killed between two steps, and what the next command makes of it.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// The states are constructed from complete commands. The fault tests create all others by killing commands.
@Suite struct CrashRecoveryTests {
  private let home = Home()

  /// The command was killed after it had kept the version, by hard link or as a copy, and before it replaced the file.
  @Test(arguments: [Version.Role.undo, .redo], [false, true])
  func theVersionOfAChangeThatWasNotMadeIsDiscarded(role: Version.Role, isCopy: Bool) throws {
    let texts = try home.push("a", "b", "c")
    var version = Version(number: 4, time: .now, role: role, command: "done")
    if isCopy { version.marks = [.pending] }
    let path = home.historyDirectory.appendingPathComponent(version.fileName)
    let keep = isCopy ? FileManager.default.copyItem(at:to:) : FileManager.default.linkItem(at:to:)
    try keep(home.queueFile(), path)
    // It had begun to write the new text, which was longer than the next one.
    try Data(repeating: 0x78, count: 100_000).write(to: home.url(".config/stack/.stack.json.new"))

    let restoration = try home.queue().undo()
    #expect(restoration.command == "push" && !restoration.restoresEntireFile)
    #expect(home.queueData() == texts[1])
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.versions().count == 3)
  }

  /// The command was killed after it had replaced the file and before it marked the version as committed.
  @Test func aPendingCopyOfTheFileBeforeIsCommitted() throws {
    let texts = try home.push("a", "b", "c")
    let version = try home.kept(3).path
    try FileManager.default.moveItem(atPath: version, toPath: version.dropLast(5) + "-pending.json")
    // After that it is a version like any other, even while the file has its bytes.
    for text in [texts[2], texts[1], texts[2]] {
      try home.writeQueue(#require(text))
      try home.expectRedo(to: [])
    }
    try home.expectUndo(to: [texts[1], texts[0], nil])
  }

  /// After `undo` had restored and removed a version, a power cut brought it back. The next command was killed.
  @Test func aRestoredVersionBeforeADiscardedOneIsRemoved() throws {
    let texts = try home.push("a", "b", "c")
    let versions = try home.versions().map { ($0, try Data(contentsOf: home.url($0))) }
    try home.queue().undo()
    for (path, text) in versions where !home.versions().contains(path) { try text.write(to: home.url(path)) }
    #expect(home.versions().count == 4)
    let discarded = Version(number: 5, time: .now, role: .undo, command: "done").fileName
    try FileManager.default.linkItem(at: home.queueFile(), to: home.historyDirectory.appendingPathComponent(discarded))
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
  }
}
