// A power cut at any moment of any command leaves the file before or after; after the acknowledgement the one
// after; and undo and redo lead through versions that existed, byte for byte.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsStrace)
  struct PowerCutTests {
    /// Whatever the disk keeps of what was not synced, nothing is lost.
    @Test(arguments: Scenario.explored) func cutAnywhere(_ scenario: Scenario) throws {
      try #require(try PowerCut(scenario)).expectNothingLost()
    }

    /// An editor that doesn't sync may lose what it wrote, but not after a command has made a version of it.
    @Test(
      arguments: TestExtent.sample(PowerCut.editors, 1),
      TestExtent.sample(["push Five", "done", "skip", "edit Reworded"], 1))
    func cutAfterAnEditorThatDoesNotSync(_ editor: String, _ command: String) throws {
      let scenario = Scenario("\(command) after \(editor)", command)
      try #require(try PowerCut(scenario, editedWith: editor)).expectNothingLost()
    }

    /// A command that was killed before it had put the new name on the disk leaves no trace of that; the same
    /// command again finds nothing to change, and what it then says must be true.
    @Test(
      arguments: TestExtent.sample(
        ["edit Reworded", "attach https://example.org/five", "merge theirs.json"], 1),
      TestExtent.sample([Scenario.Place.usual, .link], 1))
    func cutAfterTheSameCommandWasKilled(_ command: String, _ place: Scenario.Place) throws {
      let scenario = Scenario("\(command), killed, again, \(place)", command, place: place)
      try #require(try PowerCut(scenario, afterKilled: scenario.arguments)).expectNothingLost()
    }

    /// What the very first command had created when it was killed, the next one must put on the disk.
    @Test func cutAfterTheFirstPushWasKilled() throws {
      var killed = 0
      for sync in stride(from: 1, through: 1000, by: TestExtent.isAll ? 1 : 6) {
        let scenario = Scenario(
          "push after the first one was killed at its sync \(sync)", "push Five", text: nil, after: [])
        guard let cut = try PowerCut(scenario, afterKilled: ["push", "One"], at: sync) else { break }
        try cut.expectNothingLost()
        killed += 1
      }
      #expect(killed >= 2, "the text and the folder are synced")
    }
  }

  /// A command, with all the states that a power cut may leave during it.
  final class PowerCut {
    /// Scripts that put a text into the file as editors do that don't sync: in place, and by a new file.
    static let editors = [#"printf %s "$1" >"$0""#, #"printf %s "$1" >"$0~"; mv "$0~" "$0""#]

    /// Where undo leads, step by step, and then redo.
    private struct Chain {
      var undone: [Data?] = []
      var redone: [Data?] = []
      /// What a step failed with, if there was not simply none left.
      var failure: String?
    }

    private let scenario: Scenario
    private let site: Site
    private let home: Home
    private var disk: Disk
    private var states = CutStates()
    /// The texts that the file may have until the command says that it is done.
    private var textsBefore: Set<Data?> = []
    private let isAfterKilled: Bool
    private var after: Data?
    /// Where undo and redo lead from each text, when the power is not cut.
    private var chains: [Data?: Chain] = [:]

    /// How many steps are taken back, at most.
    private static let steps = CutStates.count == .max ? 6 : 3

    /// Runs a command; returns `nil` if the one before it ended before it could be killed.
    ///
    /// - Parameters:
    ///   - editor: What changes the file just before, and doesn't sync.
    ///   - killed: A command that is killed before.
    ///   - sync: At which sync that is killed; at the first one after the new text has taken its place, if there is none.
    init?(
      _ scenario: Scenario, editedWith editor: String? = nil, afterKilled killed: [String]? = nil,
      at sync: Int? = nil
    ) throws {
      self.scenario = scenario
      isAfterKilled = killed != nil
      site = try Site(scenario)
      home = site.home
      disk = Disk(try site.snapshot())
      try site.prepare(editor: editor) { program, arguments in
        let (finished, trace) = try home.trace(program, arguments, names: Trace.names)
        #expect(finished.status == 0, "\(finished.errors)")
        try follow(trace)
      }
      textsBefore = [bytes]
      if editor != nil { textsBefore.formUnion(states.textsAfterCut(of: queuePath, on: disk)) }
      try noteChain()
      if let killed, try !runUntilKilled(killed, at: sync) { return nil }
      try runWithCuts()
    }

    /// Follows what was done on the model of the disk.
    private func follow(_ trace: Trace) throws {
      var replay = Replay(trace, on: disk, in: home.folder.path)
      replay.run()
      disk = replay.disk
      try expectSame(replay)
    }

    /// Runs the command that is killed before; returns whether it was.
    private func runUntilKilled(_ command: [String], at sync: Int?) throws -> Bool {
      let start = try site.snapshot()
      let calls = try home.trace(home.program.path, command, names: Trace.names).trace.calls
      try start.restore()
      let target = Disk.join("/", home.queueFile().resolvingSymlinksInPath().path)
      let renamed =
        calls.firstIndex { $0.action == "rename" && $0.absolutePaths(in: home.folder.path).last == target }
        ?? .max
      let syncs = calls.indices.filter { calls[$0].name == "fsync" }
      guard let number = sync ?? syncs.firstIndex(where: { $0 > renamed }).map({ $0 + 1 }),
        number <= syncs.count
      else { return false }
      let fault = ["-e", "inject=fsync:signal=SIGKILL:when=\(number)"]
      let (finished, trace) = try home.trace(home.program.path, command, names: Trace.names, fault: fault)
      #expect(finished.status == 128 + SIGKILL)
      try follow(trace)
      if sync == nil { #expect(!textsBefore.contains(bytes)) }
      textsBefore.insert(bytes)
      try noteChain()
      return true
    }

    /// Runs the command, and cuts the power at each of its steps.
    private func runWithCuts() throws {
      let before = bytes
      let (finished, trace) = try home.trace(
        home.program.path, scenario.arguments, input: scenario.input, names: Trace.names)
      #expect(finished.status == 0, "\(finished.errors)")
      after = bytes
      if !isAfterKilled { #expect(after != before) }
      let end = states.explore(trace, on: disk, in: home.folder.path)
      try expectSame(end)
      #expect(states.acknowledgements > 0, "the command said that it is done")
      try noteChain()
    }

    /// The model has followed what happened: it has the very files that are there.
    private func expectSame(_ replay: Replay) throws {
      let found = Disk(try site.snapshot())
      #expect(replay.unknown.isEmpty, "\(scenario.name): the model knows all calls that change files")
      let (files, expected) = (replay.disk.files, found.files)
      let different = Set(files.keys).union(expected.keys).filter { files[$0] != expected[$0] }.sorted()
      #expect(different.isEmpty, "\(scenario.name)")
    }

    private var queuePath: String { Disk.join("/", home.queueFile().path) }
    private var bytes: Data? { try? Data(contentsOf: home.queueFile()) }

    // MARK: What must hold

    func expectNothingLost() throws {
      var problems: [String] = []
      var sound: [CutStates.Key] = []
      for key in states.keys {
        if let problem = problemOfFile(key) {
          problems.append("\(problem)\n\(describe(key))")
        } else {
          sound.append(key)
        }
      }
      let sample = states.sample(sound)
      var place = try site.snapshot()
      for key in sample {
        place.entries = key.state
        try place.restore()
        if let problem = try problemOfHistory(key) { problems.append("\(problem)\n\(describe(key))") }
      }
      print(
        "power cuts: \(scenario.name): \(states.keys.count) states, \(sample.count) looked at with the program"
      )
      let isSound = problems.isEmpty
      #expect(isSound, "\(scenario.name): \(problems.count)\n\(problems.prefix(5).joined(separator: "\n"))")
    }

    /// What is wrong with the text that the file has.
    private func problemOfFile(_ key: CutStates.Key) -> String? {
      let text = key.state.text(of: queuePath)
      if scenario.name == "send", !textsBefore.contains(text) {
        let far = key.state.text(of: home.url("far/.config/stack/stack.json").path) ?? Data()
        if far.range(of: Data("\"Two\"".utf8)) == nil { return "the task that was sent is nowhere" }
      }
      if text == after || !key.isAcknowledged && textsBefore.contains(text) { return nil }
      return textsBefore.contains(text) || text == nil
        ? "lost: not what it was, or what was done is undone" : "torn: neither before nor after"
    }

    /// What is wrong with a state that was built, as the program finds it.
    private func problemOfHistory(_ key: CutStates.Key) throws -> String? {
      let text = bytes
      // What an editor has lost is its own affair.
      guard let expected = chains[text] else { return nil }
      let counted = try home.stack("count")
      if counted.status != 0 { return "count fails: \(counted.errors)" }
      let found = try chain()
      if let failure = found.failure { return failure }
      if isAfterKilled, !key.isAcknowledged {
        // A version may be kept of what the killed command made, though that itself was lost after all.
        let existed = Set(chains.values.flatMap(\.undone)).union(textsBefore).union([after])
        if existed.isSuperset(of: found.undone) { return nil }
      }
      if found.undone != expected.undone {
        return "undo leads elsewhere: \(found.undone), not \(expected.undone)"
      }
      // Redo leads back at least to where undo began. What was undone before may go on as long as a new
      // change has not been made.
      let isEnough =
        text == after
        ? found.redone == expected.redone
        : found.redone.count >= found.undone.count && expected.redone.starts(with: found.redone)
      if !isEnough { return "redo leads elsewhere: \(found.redone), not \(expected.redone)" }
      let pushed = try home.stack("push", "Next")
      return try pushed.status == 0 && home.titles().contains("Next") ? nil : "push fails: \(pushed.errors)"
    }

    /// Notes where undo and redo lead from the file as it is now.
    private func noteChain() throws {
      let start = try site.snapshot()
      let text = bytes
      let chain = try chain()
      #expect(chain.failure == nil)
      chains[text] = chain
      try start.restore()
    }

    /// Goes back as far as undo leads, but not too far, and then forth as far as redo leads.
    private func chain() throws -> Chain {
      var chain = Chain()
      func isStep(_ command: String) throws -> Bool {
        let text = bytes
        let finished = try home.stack(command)
        if finished.status > 1 || finished.status == 1 && bytes != text {
          chain.failure = "\(command) fails with \(finished.status): \(finished.errors)"
        }
        return finished.status == 0
      }
      while chain.undone.count < Self.steps, try isStep("undo") { chain.undone.append(bytes) }
      while chain.redone.count < 2 * Self.steps, try isStep("redo") { chain.redone.append(bytes) }
      return chain
    }

    private func describe(_ key: CutStates.Key) -> String {
      "  (\(key.isAcknowledged ? "" : "not ")acknowledged)\n  "
        + key.state.map { "\($0.path): \($0.item)" }.joined(separator: "\n  ")
    }
  }
#endif
