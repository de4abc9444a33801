// What becomes of a version that can't be brought back at this moment, of what is kept beside the versions, and
// what tells whether something else has written since.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct KeptVersionTests {
  private let home = Home()

  // MARK: A step that is refused

  /// On another branch there is nothing of the last change. Back again, the same step can be taken back.
  @Test func aRefusedStepIsNotBurned() throws {
    let queue = try home.queue()
    let texts = try home.push("a", "b", "c")
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    try home.expectNotReversible("push")
    try home.writeQueue(#require(texts[2]))
    #expect(try queue.undo().title == "c")
    #expect(try queue.undo().title == "b")
    try home.expectRedo(to: [texts[1], texts[2]])

    try queue.skip()
    let skipped = home.queueData()
    _ = try queue.undo()
    try home.writeQueue("{\"tasks\": [{\"title\": \"elsewhere\"}]}")
    #expect(throws: QueueError.self) { try queue.redo() }
    try home.writeQueue(#require(texts[2]))
    try home.expectRedo(to: [skipped])
  }

  @Test func aRefusedUndoWhileTheFileIsAway() throws {
    try home.push("a", "b")
    let away = home.url("away.json")
    try FileManager.default.moveItem(at: home.queueFile(), to: away)
    #expect(throws: QueueError.self) { try home.queue().undo() }
    #expect(home.queueData() == nil)
    try FileManager.default.moveItem(at: away, to: home.queueFile())
    #expect(try home.queue().undo().title == "b")
  }

  /// Where the same is refused twice, the second undo goes on to the change before; where there is none, it is told
  /// again, and where the version is.
  @Test(arguments: [false, true]) func whatIsRefusedTwiceIsLeftOut(isOnly: Bool) throws {
    try home.writeQueue("{\"tasks\": [{\"title\": \"a\", \"added\": \"2026-01-01T00:00:00Z\"}]}")
    let queue = try home.queue()
    if !isOnly { try queue.push("b") }
    try queue.retitle(as: TaskTitle("c"))
    let text = try #require(home.queueText()).replacing("\"c\"", with: "\"d\"")
    try home.writeQueue(text)
    #expect(try home.expectNotReversible("edit").contains("\"a\""))
    #expect(home.queueText() == text)
    if isOnly {
      #expect(try home.expectNotReversible("edit").contains("\"a\""))
      try home.expectUndo(to: [])
    } else {
      #expect(try queue.undo().title == "b")
    }
    #expect(try home.titles() == ["d"])
  }

  /// A version that stands where the file came from is no step, but the file may be elsewhere only for a moment.
  @Test func aVersionThatIsTheFileForAMomentIsKept() throws {
    let queue = try home.queue()
    let texts = try home.push("a", "b", "c")
    try home.writeQueue(#require(texts[1]))
    #expect(try queue.undo().title == "b")
    try home.writeQueue(#require(texts[2]))
    #expect(try queue.undo().title == "c")
    #expect(home.queueData() == texts[1])
  }

  /// A version that can't be read (a folder stands in its place, or what another program made unsound) is told once,
  /// and blocks no other.
  @Test(arguments: [".json", ".change", "unsound"])
  func aVersionThatCanNotBeRead(_ what: String) throws {
    let queue = try home.queue()
    try home.push("a", "b", "c")
    let path = try home.kept(3, what == "unsound" ? ".json" : what)
    try FileManager.default.removeItem(at: path)
    if what == "unsound" {
      try Data("{".utf8).write(to: path)
    } else {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    }
    let error = try #require(#expect(throws: QueueError.self) { try queue.undo() })
    if what != "unsound" {
      guard case .system(let error) = error else { throw error }
      #expect(error.path.description == path.path)
    }
    #expect(try queue.undo().title == "b")
    #expect(try home.titles() == ["a", "c"])
    try queue.push("d")
    #expect(try queue.undo().title == "d")
  }

  // MARK: Whether something else has written since

  /// Whoever writes under a second name of the file doesn't change the version.
  @Test func aFileWithASecondName() throws {
    let before = try home.push("one")
    let twin = home.url("twin.json")
    try FileManager.default.linkItem(at: home.queueFile(), to: twin)
    try home.push("two")
    let handle = try FileHandle(forWritingTo: twin)
    try handle.write(contentsOf: Data(repeating: 0x78, count: #require(before[0]).count))
    try handle.close()
    try home.expectUndo(to: before, isAll: false)
  }

  // MARK: What is kept beside the versions

  /// Whatever a damaged record says, it is none, and ends no process.
  @Test(arguments: [
    "", "{}", #"{"pieces": "a"}"#, #"{"pieces": [7]}"#, #"{"pieces": [[0]]}"#, #"{"pieces": [[0, 1, 2]]}"#,
    #"{"pieces": [[2, 1]]}"#, #"{"pieces": [[-1, 1]]}"#, #"{"pieces": [[0, 1]"#, #"{"pieces": [[0, 1]]}}"#,
  ])
  func aDamagedRecord(_ text: String) { #expect(ChangeRecord(Array(text.utf8)) == nil) }

  /// A record counts towards how much is kept; no more versions than fit are kept before the newest.
  @Test func recordsCount() throws {
    try home.push("a", "b", "c")
    let record = try FileHandle(forWritingTo: home.kept(2, ".change"))
    try record.truncate(atOffset: UInt64(History.maximumSize) + 1)
    try home.push("d")
    #expect(home.versions().count == 2)
  }

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

  /// A folder by the name of a version or a record can't be removed with what is old; that is no trouble of the change's.
  @Test func foldersAmongWhatIsKept() throws {
    let queue = try home.queue()
    try queue.push("one")
    let folders = try ["000000-20261121T100500Z-before-push.json", "000900.change"].map {
      try home.historyFolder.appendingPathComponent($0)
    }
    for folder in folders {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    for number in 1...70 { try queue.push("\(number)") }
    #expect(try queue.undo().title == "70")
    for folder in folders { #expect(FileManager.default.fileExists(atPath: folder.path)) }
  }

  #if os(Linux)
    /// Listing a folder leaves no descriptor open.
    @Test func listingAFolder() throws {
      try home.queue().push("one")
      let folder = try home.historyFolder.path
      for _ in 1...10 { _ = try Directory(FilePath(folder)).names() }
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == folder
      }
      #expect(open.isEmpty)
    }
  #endif
}
