// A directory of cases after RFC 8259: sound files are taken and kept to the byte, broken ones refused.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct CaseTests {
  @Test func eachFileHasAnEntry() throws {
    #expect(try caseNames("sound") == Set(SoundCase.all.map(\.name)))
    #expect(try caseNames("broken") == Set(BrokenCase.all.map(\.name)))
  }

  // MARK: Sound files

  @Test(arguments: SoundCase.all)
  func soundFilesAreRead(_ sound: SoundCase) throws {
    let home = Home()
    try home.writeQueue(sound.text())
    let queue = try home.queue()
    #expect(try queue.count() == sound.count)
    let front = try queue.front()
    #expect(front.depth == min(sound.count, 7))
    #expect((front.task == nil) == (sound.count == 0))
    if let title = sound.front { #expect(front.task?.title == title) }
  }

  @Test(arguments: SoundCase.all)
  func soundFilesAreKept(_ sound: SoundCase) throws {
    let home = Home()
    let before = try sound.text()
    try home.writeQueue(before)
    let queue = try home.queue()

    try queue.push("One", "Two")
    #expect(try queue.count() == sound.count + 2)
    let after = try #require(home.queueData())
    #expect(after.isMade(from: before, byAdding: ["One", "Two"]), "\(after.shown)")

    #expect(try queue.undo().command == "push")
    #expect(home.queueData() == before)
    _ = try queue.redo()
    #expect(home.queueData() == after)
    _ = try queue.undo()
    #expect(home.queueData() == before)
  }

  @Test(arguments: SoundCase.all.filter { $0.count > 0 })
  func theFirstTaskOfSoundFilesCanBeDone(_ sound: SoundCase) throws {
    let home = Home()
    let before = try sound.text()
    try home.writeQueue(before)
    let queue = try home.queue()
    #expect(try queue.endFront(as: .completed).front.depth == min(sound.count - 1, 7))
    #expect(try queue.count() == sound.count - 1)
    _ = try queue.undo()
    #expect(home.queueData() == before)
  }

  @Test(arguments: [
    "byte-order-mark", "escapes", "line-ends-crlf", "nested-512-arrays", "surrogate-pairs", "tabs",
  ])
  func theProgramKeepsSoundFiles(name: String) throws {
    let sound = try #require(SoundCase.all.first { $0.name == name })
    let home = Home()
    let before = try sound.text()
    try home.writeQueue(before)
    #expect(try home.stack("count").output == "\(sound.count)\n")
    #expect(try home.stack("push", "One").status == 0)
    #expect(try home.stack("count").output == "\(sound.count + 1)\n")
    #expect(try home.stack("undo").status == 0)
    #expect(home.queueData() == before)
  }

  // MARK: Broken files

  @Test(arguments: BrokenCase.all)
  func brokenFilesAreRefused(_ broken: BrokenCase) throws {
    let home = Home()
    let before = try broken.text()
    try home.writeQueue(before)
    let queue = try home.queue()
    let position = TextPosition(line: broken.line, column: broken.column)
    let error = QueueError.malformed(queue.path, position, broken.problem)
    #expect(throws: error) { try queue.count() }
    #expect(throws: error) { try queue.tasks() }
    #expect(throws: error) { try queue.push("One") }
    #expect(throws: error) { try queue.endFront(as: .completed) }
    #expect(throws: error) { try queue.undo() }
    #expect(home.queueData() == before)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(home.files(below: ".local") == [])
  }

  /// Where there is little to read, what is shown is validated to the end too.
  @Test(arguments: BrokenCase.all)
  func brokenFilesAreNotShown(_ broken: BrokenCase) throws {
    let home = Home()
    try home.writeQueue(broken.text())
    let queue = try home.queue()
    let position = TextPosition(line: broken.line, column: broken.column)
    #expect(throws: QueueError.malformed(queue.path, position, broken.problem)) { try queue.front() }
  }

  /// Where there is much to read, no more is validated than the first seven tasks take.
  @Test func longBrokenFilesAreShown() throws {
    let home = Home()
    let tasks = Array(repeating: "{\"title\": \"a\"}", count: 7).joined(separator: ",")
    try home.writeQueue("{\"tasks\": [\(tasks)\(String(repeating: " ", count: 100_000)) broken")
    let queue = try home.queue()
    #expect(try queue.front().depth == 7)
    #expect(throws: QueueError.self) { try queue.count() }
  }

  @Test(arguments: [
    "empty", "comma-behind-last-task", "ends-in-string", "nested-without-end", "place-behind-crlf",
    "place-behind-wide-characters", "utf-8-latin-1", "version-two",
  ])
  func theProgramRefusesBrokenFiles(name: String) throws {
    let broken = try #require(BrokenCase.all.first { $0.name == name })
    let home = Home()
    let before = try broken.text()
    try home.writeQueue(before)
    let place = "\(home.queueFile().path), line \(broken.line), column \(broken.column): \(broken.problem)"
    for arguments in [["count"], ["push", "One"], ["done"]] {
      let finished = try home.run(home.program.path, arguments)
      #expect(finished.status == 65)
      #expect(finished.output == "")
      #expect(finished.errors.hasPrefix("stack: \(place)"), "\(finished.errors)")
    }
    #expect(home.queueData() == before)
  }

  // MARK: Places in long files

  @Test func placesBehindManyLines() throws {
    try expectPlace(
      "{\"own\": [" + String(repeating: "1,\n", count: 40_000) + "x]}", line: 40_001, column: 1)
  }

  @Test func placesBehindManyCharactersOfSeveralBytes() throws {
    try expectPlace("{\"é\":[\"" + String(repeating: "é", count: 40_000) + "\", x]}", line: 1, column: 40_011)
  }

  /// A line break of two bytes is one wherever it stands.
  @Test(arguments: 65_520...65_550)
  func placesBehindALineBreak(at offset: Int) throws {
    let start = "{\"own\": \""
    let text = start + String(repeating: "x", count: offset - start.utf8.count - 2) + "\",\r\nx}"
    try expectPlace(text, line: 2, column: 1, .expected("a string"))
  }

  private func expectPlace(
    _ text: String, line: Int, column: Int, _ problem: FormatProblem = .expected("a value")
  ) throws {
    let home = Home()
    try home.writeQueue(text)
    let queue = try home.queue()
    let position = TextPosition(line: line, column: column)
    #expect(throws: QueueError.malformed(queue.path, position, problem)) { try queue.count() }
  }
}

extension Data {
  /// Whether this is the other text with nothing changed but tasks added, all in one place.
  fileprivate func isMade(from before: Data, byAdding titles: [String]) -> Bool {
    let change = Edit(from: Array(before), to: Array(self))
    let inserted = String(decoding: change.inserted, as: UTF8.self)
    return change.removed.allSatisfy { " \t\r\n".utf8.contains($0) }
      && titles.allSatisfy {
        inserted.components(separatedBy: "{\"title\": \"\($0)\", \"added\": ").count == 2
      }
      && inserted.utf8.count < titles.count * 100 + 40
  }
}
