// Queues in a test's home, used from the test's own process.

import Foundation
import TestSupport
import Testing

@testable import Stack

extension Home {
  /// A queue whose files are in this home.
  func queue(_ name: String = "stack") throws -> TaskQueue {
    let variables = environment
    return try TaskQueue(
      StackName(name) ?? .standard,
      in: StackDirectories(environment: { variables[$0].map { Array($0.utf8) } }))
  }

  /// The bytes of the queue's file; `nil` if there is none.
  func queueData() -> Data? { try? Data(contentsOf: queueFile()) }

  /// Writes the queue's file.
  func writeQueue(_ data: Data) throws { try write(data, to: ".config/stack/stack.json") }

  /// The directory of a queue's history.
  func historyDirectory(_ queue: String = "stack") -> URL {
    url(".local/state/stack\(queueFile(queue).path)")
  }

  /// The names of the files in the history, in order.
  func historyNames(_ queue: String = "stack") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: historyDirectory(queue).path)
    return names?.sorted() ?? []
  }

  /// The path of a file in the history.
  func historyFile(_ name: String, _ queue: String = "stack") -> URL {
    historyDirectory(queue).appendingPathComponent(name)
  }

  /// The path of the text of the entry with a number or, with another ending, of its record or
  /// mark.
  func kept(_ number: Int, _ ending: String = ".json") throws -> URL {
    let name = historyNames().first { $0.hasPrefix("00000\(number)") && $0.hasSuffix(ending) }
    return try historyFile(#require(name))
  }

  func mark(_ number: Int) throws -> Mark {
    try #require(Mark([UInt8](Data(contentsOf: kept(number, ".made")))))
  }

  /// The names of the texts in the history.
  func keptTexts() -> [String] {
    historyNames().filter { $0.hasSuffix(".json") || $0.hasSuffix(".none") }
  }

  /// The names and contents of all files in the history.
  func history() -> [String: Data] {
    let directory = historyDirectory().path
    let files = historyNames().map {
      ($0, FileManager.default.contents(atPath: "\(directory)/\($0)"))
    }
    return Dictionary(uniqueKeysWithValues: files).compactMapValues { $0 }
  }

  /// Adds tasks one by one. Returns the file after each.
  @discardableResult func push(_ titles: String...) throws -> [Data?] {
    try titles.map { title in
      try queue().push(title)
      return queueData()
    }
  }

  /// Undoes the last change of the queue.
  @discardableResult func undo() throws -> TaskQueue.Restoration { try queue().undo() }

  /// Redoes the change that was undone last.
  @discardableResult func redo() throws -> TaskQueue.Restoration { try queue().redo() }

  /// Undoes changes, and expects these files and, if `isAll`, that there is nothing more to undo.
  func expectUndo(
    to files: [Data?], isAll: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for file in files {
      try undo()
      #expect(queueData() == file, sourceLocation: sourceLocation)
    }
    if !isAll { return }
    #expect(throws: QueueError.nothingToUndo, sourceLocation: sourceLocation) { try undo() }
  }

  /// Redoes changes, and expects these files and that there is nothing more to redo.
  func expectRedo(to files: [Data?], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for file in files {
      try redo()
      #expect(queueData() == file, sourceLocation: sourceLocation)
    }
    #expect(throws: QueueError.nothingToRedo, sourceLocation: sourceLocation) { try redo() }
  }

  /// Expects that the last change, by this command, can't be undone. Returns the text before it,
  /// which the error names.
  @discardableResult func expectNotReversible(_ command: String) throws -> String {
    let error = try #require(#expect(throws: QueueError.self) { try undo() })
    guard case .notReversible(let refusal) = error, refusal.command == command else { throw error }
    return try refusal.textBefore.map {
      try String(contentsOfFile: $0.description, encoding: .utf8)
    }
      ?? ""
  }
}

extension TaskQueue {
  /// Adds tasks.
  @discardableResult func push(_ titles: String...) throws -> QueueChange {
    try push(contentsOf: titles.map { try TaskTitle($0) })
  }

  /// Performs an action of a session other than `undo` and `redo`.
  func perform(_ action: Action) throws -> QueueChange {
    switch action {
    case .push(let titles, let inFront, let attachments):
      return try push(
        contentsOf: titles.map { try TaskTitle($0) }, attachments: attachments, inFront: inFront)
    case .done: return try complete()
    case .drop: return try drop()
    case .skip: return try skip()
    case .send(let host):
      guard let task = try front().task else { throw QueueError.noTask }
      return try markSent(task, to: host)
    case .edit(let title): return try retitle(as: TaskTitle(title))
    case .note(let line): return try addNote(TaskTitle(line))
    case .attach(let items): return try attach(contentsOf: items)
    case .detach(let items): return try items.map { try detach(contentsOf: $0) } ?? detachAll()
    case .rearrange(let lines):
      let arrangement = try lines.map { line -> Arrangement in
        switch line {
        case .task(let index): .task(index)
        case .reworded(let index, let title): .retitled(index, try TaskTitle(title))
        case .new(let title): .new(try TaskTitle(title))
        }
      }
      return try rearrange(tasksToChange(), as: arrangement)
    case .snooze(let date):
      guard let until = Timestamp(dateText: date) else { throw QueueError.noTask }
      return try snooze(until: until)
    case .top(let index): return try bringToFront(tasks()[index])
    case .undo, .redo: preconditionFailure("undo and redo return no QueueChange")
    }
  }
}

extension URL {
  /// Whether there is a file.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Removes the file.
  func remove() throws { try FileManager.default.removeItem(at: self) }
}

extension Data {
  /// The bytes as text, for a test's message.
  var shown: String { asText.debugDescription }
}
