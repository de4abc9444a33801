// Undo after somebody else has written the file: it takes back what the command did, and nothing more.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// What another machine, an editor or git did meanwhile, to tasks that the command was not about.
enum ForeignChange: CaseIterable {
  case threePushes
  case doneElsewhere
  case reworded
  case ownKeys
  case otherLayout
  case reordered

  /// What there is at first: eight tasks, with a link and a key of the user's own on the first.
  static let tasks: [String] = {
    let first = #""attachments": ["https://example.org/first", "/tmp/second"], "mine": {"a": null}"#
    let titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    return titles.enumerated().map { task($1, $0, $0 == 0 ? [first] : []) }
  }()

  /// Makes the change in a text as another program would: it knows nothing of locks and versions.
  func make(_ home: Home) throws {
    var text = try String(contentsOf: home.queueFile(), encoding: .utf8)
    func replace(_ old: String, by new: String) {
      #expect(text.contains(old))
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    let (seventh, last) = (Self.tasks[6], Self.tasks[7])
    switch self {
    case .threePushes:
      let added = (1...3).map { task("Foreign \($0)", 10 + $0) }
      replace(last, by: ([last] + added).joined(separator: ",\n    "))
    case .doneElsewhere:
      replace(",\n    " + last, by: "")
      let isFirst = text.contains("\"completed\": [\n  ]")
      let ended = last.dropLast() + ", \"completed\": \"\(time(20))\"}"
      replace("\"completed\": [", by: "\"completed\": [\n    \(ended)\(isFirst ? "" : ",")")
    case .reworded: replace("\"Eighth\"", by: "\"Eighth, foreign\"")
    case .ownKeys:
      replace("\"Eighth\"", by: "\"Eighth\", \"priority\": {\"deep\": [1, 2]}")
      replace("\"version\": 1,", by: "\"version\": 1,\n  \"mine\": true,")
    case .otherLayout: text = text.replacing("\n", with: "\r\n")
    case .reordered: replace("\(seventh),\n    \(last)", by: "\(last),\n    \(seventh)")
    }
    // As git and Syncthing do it: another file takes the place.
    try Data(text.utf8).write(to: home.queueFile(), options: .atomic)
  }
}

@Suite struct ForeignChangeTests {
  private func home() throws -> Home {
    let home = Home()
    try home.writeQueue(file(ForeignChange.tasks))
    return home
  }

  /// What there is to do and what was done, as JSON, without layout.
  private func state(_ home: Home) throws -> [[String]] {
    let queue = try home.queue()
    return [try queue.tasks().map { $0.json }, try queue.completed().map { $0.json }]
  }

  /// What is done by a command of this machine, and can be taken back.
  static let ownChanges: [Action] = [
    .push(["Own one", "Own two"], inFront: false, attachments: []),
    .push(["Own fire"], inFront: true, attachments: ["https://example.org/fire"]), .done, .drop, .skip,
    .send(to: "desk"), .edit("Own wording"), .attach(["https://example.org/own"]),
    .detach(["https://example.org/first"]),
    .rearrange([.task(0), .task(2), .task(1)] + (3..<8).map { .task($0) }),
  ]

  /// The plainest model: after the command and somebody else's change, undo leads to where that change alone
  /// leads, and redo to where it was before.
  @Test(arguments: ownChanges, ForeignChange.allCases)
  func undoTakesBackNothingElse(_ own: Action, _ foreign: ForeignChange) throws {
    let alone = try home()
    try foreign.make(alone)
    let expected = try state(alone)

    let home = try home()
    _ = try home.queue().perform(own)
    // Tasks of the command's own stand behind the last one then, where the foreign change looks for it.
    try foreign.make(home)
    let both = try state(home)
    let isOtherLayout = home.queueText()?.contains("\r\n")
    let isOnlyOrder = if case .skip = own { true } else if case .rearrange = own { true } else { false }
    if isOnlyOrder, foreign == .reordered {
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

  /// A version of a release that kept no record comes back whole, and is said to. So does what it took the place of.
  @Test func aVersionWithoutARecord() throws {
    let home = try home()
    let before = home.queueData()
    let queue = try home.queue()
    try queue.end(as: .completed)
    let after = home.queueData()
    try FileManager.default.removeItem(at: home.kept(1, ".change"))
    #expect(try queue.undo().isWhole)
    #expect(home.queueData() == before)
    try home.expectRedo(to: [after])
  }
}
