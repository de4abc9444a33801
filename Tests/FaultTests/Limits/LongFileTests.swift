// Texts are compared by all their bytes, never by size or times.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct LongFileTests {
  /// The two texts have the same size and the same first mebibyte. (The sample of a debug build,
  /// which is slow, has less.)
  @Test(arguments: [false, true]) func textsThatDifferNearTheEndAreToldApart(
    versionsElsewhere: Bool
  ) throws {
    let elsewhere = Home(in: ThisSystem.otherFileSystem ?? ThisSystem.memory)
    let home = Home(versionsElsewhere ? ["XDG_STATE_HOME": elsewhere.directory.path] : [:])
    let count = TestExtent.isAll || Program.release != nil ? 20_000 : 500
    let text = StackFile.text(tasks: count)
    try home.writeQueue(text)
    try home.script("late", "\(Home.editor(sed: "s/Task \(count)$/Tusk \(count)/")) \"$1\"")
    #expect(try home.shell("EDITOR=late stack edit --all") == Finished(output: "Task 1\n"))
    #expect(
      home.queueText() == text.replacingOccurrences(of: "Task \(count)\"", with: "Tusk \(count)\""))
    #expect(try home.stack("undo") == Finished(output: "Task 1\n"))
    #expect(home.queueText() == text)
    #expect(try home.stack("redo").status == 0)
    #expect(try home.titles().last == "Tusk \(count)")
  }

  @Test func anEditByHandOfTheSameSizeAndTimeIsNoticed() throws {
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
    let versions = try there.map { try home.text(of: ".local/\($0)") }
    #expect(versions.contains { $0.contains("\"Uno\"") }, "the first edit is in a version")
  }
}
