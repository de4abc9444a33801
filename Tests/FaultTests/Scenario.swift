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
  let command: String
  /// What stands on standard input.
  let input: Data?
  /// The file at first; `nil` for none.
  let text: String?
  /// The commands before, so that there are versions.
  let history: [String]
  /// Whether the file is changed by hand before.
  let isChangedByHand: Bool
  let place: Place

  /// The command with what belongs to it, none of which a shell reads.
  var arguments: [String] { command.words }
  var testDescription: String { name }

  init(
    _ name: String, _ command: String, input: String? = nil, text: String? = Self.text,
    after history: [String] = ["skip", "push Four"], isChangedByHand: Bool = false, place: Place = .usual
  ) {
    (self.name, self.command, self.text, self.history) = (name, command, text, history)
    (self.input, self.isChangedByHand, self.place) = (input.map { Data($0.utf8) }, isChangedByHand, place)
  }

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
    Scenario("push", "push Five"),
    Scenario("push without a file", "push Five", text: nil, after: []),
    Scenario("push --top", "push --top Five"),
    Scenario("push -", "push -", input: "Five\n\nSix\n"),
    Scenario("push -a", "push -a notes.txt Five"),
    Scenario("push through a link", "push Five", place: .link),
    // So many changes that the next one is one too many.
    Scenario("push at the end of the history", "push Five", after: (1...64).map { "push Task\($0)" }),
    Scenario("push after a change by hand", "push Five", isChangedByHand: true),
    Scenario("push after undo", "push Five", after: ["skip", "drop", "undo"]),
    Scenario("push, versions elsewhere", "push Five", place: .otherFileSystem),
    Scenario("done", "done"),
    Scenario("done with the last task", "done", text: nil, after: ["push One"]),
    Scenario("skip", "skip"),
    Scenario("drop", "drop"),
    Scenario("edit TEXT", "edit Reworded"),
    Scenario("edit", "edit"),
    Scenario("edit --all", "edit --all"),
    Scenario("undo", "undo"),
    Scenario("undo of the first push", "undo", text: nil, after: ["push One"]),
    Scenario("undo after a change by hand", "undo", isChangedByHand: true),
    Scenario("undo, versions elsewhere", "undo", place: .otherFileSystem),
    Scenario("redo", "redo", after: ["skip", "drop", "undo"]),
    Scenario("redo of the first push", "redo", text: nil, after: ["push One", "undo"]),
    Scenario("attach", "attach notes.txt https://example.org/five"),
    Scenario("detach", "detach"),
    Scenario("send", "send sam@desk.example"),
    Scenario("receive", "receive", input: #"{"title": "Five", "from": "sam@desk.example"}"# + "\n"),
    Scenario("push, a second name", "push Five", place: .secondName),
    Scenario(
      "push after undo, a second name", "push Five", after: ["skip", "drop", "undo"], place: .secondName),
    Scenario("undo, a second name", "undo", place: .secondName),
    Scenario(
      "redo, a second name", "redo", after: ["skip", "drop", "push Four", "undo", "undo"], place: .secondName),
    Scenario("merge FILE", "merge theirs.json"),
    Scenario("merge FILE after a change by hand", "merge theirs.json", isChangedByHand: true),
    Scenario("merge FILE, versions elsewhere", "merge theirs.json", place: .otherFileSystem),
    Scenario("undo of merge FILE", "undo", after: ["push Four", "merge theirs.json"]),
    Scenario("merge BASE OURS THEIRS", "merge base.json .config/stack/stack.json theirs.json", after: []),
    Scenario(
      "merge BASE OURS THEIRS through a link", "merge base.json .config/stack/stack.json theirs.json",
      after: [], place: .link),
  ]

  /// What several tests begin with that run commands of their own.
  static let nothing = Scenario("nothing", "", after: [])

  /// All, or those whose changes differ most: a plain one, the first of all, one back, and a merge.
  static let explored =
    TestExtent.isAll ? all : all.filter { ["push without a file", "undo", "merge FILE"].contains($0.name) }

  /// The copy on another machine, where the first task was done and another came.
  static let theirs: String = {
    let one = "{\"title\": \"One\", \"added\": \"\(year)-01-01T10:00:00Z\", \"priority\": 2"
    let ended = one + ", \"completed\": \"\(year)-01-01T11:30:00Z\"}"
    let nine = "{\"title\": \"Nine\", \"added\": \"\(year)-01-01T11:00:00Z\"}"
    return text.replacing("    \(one)},\n", with: "")
      .replacing("10:02:00Z\"}", with: "10:02:00Z\"},\n    \(nine)")
      .replacing("09:30:00Z\"}", with: "09:30:00Z\"},\n    \(ended)")
  }()

  /// How the files begin that a command is given by where they are, as git gives them.
  var relativePaths: [String] {
    arguments.first == "merge" ? ["theirs.json", "base.json", ".config/stack"] : []
  }

  /// Whether this is git's merge driver, which keeps no versions.
  var isDriver: Bool { arguments.count == 4 && arguments[0] == "merge" }

  /// What a change by hand makes of a text.
  static func byHand(_ text: String) -> String { text.replacingOccurrences(of: "Zero", with: "Nought") }
}

/// Where a scenario takes place: a home in memory with the files that it begins with, an editor and another machine,
/// and perhaps a folder on another file system.
final class Site {
  /// What lies in the home and is no part of what is looked at.
  private static let fixtures: Set = [
    ".bin", "trace", "editor", "ssh", "notes.txt", "base.json", "theirs.json",
  ]

  let scenario: Scenario
  let home: Home
  /// The folders in which everything happens.
  let folders: [String]
  /// The folder below which the versions are kept.
  let state: String
  private let otherFileSystem: Home?

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    let other = ThisSystem.otherFileSystem ?? ThisSystem.memory
    otherFileSystem = scenario.place == .otherFileSystem ? Home(in: other) : nil
    let elsewhere = otherFileSystem.map { ["XDG_STATE_HOME": $0.folder.path] } ?? [:]
    let usual = ["EDITOR": "./editor", "STACK_SSH": "./ssh", "USER": "robin"]
    home = Home(usual.merging(elsewhere) { $1 })
    folders = [home.folder.path] + elsewhere.values
    state = otherFileSystem?.folder.path ?? home.url(".local/state").path

    let isLink = scenario.place == .link
    let file = isLink ? "elsewhere/queue.json" : ".config/stack/stack.json"
    if let text = scenario.text { try home.write(Data(text.utf8), to: file) }
    if isLink { try home.shell("mkdir -p .config/stack; ln -s ../../\(file) .config/stack/stack.json") }
    if scenario.text != nil { chmod(home.queueFile().path, 0o640) }
    try home.write(Data("notes\n".utf8), to: "notes.txt")
    try home.write(Data(Scenario.text.utf8), to: "base.json")
    try home.write(Data(Scenario.theirs.utf8), to: "theirs.json")
    try home.script(
      "editor",
      """
      # As sed fails where its standard output is closed.
      exec >/dev/null
      case $1 in
      *queue.txt) sed -i -e '1d' -e 's/Four/Four, reworded/' "$1" ;;
      *) sed -i '1s/.*/Reworded/' "$1" ;;
      esac
      """)
    // The other machine is another home, which was in use before; the words for it stand behind its name.
    try home.script("ssh", #"until [ "$1" = stack ]; do shift; done; HOME="$PWD/far" exec "$@""#)
    try home.shell("mv .bin/editor .bin/ssh .; mkdir far")
  }

  /// The folders as they are now.
  func snapshot() throws -> Snapshot { try Snapshot(of: folders, except: Self.fixtures) }

  /// Does what comes before the command, with whatever runs programs.
  ///
  /// - Parameter editor: A script that puts a text into the file, if it isn't the usual one, which syncs it.
  func prepare(editor: String? = nil, run: (_ program: String, _ arguments: [String]) throws -> Void) throws {
    func giveSecondName() throws {
      guard scenario.place == .secondName else { return }
      let script = "mkdir -p elsewhere; ln -f .config/stack/stack.json elsewhere/twin.json; sync elsewhere"
      try run("/bin/sh", ["-c", script])
    }
    for command in scenario.history {
      try giveSecondName()
      try run(home.program.path, command.words)
    }
    if scenario.isChangedByHand || editor != nil {
      let text = Scenario.byHand(try #require(home.queueText()))
      let script = editor ?? #"printf %s "$1" >"$0"; sync "$0""#
      try run("/bin/sh", ["-c", script, home.queueFile().path, text])
    }
    try giveSecondName()
  }
}

/// The texts that a file had, one after another, as undo and redo go through them; `nil` for no file.
private struct Timeline {
  var texts: [String?]
  var place = 0

  /// What undo leads to, and what redo; `nil` where there is nothing to undo or redo.
  var earlier: String?? { place > 0 ? .some(texts[place - 1]) : .none }
  var later: String?? { place + 1 < texts.count ? .some(texts[place + 1]) : .none }

  mutating func follow(_ arguments: [String], to newText: String?) {
    switch arguments.first {
    case "undo": place -= 1
    case "redo": place += 1
    default:
      texts = texts.prefix(place + 1) + [newText]
      place += 1
    }
  }
}

/// A scenario that is set up, with all that a run of it needs, so that it can be run again and again.
final class Stage {
  let scenario: Scenario
  let site: Site
  let home: Home
  /// The system calls of the command when nothing happens to it.
  let calls: [SystemCall]
  /// What the command prints when nothing happens to it.
  let output: String
  /// The file before the command, as it must be to the byte.
  let before: String?
  /// The file after the command, but for the dates.
  let after: String?
  /// Whether a merge may not have found the common past. Then what was reworded by hand stands twice.
  var isPastUnknown = false

  private let start: Snapshot
  /// Where undo and redo lead from the file before, and from the file after.
  private let timelines: (before: Timeline, after: Timeline)

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    let site = try Site(scenario)
    let home = site.home
    (self.site, self.home) = (site, home)
    var timeline = Timeline(texts: [home.queueText()])
    try site.prepare { program, arguments in
      let finished = try home.run(program, arguments)
      #expect(finished.status == 0, "\(finished.errors)")
      if program == home.program.path { timeline.follow(arguments, to: home.queueText()) }
    }
    // Undo takes back what commands did and nothing more, so a change by hand stays wherever it leads.
    if scenario.isChangedByHand { timeline.texts = timeline.texts.map { $0.map(Scenario.byHand) } }
    before = home.queueText()
    #expect(before == timeline.texts[timeline.place])
    let timelineBefore = timeline
    start = try site.snapshot()

    let (finished, trace) = try home.trace(home.program.path, scenario.arguments, input: scenario.input)
    #expect(finished.status == 0, "\(finished.errors)")
    calls = trace.ownCalls.behindTheStart
    output = finished.output
    after = home.queueText()?.withoutDates
    #expect(before?.withoutDates != after)
    if !scenario.isDriver { timeline.follow(scenario.arguments, to: home.queueText()) }
    timelines = (timelineBefore, timeline)
  }

  /// All of these calls, or a few; but always those that decide what is on the disk.
  static func explored(_ calls: [SystemCall]) -> [SystemCall] {
    let deciding: Set = ["fsync", "rename", "link"]
    return calls.filter { deciding.contains($0.action) }
      + TestExtent.sample(calls.filter { !deciding.contains($0.action) }, 1)
  }

  /// Whether it is tried how things go on after a fault, and how they go back: as samples, one of the two.
  static func goesOn(_ index: Int) -> Bool { TestExtent.isAll || index.isMultiple(of: 2) }
  static func goesBack(_ index: Int) -> Bool { TestExtent.isAll || !goesOn(index) }

  /// Runs the command from the start, with something done to one of its system calls.
  func run(_ fault: String, at call: SystemCall) throws -> Finished {
    try run(behind: Home.strace(fault, at: call.name, "\(call.number)"))
  }

  /// Runs the command from the start in a line of shell, with redirections.
  func run(behind beginning: String = "", _ redirections: String = "") throws -> Finished {
    try start.restore()
    let line = "\(beginning) '\(home.program.path)' \(scenario.command) \(redirections)"
    return try home.shell(line, input: scenario.input)
  }

  // MARK: What must hold

  /// Whether the file is as after the command; a problem is recorded if it isn't as before it either.
  func isChanged(_ circumstances: Comment) -> Bool {
    let text = home.queueText()
    if text == before { return false }
    let isWithoutPast = isPastUnknown && scenario.isChangedByHand && text?.withoutDates == afterWithoutPast
    #expect(text?.withoutDates == after || isWithoutPast, circumstances)
    return true
  }

  /// The file after a merge that knows no common past, with both wordings of what was reworded by hand.
  private var afterWithoutPast: String? {
    let lines = after?.components(separatedBy: "\n").flatMap { line in
      line.contains("Nought") ? [line, line.replacingOccurrences(of: "Nought", with: "Zero")] : [line]
    }
    return lines?.joined(separator: "\n")
  }

  /// Nothing that was kept is gone, and what the file is besides its text has stayed.
  func expectKept(_ now: Snapshot, _ circumstances: Comment) {
    let folder = site.state + "/stack"
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
    let strays = try site.snapshot().entries.map(\.path).filter { path in
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
    let finished = try home.run(home.program.path, scenario.arguments, input: scenario.input)
    #expect(finished.status == 0, circumstances)
    #expect(isChanged(circumstances), circumstances)
    try expectUndoes(circumstances)
    let later = timelines.before.later
    try state.restore()
    #expect(try home.stack("redo").status == (later == nil ? 1 : 0), circumstances)
    #expect(home.queueText()?.withoutDates == (later ?? before)?.withoutDates, circumstances)
  }

  /// Undo leads to the version before, and redo back.
  func expectUndoes(_ circumstances: Comment) throws {
    let now = home.queueText()
    let undone = try home.stack("undo")
    guard let earlier = (now == before ? timelines.before : timelines.after).earlier else {
      #expect(undone.status == 1, circumstances)
      #expect(home.queueText() == now, circumstances)
      return
    }
    #expect(undone.status == 0, circumstances)
    #expect(home.queueText()?.withoutDates == earlier?.withoutDates, circumstances)
    #expect(try home.stack("redo").status == 0, circumstances)
    #expect(home.queueText() == now, circumstances)
    try expectNoStrays(circumstances)
  }
}

extension String {
  /// What stands between its blanks.
  fileprivate var words: [String] { split(separator: " ").map(String.init) }

  /// The text with `DATE` in the place of each date that a command has written.
  var withoutDates: String {
    replacingOccurrences(
      of: "\"(?!\(Scenario.year))[0-9]{4}-[0-9T:.-]*Z\"", with: "\"DATE\"", options: .regularExpression)
  }
}
