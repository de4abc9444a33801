// Which of two texts of the same size is which is told by all their bytes, never by their size or their times.

import Foundation
import TestSupport
import Testing

@Suite struct LongFileTests {
  /// The first mebibyte of the two texts is the same, and so is their size. (A debug build takes its time for so much,
  /// and gets a part of that as a sample.)
  @Test(arguments: [false, true]) func textsThatDifferFarBehind(versionsElsewhere: Bool) throws {
    let elsewhere = Home(in: ThisSystem.otherFileSystem ?? ThisSystem.memory)
    let home = Home(versionsElsewhere ? ["XDG_STATE_HOME": elsewhere.folder.path] : [:])
    let count = TestExtent.isAll || Program.release != nil ? 20_000 : 2_000
    let text = StackFile.text(tasks: count)
    try home.writeQueue(text)
    try home.script("late", "\(Home.editor(sed: "s/Task \(count)$/Tusk \(count)/")) \"$1\"")
    let finished = try home.shell("EDITOR=late stack edit --all")
    #expect(finished == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text.replacingOccurrences(of: "Task \(count)\"", with: "Tusk \(count)\""))
    #expect(try home.stack("undo") == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text)
    #expect(try home.stack("redo").status == 0)
    #expect(try home.titles().last == "Tusk \(count)")
  }

  /// An edit by hand that has the length and the time of what was there before is seen all the same.
  @Test func editsByHandOfTheSameLengthAndTime() throws {
    let home = Home()
    try home.writeQueue(Scenario.text)
    for (old, new, pushed) in [("One", "Uno", "Five"), ("Uno", "Due", "Six")] {
      let text = try #require(home.queueText())
      try home.shell("touch -r .config/stack/stack.json time")
      try home.writeQueue(text.replacingOccurrences(of: old, with: new))
      try home.shell("touch -r time .config/stack/stack.json")
      #expect(try home.stack("push", pushed).status == 0)
    }
    #expect(try home.stack("undo").status == 0)
    #expect(try home.titles() == ["Due", "Two", "Three", "Five"])
    let there = home.files(below: ".local").filter { $0.hasSuffix(".json") }
    let versions = try there.map { try String(contentsOf: home.url(".local/\($0)"), encoding: .utf8) }
    #expect(versions.contains { $0.contains("\"Uno\"") }, "what was written first is in a version")
  }
}

/// How much of a past is kept, by its size. Texts so large take a debug build minutes: they belong to everything.
@Suite(.enabled(if: TestExtent.isAll, "large texts are left to STACK_TESTS=all"))
struct HistorySizeTests {
  private static let mebibyte = 1024 * 1024
  private let home = Home()

  private var versions: [String] { home.files(below: ".local").filter { !$0.hasSuffix(".change") } }

  private func bytes(_ names: [String]) throws -> Int {
    try names.reduce(0) { try $0 + Data(contentsOf: home.url(".local/\($1)")).count }
  }

  private func writeQueue(mebibytes count: Int) throws {
    try home.writeQueue("{\"own\": \"" + String(repeating: "x", count: count * Self.mebibyte) + "\"}")
  }

  @Test func asManyAsThereIsRoomFor() throws {
    try writeQueue(mebibytes: 12)
    for number in 1...8 { try home.stack("push", "task \(number)") }
    // A sixth of a little more than twelve would be too much.
    #expect(versions.count == 5)
    #expect(try bytes(versions) <= 64 * Self.mebibyte)
    for number in (3...7).reversed() {
      #expect(try home.stack("undo").status == 0)
      #expect(try home.titles().count == number)
    }
    #expect(try home.stack("undo").status == 1)
  }

  /// The newest version is kept whatever its size.
  @Test func oneVersionThatIsLargerThanAll() throws {
    try writeQueue(mebibytes: 65)
    let before = home.queueText()
    try home.stack("push", "a")
    #expect(versions.count == 1)
    let after = home.queueText()
    try home.stack("undo")
    #expect(home.queueText() == before)
    try home.stack("redo")
    #expect(home.queueText() == after)
    try home.stack("push", "b")
    #expect(versions.count == 1)
    try home.stack("undo")
    #expect(home.queueText() == after)
    #expect(try home.stack("undo").status == 1)
  }
}
