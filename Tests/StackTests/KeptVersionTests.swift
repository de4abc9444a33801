// What becomes of a version that can't be brought back at this moment, of what is kept beside the versions, and
// what tells whether something else has written since.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct KeptVersionTests {
  private let home = Home()

  private func text() throws -> String { try #require(home.queueText()) }

  private func rewrite(_ old: String, _ new: String) throws {
    let text = try text()
    #expect(text.contains(old))
    try home.writeQueue(text.replacingOccurrences(of: old, with: new))
  }

  // MARK: A step that is refused

  /// On another branch there is nothing of the last change. Back again, the same step can be taken back.
  @Test func aRefusedUndoBurnsNoStep() throws {
    let queue = try home.queue()
    for title in ["a", "b", "c"] { try queue.push(title) }
    let here = try text()
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    do throws(QueueError) {
      _ = try queue.undo()
      Issue.record("nothing of the push was there")
    } catch {
      guard case .notReversible("push", let version) = error else { throw error }
      #expect(FileManager.default.fileExists(atPath: version.description))
    }
    try home.writeQueue(here)
    #expect(try queue.undo().title == "c")
    #expect(try home.titles() == ["a", "b"])
    #expect(try queue.undo().title == "b")
    _ = try queue.redo()
    _ = try queue.redo()
    #expect(try text() == here)
  }

  @Test func aRefusedUndoWhileTheFileIsAway() throws {
    let queue = try home.queue()
    for title in ["a", "b"] { try queue.push(title) }
    let away = home.url("away.json")
    try FileManager.default.moveItem(at: home.queueFile(), to: away)
    #expect(throws: QueueError.self) { try queue.undo() }
    #expect(home.queueData() == nil)
    try FileManager.default.moveItem(at: away, to: home.queueFile())
    #expect(try queue.undo().title == "b")
  }

  /// Where the same is refused twice, the second undo goes on to the change before.
  @Test func whatIsRefusedTwiceIsLeftOut() throws {
    let queue = try home.queue()
    for title in ["a", "b"] { try queue.push(title) }
    try queue.retitleFront(TaskTitle("c"))
    try rewrite("\"c\"", "\"d\"")
    #expect(throws: QueueError.self) { try queue.undo() }
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["d"])
  }

  /// Where there is nothing before it, it is told again, and where it is.
  @Test func theOnlyStepIsRefusedTwice() throws {
    try home.writeQueue("{\"tasks\": [{\"title\": \"a\", \"added\": \"2026-01-01T00:00:00Z\"}]}")
    let queue = try home.queue()
    try queue.retitleFront(TaskTitle("c"))
    try rewrite("\"c\"", "\"d\"")
    for _ in 1...2 {
      do throws(QueueError) {
        _ = try queue.undo()
        Issue.record("nothing of it was there")
      } catch {
        guard case .notReversible("edit", let version) = error else { throw error }
        #expect(try String(contentsOfFile: version.description, encoding: .utf8).contains("\"a\""))
      }
    }
    #expect(throws: QueueError.nothingToUndo) { try queue.undo() }
  }

  @Test func aRefusedRedoBurnsNoStep() throws {
    let queue = try home.queue()
    for title in ["a", "b"] { try queue.push(title) }
    try queue.skip()
    _ = try queue.undo()
    let here = try text()
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    #expect(throws: QueueError.self) { try queue.redo() }
    try home.writeQueue(here)
    #expect(try queue.redo().command == "skip")
    #expect(try home.titles() == ["b", "a"])
  }

  /// A version that stands where the file came from is no step, but the file may be elsewhere only for a moment.
  @Test func aVersionThatIsTheFileForAMomentIsKept() throws {
    let queue = try home.queue()
    for title in ["a", "b"] { try queue.push(title) }
    let before = try text()
    try queue.push("c")
    let after = try text()
    try home.writeQueue(before)
    #expect(try queue.undo().title == "b")
    try home.writeQueue(after)
    #expect(try queue.undo().title == "c")
    #expect(try text() == before)
  }

  /// A version that can't be read (here a folder stands in its place) is told once, and blocks no other.
  @Test(arguments: [".json", ".change"])
  func aVersionThatCanNotBeRead(_ ending: String) throws {
    let queue = try home.queue()
    for title in ["a", "b", "c"] { try queue.push(title) }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.historyFolder.path)
    let name = try #require(names.filter { $0.hasPrefix("000003") && $0.hasSuffix(ending) }.first)
    let path = try home.historyFolder.appendingPathComponent(name)
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    do throws(QueueError) {
      _ = try queue.undo()
      Issue.record("it could be read")
    } catch {
      guard case .system(let error) = error else { throw error }
      #expect(error.path.description.hasSuffix(name))
    }
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["a", "c"])
    try queue.push("d")
    #expect(try queue.undo().title == "d")
  }

  /// Nobody else's version blocks either: one that another program has made unsound.
  @Test func aVersionThatIsNoStack() throws {
    let queue = try home.queue()
    for title in ["a", "b", "c"] { try queue.push(title) }
    let name = try #require(home.versions().first { $0.contains("000003") })
    try Data("{".utf8).write(to: home.url(name))
    #expect(throws: QueueError.self) { try queue.undo() }
    #expect(try queue.undo().title == "b")
  }

  // MARK: Whether something else has written since

  /// Not the size of the file tells it.
  @Test func aForeignChangeOfTheSameSize() throws {
    let queue = try home.queue()
    for title in ["one", "two"] { try queue.push(title) }
    try rewrite("\"one\"", "\"eno\"")
    _ = try queue.undo()
    #expect(try home.titles() == ["eno"])
    _ = try queue.redo()
    #expect(try home.titles() == ["eno", "two"])
  }

  /// Whoever writes under a second name of the file doesn't change the version.
  @Test func aFileWithASecondName() throws {
    let queue = try home.queue()
    try queue.push("one")
    let before = try text()
    let twin = home.url("twin.json")
    try FileManager.default.linkItem(at: home.queueFile(), to: twin)
    try queue.push("two")
    let handle = try FileHandle(forWritingTo: twin)
    try handle.write(contentsOf: Data(repeating: 0x78, count: before.utf8.count))
    try handle.close()
    _ = try queue.undo()
    #expect(try text() == before)
  }

  // MARK: What is kept beside the versions

  /// A record without a version is somebody else's past; the next version doesn't take its number, and with it what
  /// stands there.
  @Test func theNumberOfAStrayRecord() throws {
    let queue = try home.queue()
    try queue.push("one")
    let record = "{\"title\": \"stray\", \"pieces\": [\"stray\"]}"
    try Data(record.utf8).write(to: home.historyFolder.appendingPathComponent("000009.change"))
    try queue.push("two")
    #expect(home.versions().contains { $0.contains("/000010-") })
    #expect(try queue.undo().title == "two")
    #expect(!home.files(below: ".local").contains { $0.hasSuffix("000009.change") })
  }

  /// What a change records grows with the change, not with the queue.
  @Test func aRecordIsAsLargeAsTheChange() throws {
    let tasks = (1...2000).map { "    {\"title\": \"task \($0)\", \"added\": \"2026-01-01T00:00:00Z\"}" }
    try home.writeQueue("{\n  \"tasks\": [\n\(tasks.joined(separator: ",\n"))\n  ]\n}\n")
    let before = home.queueText()
    let queue = try home.queue()
    let all = try queue.tasks()
    try queue.rearrange(all, as: (0..<all.count).filter { $0 != 1000 }.map { .task($0) })
    let record = try #require(home.files(below: ".local").first { $0.hasSuffix(".change") })
    #expect(try Data(contentsOf: home.url(".local/\(record)")).count < 1000)
    _ = try queue.undo()
    #expect(home.queueText() == before)
  }

  #if os(Linux)
    /// Listing a folder leaves no descriptor open.
    @Test func listingAFolder() throws {
      try home.queue().push("one")
      let folder = try home.historyFolder.path
      for _ in 1...10 { _ = try FileSystem.names(in: FilePath(folder)) }
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == folder
      }
      #expect(open.isEmpty)
    }
  #endif
}
