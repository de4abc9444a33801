// The commands that are attacked, and what each of them starts from.

import Foundation
import TestSupport
import Testing

/// A command that changes the queue, and what was done before it.
struct Scenario: CustomTestStringConvertible, Sendable {
  /// Where the file and its versions are.
  enum Place: Sendable {
    case usual
    /// The file is a symbolic link into another folder.
    case link
    /// The versions are kept on another file system, where no hard link reaches.
    case otherFileSystem
    /// The file has a second name, so that its versions are copies.
    case secondName
  }

  let name: String
  let arguments: [String]
  var input: String?
  /// The file at first; `nil` for none.
  var text: String? = Self.text
  /// What is done before, so that there are versions.
  var history: [[String]] = [["skip"], ["push", "Four"]]
  /// Whether the file is changed by hand before.
  var isChangedByHand = false
  var place = Place.usual

  var testDescription: String { name }

  /// What stands on standard input.
  var inputData: Data? { input.map { Data($0.utf8) } }

  /// Dates of this year are those that a test begins with; all others come from the command.
  static let year = "2001"

  static let text = """
    {
      "version": 1,
      "note": "kept as it is",
      "tasks": [
        {"title": "One", "added": "\(year)-01-01T10:00:00Z", "priority": 2},
        {"title": "Two", "added": "\(year)-01-01T10:01:00Z", "attachments": ["https://example.org/two"]},
        {"title": "Three", "added": "\(year)-01-01T10:02:00Z"}
      ],
      "completed": [
        {"title": "Zero", "added": "\(year)-01-01T09:00:00Z", "completed": "\(year)-01-01T09:30:00Z"}
      ]
    }

    """

  static let all = [
    Scenario(name: "push", arguments: ["push", "Five"]),
    Scenario(name: "push without a file", arguments: ["push", "Five"], text: nil, history: []),
    Scenario(name: "push --top", arguments: ["push", "--top", "Five"]),
    Scenario(name: "push -", arguments: ["push", "-"], input: "Five\n\nSix\n"),
    Scenario(name: "push -a", arguments: ["push", "-a", "notes.txt", "Five"]),
    Scenario(name: "push through a link", arguments: ["push", "Five"], place: .link),
    Scenario(name: "push at the end of the history", arguments: ["push", "Five"], history: fullHistory),
    Scenario(name: "push after a change by hand", arguments: ["push", "Five"], isChangedByHand: true),
    Scenario(name: "push after undo", arguments: ["push", "Five"], history: [["skip"], ["drop"], ["undo"]]),
    Scenario(name: "push, versions elsewhere", arguments: ["push", "Five"], place: .otherFileSystem),
    Scenario(name: "done", arguments: ["done"]),
    Scenario(name: "done with the last task", arguments: ["done"], text: nil, history: [["push", "One"]]),
    Scenario(name: "skip", arguments: ["skip"]),
    Scenario(name: "drop", arguments: ["drop"]),
    Scenario(name: "edit TEXT", arguments: ["edit", "Reworded"]),
    Scenario(name: "edit", arguments: ["edit"]),
    Scenario(name: "edit --all", arguments: ["edit", "--all"]),
    Scenario(name: "undo", arguments: ["undo"]),
    Scenario(name: "undo of the first push", arguments: ["undo"], text: nil, history: [["push", "One"]]),
    Scenario(name: "undo after a change by hand", arguments: ["undo"], isChangedByHand: true),
    Scenario(name: "undo, versions elsewhere", arguments: ["undo"], place: .otherFileSystem),
    Scenario(name: "redo", arguments: ["redo"], history: [["skip"], ["drop"], ["undo"]]),
    Scenario(
      name: "redo of the first push", arguments: ["redo"], text: nil, history: [["push", "One"], ["undo"]]),
    Scenario(name: "attach", arguments: ["attach", "notes.txt", "https://example.org/five"]),
    Scenario(name: "detach", arguments: ["detach"]),
    Scenario(name: "send", arguments: ["send", "sam@desk.example"]),
    Scenario(
      name: "receive", arguments: ["receive"], input: #"{"title": "Five", "from": "sam@desk.example"}"# + "\n"
    ),
    Scenario(name: "push, a second name", arguments: ["push", "Five"], place: .secondName),
    Scenario(
      name: "push after undo, a second name", arguments: ["push", "Five"],
      history: [["skip"], ["drop"], ["undo"]], place: .secondName),
    Scenario(name: "undo, a second name", arguments: ["undo"], place: .secondName),
    Scenario(
      name: "redo, a second name", arguments: ["redo"],
      history: [["skip"], ["drop"], ["push", "Four"], ["undo"], ["undo"]], place: .secondName),
    Scenario(name: "merge FILE", arguments: ["merge", "theirs.json"]),
    Scenario(
      name: "merge FILE after a change by hand", arguments: ["merge", "theirs.json"], isChangedByHand: true),
    Scenario(
      name: "merge FILE, versions elsewhere", arguments: ["merge", "theirs.json"], place: .otherFileSystem),
    Scenario(
      name: "undo of merge FILE", arguments: ["undo"],
      history: [["push", "Four"], ["merge", "theirs.json"]]),
    Scenario(
      name: "merge BASE OURS THEIRS",
      arguments: ["merge", "base.json", ".config/stack/stack.json", "theirs.json"],
      history: []),
    Scenario(
      name: "merge BASE OURS THEIRS through a link",
      arguments: ["merge", "base.json", ".config/stack/stack.json", "theirs.json"], history: [], place: .link),
  ]

  /// All, or those whose changes differ most: a plain one, the first of all, one back, and a merge.
  static let explored =
    TestExtent.isAll
    ? all
    : all.filter { ["push without a file", "undo", "merge FILE"].contains($0.name) }

  /// The copy on another machine, where the first task was done and another came.
  static let theirs =
    text
    .replacingOccurrences(
      of: "    {\"title\": \"One\", \"added\": \"\(year)-01-01T10:00:00Z\", \"priority\": 2},\n", with: ""
    )
    .replacingOccurrences(
      of: "T10:02:00Z\"}\n",
      with: "T10:02:00Z\"},\n    {\"title\": \"Nine\", \"added\": \"\(year)-01-01T11:00:00Z\"}\n"
    )
    .replacingOccurrences(
      of: "T09:30:00Z\"}\n",
      with: """
        T09:30:00Z"},
            {"title": "One", "added": "\(year)-01-01T10:00:00Z", "priority": 2, \
        "completed": "\(year)-01-01T11:30:00Z"}

        """)

  /// How the files begin that a command is given by where they are, as git gives them.
  var relativePaths: [String] {
    arguments.first == "merge" ? ["theirs.json", "base.json", ".config/stack"] : []
  }

  /// Whether this is git's merge driver, which keeps no versions.
  var isDriver: Bool { arguments.count == 4 && arguments[0] == "merge" }

  /// So many changes that the next one is one too many.
  private static let fullHistory = (1...64).map { ["push", "Task \($0)"] }
}

/// The versions of a file, as undo and redo go through them.
private struct Timeline {
  /// The text of a file, or that there is none.
  struct Version {
    let text: String?
  }

  private var versions: [Version]
  private var position = 0

  init(_ text: String?) {
    versions = [Version(text: text)]
  }

  /// What undo leads to; `nil` if there is nothing to undo.
  var earlier: Version? { position == 0 ? nil : versions[position - 1] }

  /// What redo leads to; `nil` if there is nothing to redo.
  var later: Version? { position + 1 < versions.count ? versions[position + 1] : nil }

  mutating func follow(_ arguments: [String], to text: String?) {
    switch arguments.first {
    case "undo": position -= 1
    case "redo": position += 1
    default:
      position += 1
      versions[position...] = [Version(text: text)]
    }
  }

  /// What keeps no version changes the one that there is.
  mutating func replace(with text: String?) { versions[position] = Version(text: text) }

  /// Undo takes back what commands did and nothing more, so a change by hand stays wherever it leads.
  mutating func changeByHand(_ change: (String) -> String) {
    versions = versions.map { Version(text: $0.text.map(change)) }
  }
}

/// A scenario that is set up, with all that a run of it needs, so that it can be run again and again.
final class Stage {
  let scenario: Scenario
  let home: Home
  /// The system calls of the command when nothing happens to it.
  let calls: [SystemCall]
  /// What the command prints when nothing happens to it.
  let output: String
  /// The file before the command, as it must be to the byte.
  let before: String?
  /// The file after the command, but for the dates.
  let after: String?

  private let start: Snapshot
  private let otherFileSystem: TemporaryFolder?
  /// What undo leads to from the file before, and from the file after; `nil` where there is nothing to undo.
  private let earlier: (thanBefore: Timeline.Version?, thanAfter: Timeline.Version?)
  /// What redo leads to from the file before; `nil` where there is nothing to redo.
  private let later: Timeline.Version?

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    otherFileSystem = try scenario.place == .otherFileSystem ? TemporaryFolder() : nil
    home = try Home(scenario, stateHome: otherFileSystem)

    var timeline = Timeline(home.queueText())
    for arguments in scenario.history {
      try home.giveSecondName(in: scenario)
      #expect(try home.run(home.program.path, arguments).status == 0)
      timeline.follow(arguments, to: home.queueText())
    }
    if scenario.isChangedByHand {
      let change = { (text: String) in text.replacingOccurrences(of: "Zero", with: "Nought") }
      try Data(change(#require(home.queueText())).utf8).write(to: home.queueFile())
      timeline.changeByHand(change)
    }
    try home.giveSecondName(in: scenario)
    before = home.queueText()
    let earlierThanBefore = timeline.earlier
    later = timeline.later
    let roots = [".config", ".local", "elsewhere", "far"].map(home.url).map(\.path)
    start = try Snapshot(of: roots + (otherFileSystem.map { [$0.path] } ?? []))

    let (finished, trace) = try home.trace(
      home.program.path, scenario.arguments, input: scenario.inputData)
    #expect(finished.status == 0, "\(finished.errors)")
    calls = trace.ownCalls.behindTheStart
    output = finished.output
    after = home.queueText()?.withoutDates
    #expect(before?.withoutDates != after)
    if scenario.isDriver {
      timeline.replace(with: home.queueText())
    } else {
      timeline.follow(scenario.arguments, to: home.queueText())
    }
    earlier = (earlierThanBefore, timeline.earlier)
  }

  /// All of these calls, or a few; but always those that decide what is on the disk.
  static func explored(_ calls: [SystemCall]) -> [SystemCall] {
    let deciding: Set = ["fsync", "rename", "link"]
    return calls.filter { deciding.contains($0.action) }
      + TestExtent.sample(calls.filter { !deciding.contains($0.action) }, 2)
  }

  /// The folders in which everything happens.
  var folders: [String] { [home.folder.path] + (otherFileSystem.map { [$0.path] } ?? []) }

  private var state: String { otherFileSystem?.path ?? home.url(".local/state").path }

  /// Runs the command from the start, with something done to one of its system calls.
  func run(_ fault: Fault, at call: SystemCall) throws -> Finished {
    try start.restore()
    return try home.startStack(
      scenario.arguments, input: scenario.inputData, fault, at: call.name, number: call.number
    )
    .wait()
  }

  /// Runs the command from the start in a shell, with redirections, after a script that prepares them.
  func run(_ redirections: String, after preparation: String = "") throws -> Finished {
    try start.restore()
    let script = "\(preparation)\n\"$0\" \"$@\" \(redirections)"
    return try home.run(
      "/bin/bash", ["-c", script, home.program.path] + scenario.arguments, input: scenario.inputData)
  }

  /// The folders as they are now.
  func snapshot() throws -> Snapshot { try Snapshot(of: start.roots) }

  // MARK: What must hold

  /// Whether the file is as after the command; a problem is recorded if it isn't as before it either.
  func isChanged(_ circumstances: Comment) -> Bool {
    let text = home.queueText()
    if text == before { return false }
    #expect(text?.withoutDates == after, circumstances)
    return true
  }

  /// Nothing that was kept is gone, and what the file is besides its text has stayed.
  func expectKept(_ now: Snapshot, _ circumstances: Comment) {
    let folder = state + "/stack"
    var there = Set(now.texts(below: folder).values)
    if let text = home.queueText() { there.insert(text) }
    var kept = start.texts(below: folder).sorted { $0.key < $1.key }.filter {
      !$0.key.hasSuffix(".none") && !$0.key.hasSuffix(".change")
    }
    // With as many versions as are kept, the oldest goes when another comes.
    if kept.count > 63 { kept.removeFirst() }
    let gone = Set(kept.map(\.value)).subtracting(there)
    // What was brought back beside a change by hand stands nowhere as it was.
    let isUndo = scenario.isChangedByHand && scenario.arguments == ["undo"]
    let isBroughtBack = isUndo && home.queueText() != before
    #expect(gone.count <= (isBroughtBack ? 1 : 0), circumstances)
    guard before != nil, home.queueText() != nil else { return }
    let file = home.queueFile().resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes?[.posixPermissions] as? Int == (scenario.text == nil ? 0o600 : 0o640), circumstances)
    if scenario.place == .link {
      let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: home.queueFile().path)
      #expect(destination == "../../elsewhere/queue.json", circumstances)
    }
  }

  /// No file lies about that is neither the queue nor a version of it.
  func expectNoStrays(_ circumstances: Comment) throws {
    let strays = try snapshot().paths.filter { path in
      let name = URL(fileURLWithPath: path).lastPathComponent
      if path.contains("/far/") { return false }
      // A text that was being edited stays: it may be all that is left of what a person typed.
      if path.contains("/editing.") { return !scenario.name.hasPrefix("edit") }
      return name.hasPrefix("temporary.") || name.hasSuffix(".new")
    }
    #expect(strays.isEmpty, circumstances)
  }

  /// The next command works, and undo and redo lead to the versions before and after.
  func expectGoesOn(_ circumstances: Comment) throws {
    let now = home.queueText()
    #expect(try home.stack("push", "Next").status == 0, circumstances)
    #expect(try home.titles().contains("Next"), circumstances)
    try expectNoStrays(circumstances)
    let next = home.queueText()
    #expect(try home.stack("redo").status == 1, circumstances)
    #expect(home.queueText() == next, circumstances)
    try home.stack("undo")
    #expect(home.queueText() == now, circumstances)
    try expectUndoes(circumstances)
    #expect(try home.stack("redo").status == 0, circumstances)
    #expect(home.queueText() == next, circumstances)
  }

  /// Where nothing was changed: the same command again does it and can be taken back, or redo leads to where it led
  /// before.
  func expectTriesAgain(from state: Snapshot, _ circumstances: Comment) throws {
    try state.restore()
    try expectSameAgain(circumstances)
    try state.restore()
    try expectRedoes(circumstances)
  }

  private func expectSameAgain(_ circumstances: Comment) throws {
    let finished = try home.run(home.program.path, scenario.arguments, input: scenario.inputData)
    #expect(finished.status == 0, circumstances)
    #expect(isChanged(circumstances), circumstances)
    try expectUndoes(circumstances)
  }

  private func expectRedoes(_ circumstances: Comment) throws {
    let redone = try home.stack("redo")
    #expect(redone.status == (later == nil ? 1 : 0), circumstances)
    #expect(home.queueText()?.withoutDates == (later.map(\.text) ?? before)?.withoutDates, circumstances)
  }

  /// Undo leads to the version before, and redo back.
  func expectUndoes(_ circumstances: Comment) throws {
    let now = home.queueText()
    let undone = try home.stack("undo")
    guard let earlier = now == before ? earlier.thanBefore : earlier.thanAfter else {
      #expect(undone.status == 1, circumstances)
      #expect(home.queueText() == now, circumstances)
      return
    }
    #expect(undone.status == 0, circumstances)
    #expect(home.queueText()?.withoutDates == earlier.text?.withoutDates, circumstances)
    #expect(try home.stack("redo").status == 0, circumstances)
    #expect(home.queueText() == now, circumstances)
    try expectNoStrays(circumstances)
  }
}

extension Home {
  /// A file system in memory, where thousands of runs are quick; where there is none, any other.
  static let memory =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? URL(fileURLWithPath: "/dev/shm") : FileManager.default.temporaryDirectory

  /// The home of a scenario, in memory.
  convenience init(_ scenario: Scenario, stateHome: TemporaryFolder?) throws {
    let state = stateHome.map { ["XDG_STATE_HOME": $0.path] } ?? [:]
    self.init(
      ["EDITOR": "./editor", "STACK_SSH": "./ssh", "USER": "robin"].merging(state) { $1 }, in: Home.memory)
    try setUp(scenario)
  }

  /// Makes the files that a scenario begins with.
  func setUp(_ scenario: Scenario) throws {
    if let text = scenario.text {
      try write(
        Data(text.utf8), to: scenario.place == .link ? "elsewhere/queue.json" : ".config/stack/stack.json")
    }
    if scenario.place == .link {
      try FileManager.default.createDirectory(at: url(".config/stack"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: queueFile().path, withDestinationPath: "../../elsewhere/queue.json")
    }
    if scenario.text != nil { chmod(queueFile().path, 0o640) }
    try write(Data("notes\n".utf8), to: "notes.txt")
    try write(Data(Scenario.text.utf8), to: "base.json")
    try write(Data(Scenario.theirs.utf8), to: "theirs.json")
    try writeScript(
      """
      # As sed fails where its standard output is closed.
      exec >/dev/null
      case $1 in
      *queue.txt) sed -i -e '1d' -e 's/Four/Four, reworded/' "$1" ;;
      *) sed -i '1s/.*/Reworded/' "$1" ;;
      esac
      """, to: "editor")
    // The other machine is another home; the words for it stand behind its name.
    try writeScript(
      #"until [ "$1" = stack ]; do shift; done; HOME="$PWD/far" exec "$@""#, to: "ssh")
  }

  /// Gives the file a second name, in a scenario where it has one.
  func giveSecondName(in scenario: Scenario) throws {
    guard scenario.place == .secondName else { return }
    try shell("mkdir -p elsewhere && ln -f .config/stack/stack.json elsewhere/twin.json")
  }

  private func writeScript(_ script: String, to path: String) throws {
    try write(Data("#!/bin/sh\n\(script)\n".utf8), to: path)
    chmod(url(path).path, 0o755)
  }
}

extension String {
  /// The text with `DATE` in the place of each date that a command has written.
  var withoutDates: String {
    replacingOccurrences(
      of: "\"(?!\(Scenario.year))[0-9]{4}-[0-9T:-]*Z\"", with: "\"DATE\"", options: .regularExpression)
  }
}
