// If another program has written the file since, undo reverses the command and nothing else.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// A change by another machine, an editor or git, to tasks that the command wasn't about.
enum ForeignChange: CaseIterable {
  case threePushes, doneElsewhere, reworded, ownKeys, otherLayout, reordered

  /// The first eight tasks. The first of them has attachments and a custom key.
  static let tasks: [String] = {
    let first = #""attachments": ["https://example.org/first", "/tmp/second"], "mine": {"a": null}"#
    let titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    return titles.enumerated().map { task($1, $0, $0 == 0 ? [first] : []) }
  }()

  /// Makes the change as another program would: without a lock, and without keeping a version.
  func make(_ home: Home) throws {
    var text = try #require(home.queueText())
    func replace(_ old: String, by new: String) {
      #expect(text.contains(old))
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    let seventh = Self.tasks[6]
    let last = Self.tasks[7]
    switch self {
    case .threePushes:
      let added = (1...3).map { task("Foreign \($0)", 10 + $0) }
      replace(last, by: ([last] + added).joined(separator: ",\n    "))
    case .doneElsewhere:
      replace(",\n    " + last, by: "")
      let ended = last.dropLast() + #", "completed": "\#(time(20))"}"#
      replace("\"completed\": [", by: "\"completed\": [\n    \(ended),")
    case .reworded: replace("\"Eighth\"", by: "\"Eighth, foreign\"")
    case .ownKeys:
      replace(#""Eighth""#, by: #""Eighth", "priority": {"deep": [1, 2]}"#)
      replace("\"version\": 1,", by: "\"version\": 1,\n  \"mine\": true,")
    case .otherLayout: text = text.replacing("\n", with: "\r\n")
    case .reordered: replace("\(seventh),\n    \(last)", by: "\(last),\n    \(seventh)")
    }
    // git and Syncthing replace the file, too.
    try Data(text.utf8).write(to: home.queueFile(), options: .atomic)
  }
}

@Suite struct ForeignChangeTests {
  private func home() throws -> Home {
    let home = Home()
    // Another program adds a task in front of this one, which was completed later.
    let zeroth = task("Zeroth", 0, [#""completed": "\#(time(30))""#])
    try home.writeQueue(file(ForeignChange.tasks, [zeroth]))
    return home
  }

  /// The open and the completed tasks, as JSON without layout.
  private func state(_ home: Home) throws -> [[String]] {
    let queue = try home.queue()
    return [try queue.tasks().map { $0.json }, try queue.finishedTasks().map { $0.json }]
  }

  /// Commands on this machine.
  static let ownChanges: [Action] = [
    .push(["Own one", "Own two"], inFront: false, attachments: []),
    .push(["Own fire"], inFront: true, attachments: ["https://example.org/fire"]), .done, .drop,
    .skip,
    .send(to: "desk"), .edit("Own wording"), .attach(["https://example.org/own"]),
    .detach(["https://example.org/first"]),
    .rearrange([.task(0), .task(2), .task(1)] + (3..<8).map { .task($0) }),
  ]

  /// The model: command, foreign change and undo together have the effect of the foreign change
  /// alone.
  @Test(arguments: ownChanges, ForeignChange.allCases)
  func undoReversesTheCommandAndNothingElse(_ own: Action, _ foreign: ForeignChange) throws {
    let alone = try home()
    try foreign.make(alone)
    let expected = try state(alone)

    let home = try home()
    _ = try home.queue().perform(own)
    // The command adds tasks after the last one, so the foreign change finds that one.
    try foreign.make(home)
    let both = try state(home)
    let isOnlyOrder =
      if case .skip = own { true } else if case .rearrange = own { true } else { false }
    if isOnlyOrder, foreign == .reordered {
      // Both rearranged the queue, and the newer order stays.
      #expect(throws: QueueError.self) { try home.undo() }
      return #expect(try state(home) == both)
    }
    try home.undo()
    #expect(try state(home) == expected)
    #expect(home.queueText()?.contains("\r\n") == (foreign == .otherLayout))
    if case .send = own {
      // The recipient may not have the task any more.
      #expect(throws: QueueError.self) { try home.redo() }
      return #expect(try state(home) == expected)
    }
    try home.redo()
    #expect(try state(home)[0] == both[0])
    #expect(Set(try state(home)[1]) == Set(both[1]))
    try home.undo()
    #expect(try state(home) == expected)
  }

  /// If another program has reworded the task of the command, only `added` shows that it is the
  /// same task.
  @Test(
    arguments: [("attach", .attach(["/x"])), ("edit", .edit("Own")), ("done", .done)]
      as [(String, Action)])
  func undoNeverDuplicatesATaskWithoutADate(_ command: String, _ own: Action) throws {
    for (old, isAbout) in [("Own", true), ("First", true), ("Second", false)] {
      let home = Home()
      try home.writeTasks("First", "Second")
      _ = try home.queue().perform(own)
      let text = try #require(home.queueText())
      if !text.contains(old) { continue }
      try home.writeQueue(text.replacing(old, with: "Reworded"))
      if isAbout { try home.expectNotReversible(command) } else { try home.undo() }
      #expect(try home.titles().count + home.titles("completed").count == 2)
    }
  }

  @Test func undoOfAnEditThatWasEditedSinceIsRefused() throws {
    let home = try home()
    try home.queue().retitle(as: TaskTitle("Own"))
    try home.writeQueue(#require(home.queueText()).replacing("Own", with: "Foreign"))
    try home.expectNotReversible("edit")
  }

  @Test func undoRemovesWhatIsLeftOfWhatWasAdded() throws {
    let home = try home()
    try home.queue().push("Own", "Removed", "Also own")
    let text = try #require(home.queueText())
    try home.writeQueue(text.replacing(#/ +\{"title": "Removed".*\n/#, with: ""))
    try home.undo()
    #expect(try home.titles().count == 8)
  }

  /// Nothing shows what the command did.
  @Test func aChangeWithoutItsRecordIsNotUndone() throws {
    let home = try home()
    try home.queue().complete()
    let after = home.queueData()
    try home.kept(1, ".change").remove()
    try home.expectNotReversible("done")
    #expect(home.queueData() == after)
  }
}
