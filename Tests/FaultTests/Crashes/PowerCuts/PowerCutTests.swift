// A power cut at any moment of any command leaves the file as before the command or as after it;
// once the change is acknowledged, only as after it.
// Undo and redo lead through texts that the file had, byte for byte.
//
// `stack sync` isn't among the commands, which are those of `Scenario`; a sync here is fsync(2).

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsStrace) struct PowerCutTests {
    /// In one of the scenarios, the text before the change is a copy; in others, a conflict copy
    /// moves into the history, or back.
    @Test(
      arguments: (TestExtent.isAll
        ? Scenario.all + Scenario.further
        : Scenario.explored + [
          Scenario("push Five", place: .hardLink),
          Scenario("undo", after: ["push Four", Scenario.mergeOfConflictCopy]),
        ])
        + (TestExtent.isAll ? [.otherFileSystem, .usual] : [.otherFileSystem]).map {
          Scenario(Scenario.mergeOfConflictCopy, place: $0)
        })
    func aCutAtAnyMomentLosesNothing(_ scenario: Scenario) throws {
      try #require(try PowerCut(scenario)).expectNothingLost()
    }

    /// An editor that doesn't sync may lose what it wrote, but not after a command has made a
    /// version of it.
    @Test(arguments: PowerCut.editors)
    func aCutAfterAnEditorThatDoesNotSyncLosesNothingElse(_ editor: String) throws {
      try #require(try PowerCut(Scenario("done"), editedWith: editor)).expectNothingLost()
    }

    /// If a command is killed right after its rename, nothing shows that the directory wasn't
    /// synced. When the same command runs again, it finds nothing to change, but what it
    /// acknowledges must be durable.
    @Test(arguments: [
      Scenario("edit Reworded"), Scenario("attach https://example.org/five", place: .symbolicLink),
      Scenario("merge theirs.json"),
    ])
    func aCutAfterTheSameCommandWasKilledLosesNothing(_ scenario: Scenario) throws {
      try #require(try PowerCut(scenario, afterKilled: scenario.arguments)).expectNothingLost()
    }

    /// The next command syncs what a killed first push had created.
    @Test func aCutAfterTheFirstPushWasKilledLosesNothing() throws {
      var killedCount = 0
      let scenario = Scenario("push Five", text: nil, after: [])
      for sync in stride(from: 1, through: 1000, by: TestExtent.isAll ? 1 : 8) {
        guard let cut = try PowerCut(scenario, afterKilled: ["push", "One"], at: sync) else {
          break
        }
        try cut.expectNothingLost()
        killedCount += 1
      }
      #expect(killedCount >= 2, "the text and the directory are synced")
    }
  }

  /// A run of a command, with all states that a power cut may leave during it.
  final class PowerCut {
    /// Scripts that write a text into the file without syncing, as some editors do: in place, and
    /// by a rename.
    static let editors = [#"printf %s "$1" >"$0""#, #"printf %s "$1" >"$0~"; mv "$0~" "$0""#]

    /// The texts that undo leads to, step by step, and then redo.
    private struct Chain {
      var undone: [Data?] = []
      var redone: [Data?] = []
      /// How a step failed, other than by having nothing left to do.
      var failure: String?
    }

    private let sandbox: Sandbox
    private let queuePath: String
    private var scenario: Scenario { sandbox.scenario }
    private var home: Home { sandbox.home }
    private var disk: Disk
    private var states = CutStates()
    /// The texts that the file may have before the acknowledgement.
    private var textsBefore: Set<Data?> = []
    /// The modes that the file has had.
    private var modes: Set<mode_t?> = []
    private let isAfterKilled: Bool
    private var after: Data?
    /// The chain that starts at each text, without a power cut.
    private var chains: [Data?: Chain] = [:]
    /// The chain that starts at the edited text, if a power cut loses the mark of the command
    /// before the edit: then nothing shows that its change was made.
    private var chainWithoutMark: Chain?

    private static let maximumStepCount = CutStates.count == .max ? 6 : 3

    /// Runs a command; `nil` if the earlier command ended before it could be killed.
    ///
    /// - Parameters:
    ///   - editor: A script that edits the file just before and doesn't sync it.
    ///   - killed: A command that is killed before.
    ///   - sync: The number of the sync at which it is killed; the first one after its rename by
    ///     default.
    init?(
      _ scenario: Scenario, editedWith editor: String? = nil, afterKilled killed: [String]? = nil,
      at sync: Int? = nil
    ) throws {
      isAfterKilled = killed != nil
      sandbox = try Sandbox(scenario)
      queuePath = Disk.join("/", sandbox.home.queueFile().path)
      disk = Disk(try sandbox.snapshot())
      modes = [mode]
      try sandbox.prepare(editor: editor) { program, arguments in
        let (finished, trace) = try home.trace(program, arguments, names: Trace.names)
        #expect(finished.status == 0, "\(finished.errors)")
        try replay(trace)
      }
      textsBefore = [bytes]
      modes.insert(mode)
      if editor != nil { textsBefore.formUnion(states.textsAfterCut(of: queuePath, on: disk)) }
      try recordChain()
      if editor != nil || scenario.isEditedByHand || scenario.isRepair {
        try recordChainWithoutMark()
      }
      if let killed, try !runUntilKilled(killed, at: sync) { return nil }
      try runWithCuts()
    }

    /// Replays a trace on the model of the disk.
    private func replay(_ trace: Trace) throws {
      var replay = Replay(trace, on: disk, in: home.directory.path)
      replay.run()
      disk = replay.disk
      try expectSameFiles(replay)
    }

    /// Runs the command that is killed before; returns whether it was killed.
    private func runUntilKilled(_ command: [String], at sync: Int?) throws -> Bool {
      let start = try sandbox.snapshot()
      let calls = try home.trace(home.program.path, command, names: Trace.names).trace.calls
      try start.restore()
      let target = Disk.join("/", home.queueFile().resolvingSymlinksInPath().path)
      let renamed =
        calls.firstIndex {
          $0.action == "rename" && $0.absolutePaths(in: home.directory.path).last == target
        } ?? .max
      let syncs = calls.indices.filter { calls[$0].name == "fsync" }
      guard let number = sync ?? syncs.firstIndex(where: { $0 > renamed }).map({ $0 + 1 }),
        number <= syncs.count
      else { return false }
      let fault = ["-e", "inject=fsync:signal=SIGKILL:when=\(number)"]
      let (finished, trace) = try home.trace(
        home.program.path, command, names: Trace.names, fault: fault)
      #expect(finished.status == 128 + SIGKILL)
      try replay(trace)
      if sync == nil { #expect(!textsBefore.contains(bytes)) }
      textsBefore.insert(bytes)
      try recordChain()
      return true
    }

    /// Runs the command, and cuts the power at each of its steps.
    private func runWithCuts() throws {
      let before = bytes
      let (finished, trace) = try home.trace(
        home.program.path, scenario.arguments, input: scenario.input, names: Trace.names)
      #expect(finished.status == 0, "\(finished.errors)")
      after = bytes
      modes.insert(mode)
      if !isAfterKilled { #expect(after != before) }
      try expectSameFiles(states.explore(trace, on: disk, in: home.directory.path))
      #expect(states.acknowledgements > 0, "the command acknowledged the change")
      try recordChain()
    }

    /// The model has the same files as the sandbox.
    private func expectSameFiles(_ replay: Replay) throws {
      let files = replay.disk.files
      let expected = Disk(try sandbox.snapshot()).files
      #expect(
        replay.unknown.isEmpty,
        "\(scenario.testDescription): the model knows all calls that change files")
      let different = Set(files.keys).union(expected.keys).filter { files[$0] != expected[$0] }
        .sorted()
      #expect(different.isEmpty, "\(scenario.testDescription)")
    }

    private var bytes: Data? { try? Data(contentsOf: home.queueFile()) }
    private var mode: mode_t? {
      (try? sandbox.snapshot().entries)?.file(at: queuePath)?.mode
    }

    // MARK: Expectations

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
      var snapshot = try sandbox.snapshot()
      // At the last moment at which the change may be lost, everything else may have reached the
      // disk.
      let last = sound.last { $0.state.text(of: queuePath) != after }
      for key in states.sample(sound) + (last.map { [$0] } ?? []) {
        snapshot.entries = key.state
        try snapshot.restore()
        if let problem = try problemOfHistory(key) {
          problems.append("\(problem)\n\(describe(key))")
        }
      }
      let isSound = problems.isEmpty
      #expect(
        isSound,
        "\(scenario.testDescription): \(problems.count)\n\(problems.prefix(5).joined(separator: "\n"))"
      )
    }

    /// The problem with the text of the file in a state; `nil` if there is none.
    private func problemOfFile(_ key: CutStates.Key) -> String? {
      let text = key.state.text(of: queuePath)
      if let recipient = scenario.recipient, !textsBefore.contains(text) {
        let received = key.state.text(of: home.url(recipient).path) ?? Data()
        if received.range(of: Data("\"Two\"".utf8)) == nil {
          return "the task that was sent is in neither stack"
        }
      }
      let texts = key.state.compactMap {
        if case .file(let text, _, _) = $0.item { text } else { nil }
      }
      if scenario.movesCopy, !texts.contains(Data(Scenario.theirs.utf8)) {
        return "the merged copy is lost"
      }
      if scenario.movesCopy, key.isAcknowledged {
        let isThere = key.state.text(of: home.url(Scenario.conflictCopy).path) != nil
        // `redo` leaves it next to the file.
        if isThere != ["undo", "redo"].contains(scenario.command) {
          return "the merged copy is in another place"
        }
      }
      if let mode = key.state.file(at: queuePath)?.mode, !modes.contains(mode) {
        return "the mode is lost"
      }
      if text == after || !key.isAcknowledged && textsBefore.contains(text) { return nil }
      return textsBefore.contains(text) || text == nil
        ? "lost: the file is missing, or as before an acknowledged change"
        : "torn: neither as before nor as after"
    }

    /// The problem that the program has with a state, in the sandbox; `nil` if there is none.
    private func problemOfHistory(_ key: CutStates.Key) throws -> String? {
      let text = bytes
      // A text that is there only because the editor didn't sync has no chain.
      guard let expected = chains[text] else { return nil }
      let counted = try home.stack("count")
      if home.isDamaged != (counted.status == 65) { return "count ends with \(counted.status)" }
      if counted.status != 0, !home.isDamaged { return "count fails: \(counted.errors)" }
      let found = try chain()
      if let failure = found.failure { return failure }
      if isAfterKilled, !key.isAcknowledged {
        // There may be a version of what the killed command wrote, even if the cut undid that
        // change itself.
        let existed = Set(chains.values.flatMap(\.undone)).union(textsBefore).union([after])
        if existed.isSuperset(of: found.undone) { return nil }
      }
      if !key.isAcknowledged, found.undone == chainWithoutMark?.undone { return nil }
      if found.undone != expected.undone {
        return "undo leads elsewhere: \(found.undone), not \(expected.undone)"
      }
      // Redo leads back at least to the start, or to the repaired text. Steps that were undone
      // earlier may follow until a new change is made.
      let repairs = scenario.isRepair && text != after ? 1 : 0
      let isEnough =
        text == after
        ? found.redone == expected.redone
        : found.redone.count >= found.undone.count - repairs
          && expected.redone.starts(with: found.redone)
      if !isEnough { return "redo leads elsewhere: \(found.redone), not \(expected.redone)" }
      if home.isDamaged { return nil }
      let pushed = try home.stack("push", "Next")
      return try pushed.status == 0 && home.titles().contains("Next")
        ? nil : "push fails: \(pushed.errors)"
    }

    /// Records the chain from the current text.
    private func recordChain() throws {
      let start = try sandbox.snapshot()
      let text = bytes
      let chain = try chain()
      #expect(chain.failure == nil)
      chains[text] = chain
      try start.restore()
    }

    private func recordChainWithoutMark() throws {
      let start = try sandbox.snapshot()
      var state = start
      let marks = state.entries.indices.filter { state.entries[$0].path.hasSuffix(".made") }
      let newest = marks.max { state.entries[$0].path < state.entries[$1].path }
      if let newest { state.entries.remove(at: newest) }
      try state.restore()
      chainWithoutMark = try chain()
      try start.restore()
    }

    /// Undoes a few steps, and then redoes as many as possible.
    private func chain() throws -> Chain {
      var chain = Chain()
      func isStep(_ command: String) throws -> Bool {
        let text = bytes
        let finished = try home.stack(command)
        if finished.status != 0, finished.status != 1 || bytes != text {
          chain.failure = "\(command) fails with \(finished.status): \(finished.errors)"
        }
        return finished.status == 0
      }
      while chain.undone.count < Self.maximumStepCount, try isStep("undo") {
        chain.undone.append(bytes)
      }
      while chain.redone.count < 2 * Self.maximumStepCount, try isStep("redo") {
        chain.redone.append(bytes)
      }
      return chain
    }

    private func describe(_ key: CutStates.Key) -> String {
      "  (\(key.isAcknowledged ? "" : "not ")acknowledged)\n  "
        + key.state.map { "\($0.path): \($0.item)" }.joined(separator: "\n  ")
    }
  }
#endif
