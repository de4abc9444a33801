// Which of two texts of the same size is which is told by all their bytes, never by their size or their times.

import Foundation
import TestSupport
import Testing

@Suite struct LongFileTests {
  /// The first mebibyte of the two texts is the same, and so is their size.
  @Test(arguments: [false, true]) func textsThatDifferFarBehind(versionsElsewhere: Bool) throws {
    let elsewhere = Home()
    let home = Home(
      versionsElsewhere ? ["XDG_STATE_HOME": elsewhere.folder.path] : [:], in: Home.memory)
    let text = StackFile.text(tasks: 20_000)
    try home.writeQueue(text)
    try home.script("late", "\(Home.editor(sed: "s/Task 19999$/Tusk 19999/")) \"$1\"")
    let finished = try home.shell("EDITOR=late stack edit --all")
    #expect(finished == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text.replacingOccurrences(of: "Task 19999\"", with: "Tusk 19999\""))
    #expect(try home.stack("undo") == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text)
    #expect(try home.stack("redo").status == 0)
    #expect(try home.titles()[19_998] == "Tusk 19999")
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
