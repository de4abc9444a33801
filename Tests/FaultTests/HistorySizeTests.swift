// How much of a past is kept, by its size. Texts so large take a debug build minutes: they belong to everything.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestExtent.isAll, "large texts are left to STACK_TESTS=all"))
struct HistorySizeTests {
  private static let mebibyte = 1024 * 1024
  private let home = Home(in: Home.memory)

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

  /// Records are part of what is kept, and so of how much that may be.
  @Test func recordsCount() throws {
    try home.shell("yes | tr -d '\\n' | head -c \(20 * Self.mebibyte) | stack push -; stack push short")
    try home.script(
      "reword", "{ printf %s $NUMBER; yes | tr -d '\\n' | head -c \(20 * Self.mebibyte); } >\"$1\"")
    for number in 1...3 { try home.shell("NUMBER=\(number) EDITOR=reword stack edit") }
    let all = home.files(below: ".local")
    #expect(
      try bytes(all) <= 64 * Self.mebibyte + 2 * 20 * Self.mebibyte + 4096,
      "the newest and its record alone may be more")
    #expect(versions.count == 1)
    #expect(try home.titles()[0].first == "3")
    #expect(try home.stack("undo").status == 0)
    #expect(try home.titles()[0].first == "2")
  }
}
