// Undo after somebody else has written the file: it takes back what the command did, and nothing more.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// What is done by a command of this machine, and can be taken back.
enum OwnChange: CaseIterable {
  case push
  case pushInFront
  case done
  case drop
  case skip
  case edit
  case attach
  case detach
  case send
  case rearrange
  case receive

  /// Whether it changes nothing but the order of the tasks.
  var isOnlyOrder: Bool { self == .skip || self == .rearrange }

  func make(_ queue: TaskQueue) throws {
    switch self {
    case .push: try queue.push("Own one", "Own two")
    case .pushInFront: try queue.push("Own fire", inFront: true)
    case .done: try queue.endFront(as: .completed)
    case .drop: try queue.endFront(as: .dropped)
    case .skip: try queue.skip()
    case .edit: try queue.retitleFront(TaskTitle("Own wording"))
    case .attach: try queue.attach(["https://example.org/own"])
    case .detach: try queue.detach(["https://example.org/first"])
    case .send: try queue.endFront(as: .sent(to: "desk"))
    case .rearrange:
      let tasks = try queue.tasks()
      try queue.rearrange(tasks, as: [.task(0), .task(2), .task(1)] + (3..<tasks.count).map { .task($0) })
    case .receive:
      let text = Array("{\"title\": \"Own guest\", \"from\": \"sam@desk\"}".utf8)
      try queue.receive(QueuedTask(payload: text, arrival: .now))
    }
  }
}

/// What another machine, an editor or git did meanwhile, to tasks that the command was not about.
enum ForeignChange: CaseIterable {
  case threePushes
  case doneElsewhere
  case reworded
  case ownKeys
  case otherLayout
  case reordered

  /// Makes the change in a text as another program would: it knows nothing of locks and versions.
  func make(_ home: Home) throws {
    let file = home.queueFile()
    var text = try String(contentsOf: file, encoding: .utf8)
    switch self {
    case .threePushes:
      let added = (1...3).map { "{\"title\": \"Foreign \($0)\", \"added\": \"2027-01-0\($0)T00:00:00Z\"}" }
      text = try replacing(last, by: last + ",\n    " + added.joined(separator: ",\n    "), in: text)
    case .doneElsewhere:
      text = try replacing(",\n    " + last, by: "", in: text)
      let ended = last.dropLast() + ", \"completed\": \"2027-01-01T00:00:00Z\"}"
      let list = try #require(text.range(of: "\"completed\": [\n"))
      let isFirst = text[list.upperBound...].prefix { $0 == " " }.count < 4
      text.insert(contentsOf: "    \(ended)\(isFirst ? "" : ",")\n", at: list.upperBound)
    case .reworded:
      text = try replacing("\"Eighth\"", by: "\"Eighth, foreign\"", in: text)
    case .ownKeys:
      text = try replacing("\"Eighth\"", by: "\"Eighth\", \"priority\": {\"deep\": [1, 2]}", in: text)
      text = try replacing("\"version\": 1,", by: "\"version\": 1,\n  \"mine\": true,", in: text)
    case .otherLayout:
      text = text.replacingOccurrences(of: "\n", with: "\r\n")
    case .reordered:
      text = try replacing(seventh + ",\n    " + last, by: last + ",\n    " + seventh, in: text)
    }
    // As git and Syncthing do it: another file takes the place.
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  private var seventh: String { "{\"title\": \"Seventh\", \"added\": \"2026-01-07T00:00:00Z\"}" }
  private var last: String { "{\"title\": \"Eighth\", \"added\": \"2026-01-08T00:00:00Z\"}" }

  private func replacing(_ old: String, by new: String, in text: String) throws -> String {
    let range = try #require(text.range(of: old))
    return text.replacingCharacters(in: range, with: new)
  }
}

@Suite struct ForeignChangeTests {
  private static let titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]

  /// A home whose queue has eight tasks; a link and a key of the user's own are on the first.
  private func home() throws -> Home {
    let home = Home()
    let tasks = Self.titles.enumerated().map { index, title in
      let attachments =
        index == 0
        ? ", \"attachments\": [\"https://example.org/first\", \"/tmp/second\"], \"mine\": {\"a\": null}" : ""
      return "    {\"title\": \"\(title)\", \"added\": \"2026-01-0\(index + 1)T00:00:00Z\"\(attachments)}"
    }
    try home.writeQueue(
      "{\n  \"version\": 1,\n  \"tasks\": [\n\(tasks.joined(separator: ",\n"))\n  ],\n"
        + "  \"completed\": [\n  ]\n}\n")
    return home
  }

  /// What there is to do and what was done, as JSON, without layout.
  private func state(_ home: Home) throws -> [[String]] {
    let queue = try home.queue()
    return [try queue.tasks().map { $0.json }, try queue.completed().map { $0.json }]
  }

  /// The plainest model: after the command and somebody else's change, undo leads to where that change alone
  /// leads, and redo to where it was before.
  @Test(arguments: OwnChange.allCases, ForeignChange.allCases)
  func undoTakesBackNothingElse(_ own: OwnChange, _ foreign: ForeignChange) throws {
    let alone = try home()
    try foreign.make(alone)
    let expected = try state(alone)

    let home = try home()
    try own.make(home.queue())
    // Tasks of the command's own stand behind the last one then, where the foreign change looks for it.
    try foreign.make(home)
    let both = try state(home)
    let isOtherLayout = home.queueText()?.contains("\r\n")
    if own.isOnlyOrder, foreign == .reordered {
      // Both rearranged what is there, and the order that somebody gave it since stays.
      #expect(throws: QueueError.self) { try home.queue().undo() }
      return #expect(try state(home) == both)
    }
    let restoration = try home.queue().undo()
    #expect(!restoration.isWhole)
    #expect(try state(home) == expected)
    #expect(home.queueText()?.contains("\r\n") == isOtherLayout)
    try home.queue().redo()
    #expect(try state(home)[0] == both[0])
    #expect(Set(try state(home)[1]) == Set(both[1]))
    try home.queue().undo()
    #expect(try state(home) == expected)
  }

  /// The task that a pull brought three others behind is open again, in front.
  @Test func donePulledAndTakenBack() throws {
    let home = try home()
    try home.queue().endFront(as: .completed)
    try ForeignChange.threePushes.make(home)
    let restoration = try home.queue().undo()
    #expect(restoration.command == "done")
    #expect(restoration.title == "First")
    #expect(try home.titles() == Self.titles + ["Foreign 1", "Foreign 2", "Foreign 3"])
    #expect(try home.queue().completed().isEmpty)
  }

  /// A version of a release that kept no record comes back whole, and is said to.
  @Test func aVersionWithoutARecord() throws {
    let home = try home()
    let before = home.queueData()
    let queue = try home.queue()
    try queue.endFront(as: .completed)
    for name in try FileManager.default.contentsOfDirectory(atPath: home.historyFolder.path)
    where name.hasSuffix(".change") {
      try FileManager.default.removeItem(at: home.historyFolder.appendingPathComponent(name))
    }
    #expect(try queue.undo().isWhole)
    #expect(home.queueData() == before)
  }
}
