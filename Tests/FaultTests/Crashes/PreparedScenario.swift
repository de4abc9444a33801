import Foundation
import TestSupport
import Testing

/// The texts that a file had, in order; `nil` for no file. Undo and redo move along it. An accident
/// is undone, but not redone.
private struct Timeline {
  var texts: [String?]
  var index = 0

  /// The text that undo leads to; `nil` if there is nothing to undo.
  var earlier: String?? { index > 0 ? .some(texts[index - 1]) : .none }
  /// The text that redo leads to; `nil` if there is nothing to redo.
  var later: String?? { index + 1 < texts.count ? .some(texts[index + 1]) : .none }

  /// Follows a command or an accident.
  mutating func follow(_ arguments: [String], to newText: String?, isRepair: Bool = false) {
    switch arguments.first {
    case "undo":
      if isRepair { texts.remove(at: index) }
      index -= 1
    case "redo": index += 1
    default:
      texts = texts.prefix(index + 1) + [newText]
      index += 1
    }
  }
}

/// A scenario that is ready to be run again and again, with a fault each time, and what must hold
/// afterwards.
final class PreparedScenario {
  let sandbox: Sandbox
  var scenario: Scenario { sandbox.scenario }
  var home: Home { sandbox.home }
  /// The command's system calls in the undisturbed run.
  let calls: [SystemCall]
  /// The command's output in the undisturbed run.
  let output: String
  /// Whether the merge may have failed to find the common ancestor; then a task reworded by hand is
  /// there twice.
  var isAncestorUnknown = false
  /// The scenario and the latest fault, for messages.
  private(set) var circumstances: Comment

  /// The text of the file before the command.
  private let before: String?
  /// The text of the file after the command, without dates.
  private let after: String?
  private let start: Snapshot
  private let timelines: (before: Timeline, after: Timeline)

  init(_ scenario: Scenario) throws {
    circumstances = "\(scenario.testDescription)"
    let sandbox = try Sandbox(scenario)
    let home = sandbox.home
    self.sandbox = sandbox
    var timeline = Timeline(texts: [home.queueText()])
    try sandbox.prepare { program, arguments in
      let finished = try home.run(program, arguments)
      #expect(finished.status == 0, "\(finished.errors)")
      let isAccident = arguments.contains { Scenario.accidents.contains($0) }
      if isAccident || program == home.program.path {
        timeline.follow(arguments, to: home.queueText())
      }
    }
    // Undo keeps an edit by hand, so the edit is part of every text that undo leads to.
    if scenario.isEditedByHand {
      timeline.texts = timeline.texts.map { $0.map(Scenario.editedByHand) }
    }
    before = home.queueText()
    #expect(before == timeline.texts[timeline.index])
    let timelineBefore = timeline
    start = try sandbox.snapshot()
    // As before each fault, because commands look more closely at files that were replaced.
    try start.restore()

    let (finished, trace) = try home.trace(
      home.program.path, scenario.arguments, input: scenario.input)
    #expect(finished.status == 0, "\(finished.errors)")
    calls = trace.calls.filter { $0.process == trace.firstProcess }.afterStart
    output = finished.output
    after = home.queueText()?.withoutDates
    #expect(before?.withoutDates != after)
    if !scenario.isDriver {
      timeline.follow(scenario.arguments, to: home.queueText(), isRepair: scenario.isRepair)
    }
    if scenario.arguments == ["receive"] {
      // It isn't undone: undo reverses the change before it, and the task that arrived stays.
      let received = home.queueText()
      try home.stack("undo")
      timeline = Timeline(texts: [home.queueText(), received], index: 1)
    }
    timelines = (timelineBefore, timeline)
  }

  /// The calls that decide what is on the disk.
  static let deciding: Set = ["fsync", "fdatasync", "rename", "link"]

  /// All of these calls; in a sample run, some of those that decide what is on the disk, and one of
  /// the others.
  static func explored(_ calls: [SystemCall], deciding: Set<String> = deciding) -> [SystemCall] {
    TestExtent.sample(calls.filter { deciding.contains($0.action) }, 3)
      + TestExtent.sample(calls.filter { !deciding.contains($0.action) }, 1)
  }

  /// Which expectations about further commands are tested after a fault with this index; in a
  /// sample run, one of two.
  static func testsGoingOn(_ index: Int) -> Bool { TestExtent.isAll || index.isMultiple(of: 2) }
  static func testsGoingBack(_ index: Int) -> Bool { TestExtent.isAll || !testsGoingOn(index) }

  /// Runs the command from the start, with an injection (in strace's words) into one of its system
  /// calls.
  func run(injecting fault: String, at call: SystemCall) throws -> Finished {
    circumstances = "\(scenario.testDescription), \(fault) at \(call)"
    return try run(prefix: Home.strace(fault, at: call.name, "\(call.number)"))
  }

  /// Runs the command from the start as a line of shell.
  func run(prefix: String = "", redirections: String = "") throws -> Finished {
    try start.restore()
    let line = "\(prefix) '\(home.program.path)' \(scenario.command) \(redirections)"
    return try home.shell(line, input: scenario.input)
  }

  // MARK: Expectations

  /// Whether the file is as after the command. Records an issue if it is neither that nor as
  /// before.
  func isChanged() -> Bool {
    let text = home.queueText()
    if text == before { return false }
    let isMergeWithoutAncestor =
      isAncestorUnknown && scenario.isEditedByHand && text?.withoutDates == afterWithoutAncestor
    #expect(text?.withoutDates == after || isMergeWithoutAncestor, circumstances)
    return true
  }

  /// The text after a merge without a common ancestor: both wordings of the task that was reworded
  /// by hand.
  private var afterWithoutAncestor: String? {
    let lines = after?.components(separatedBy: "\n").flatMap { line in
      line.contains("Nought")
        ? [line, line.replacingOccurrences(of: "Nought", with: "Zero")] : [line]
    }
    return lines?.joined(separator: "\n")
  }

  /// No file of the history is lost, the file has kept its mode, and a symbolic link is still one.
  func expectNothingLost(in now: Snapshot) {
    let directory = sandbox.state + "/stack"
    let texts = now.texts(below: directory)
    var lost = start.texts(below: directory).filter { texts[$0.key] != $0.value }
    // If the history is full, the oldest entry makes room for the new one.
    if scenario.isHistoryFull { lost = lost.filter { !$0.key.contains("/000001") } }
    #expect(lost.isEmpty, circumstances)
    guard before != nil, home.queueText() != nil else { return }
    let file = home.queueFile().resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    #expect(
      attributes?[.posixPermissions] as? Int == (scenario.text == nil ? 0o600 : 0o640),
      circumstances)
    if scenario.place == .symbolicLink {
      let destination = try? FileManager.default.destinationOfSymbolicLink(
        atPath: home.queueFile().path)
      #expect(destination == "../../elsewhere/queue.json", circumstances)
    }
  }

  /// No temporary file is left.
  func expectNoStrays() throws {
    let strays = try sandbox.snapshot().entries.map(\.path).filter { path in
      let name = URL(fileURLWithPath: path).lastPathComponent
      // The next command on another stack removes what a killed one left there.
      if path.contains("/far/") || path.contains("work.json") { return false }
      // An editor's text stays: it may be the only copy of what a person typed.
      if path.contains("/editing.") { return !scenario.command.hasPrefix("edit") }
      return name.hasPrefix("temporary.") || name.hasSuffix(".new")
    }
    #expect(strays.isEmpty, circumstances)
  }

  /// Runs a command, and expects this status and text.
  private func expect(
    _ arguments: String..., status: Int32, _ text: String?, ignoringDates: Bool = false
  ) throws {
    #expect(try home.run(home.program.path, arguments).status == status, circumstances)
    let found = home.queueText()
    #expect(
      ignoringDates ? found?.withoutDates == text?.withoutDates : found == text, circumstances)
  }

  /// The next command works, and undo and redo lead to the texts before and after it.
  func expectGoesOn() throws {
    let now = home.queueText()
    if scenario.isRepair, now == before { return try expectUndoes() }
    #expect(try home.stack("push", "Next").status == 0, circumstances)
    #expect(try home.titles().contains("Next"), circumstances)
    try expectNoStrays()
    let next = home.queueText()
    try expect("redo", status: 1, next)
    try expect("undo", status: 0, now)
    try expectUndoes()
    let isRefused = isSent(now)
    try expect("redo", status: isRefused ? 1 : 0, isRefused ? home.queueText() : next)
  }

  /// If the command changed nothing: it works when it is run again, and redo still leads where it
  /// led before.
  func expectWorksAgain(from state: Snapshot) throws {
    try state.restore()
    #expect(
      try home.run(home.program.path, scenario.arguments, input: scenario.input).status == 0,
      circumstances)
    #expect(isChanged(), circumstances)
    try expectUndoes()
    let later = timelines.before.later
    try state.restore()
    if home.isDamaged { return }
    try expect("redo", status: later == nil ? 1 : 0, later ?? before, ignoringDates: true)
  }

  /// Undo leads to the text before, and redo back.
  func expectUndoes() throws {
    let now = home.queueText()
    guard let earlier = (now == before ? timelines.before : timelines.after).earlier else {
      return try expect("undo", status: 1, now)
    }
    try expect("undo", status: 0, earlier, ignoringDates: true)
    let isRefused = scenario.isRepair && now == before || isSent(now)
    try expect("redo", status: isRefused ? 1 : 0, isRefused ? earlier : now, ignoringDates: true)
    try expectNoStrays()
  }

  /// Whether a text is that after a `send`, which can't be redone.
  private func isSent(_ text: String?) -> Bool { scenario.recipient != nil && text != before }
}

extension Home {
  /// Whether an accident has damaged the file.
  var isDamaged: Bool { queueText() == "damaged" }
}
