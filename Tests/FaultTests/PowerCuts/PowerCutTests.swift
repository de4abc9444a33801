// A power cut at any moment of any command leaves the file before or after; after the acknowledgement the one
// after; and undo and redo lead through versions that existed, byte for byte.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Need.strace != nil, Need.straceReason))
  struct PowerCutTests {
    /// Whatever the disk keeps of what was not synced, nothing is lost.
    @Test(arguments: Scenario.explored) func cutAnywhere(_ scenario: Scenario) throws {
      try #require(try PowerCut(scenario)).expectNothingLost()
    }

    /// An editor that doesn't sync may lose what it wrote, but not after a command has made a version of it.
    @Test(
      arguments: PowerCut.Editor.allCases, TestExtent.sample(["push", "done", "skip", "edit"], 1))
    func cutAfterAnEditorThatDoesNotSync(_ editor: PowerCut.Editor, _ command: String) throws {
      let arguments = ["push": ["push", "Five"], "edit": ["edit", "Reworded"]][command] ?? [command]
      let scenario = Scenario(name: "\(command) after an editor (\(editor))", arguments: arguments)
      try #require(try PowerCut(scenario, editedWith: editor)).expectNothingLost()
    }

    /// A command that was killed before it had put the new name on the disk leaves no trace of that; the same
    /// command again finds nothing to change, and what it then says must be true.
    @Test(
      arguments: TestExtent.sample(
        [["edit", "Reworded"], ["attach", "https://example.org/five"], ["merge", "theirs.json"]], 1),
      [true, false])
    func cutAfterTheSameCommandWasKilled(_ arguments: [String], throughALink: Bool) throws {
      let scenario = Scenario(
        name: "\(arguments[0]), killed, again\(throughALink ? ", through a link" : "")", arguments: arguments,
        place: throughALink ? .link : .usual)
      try #require(try PowerCut(scenario, afterKilled: arguments, at: .folder)).expectNothingLost()
    }

    /// What the very first command had created when it was killed, the next one must put on the disk.
    @Test func cutAfterTheFirstPushWasKilled() throws {
      var killed = 0
      while true {
        let scenario = Scenario(
          name: "push after the first one was killed at its sync \(killed + 1)", arguments: ["push", "Five"],
          text: nil, history: [])
        guard let cut = try PowerCut(scenario, afterKilled: ["push", "One"], at: .sync(killed + 1)) else {
          break
        }
        try cut.expectNothingLost()
        killed += 1
      }
      #expect(killed >= 2, "the text and the folder are synced")
    }
  }

  /// A command, with all the states that a power cut may leave during it.
  final class PowerCut {
    /// How an editor that doesn't sync puts a text into the file.
    enum Editor: String, CaseIterable, Sendable {
      case inPlace
      case byRename
    }

    /// Where undo leads, step by step, and then redo.
    private struct Chain: Equatable {
      var undone: [[UInt8]?] = []
      var redone: [[UInt8]?] = []
    }

    /// Where a command is killed that came before.
    enum KillPoint {
      /// When the new text has taken its place, and the folder has not been synced.
      case folder
      /// At the sync of this number.
      case sync(Int)
    }

    private let scenario: Scenario
    private let otherFileSystem: TemporaryFolder?
    private let home: Home
    private let stack: QuickProgram
    private var disks: [Disk] = []
    private var states = CutStates()
    /// The texts that the file may have until the command says that it is done.
    private var textsBefore: Set<[UInt8]?> = []
    private let isAfterKilled: Bool
    private var before: [UInt8]?
    private var after: [UInt8]?
    /// Where undo and redo lead from each text, when the power is not cut.
    private var chains: [[UInt8]?: Chain] = [:]
    private var inodes: [Disk.Model: [Disk.Inode]] = [:]

    /// How many steps are taken back, at most.
    private static let steps = Extent.count == .max ? 6 : 3
    /// What lies in the home and is no part of what is looked at.
    private static let fixtures: Set = [".bin", "editor", "ssh", "notes.txt", "base.json", "theirs.json"]

    /// Runs a command; returns `nil` if the one before it ended before it could be killed.
    ///
    /// - Parameters:
    ///   - editor: What changes the file just before, and doesn't sync.
    ///   - killed: A command that is killed before, at some point.
    init?(
      _ scenario: Scenario, editedWith editor: Editor? = nil, afterKilled killed: [String]? = nil,
      at point: KillPoint = .folder
    ) throws {
      self.scenario = scenario
      isAfterKilled = killed != nil
      otherFileSystem = try scenario.place == .otherFileSystem ? TemporaryFolder() : nil
      home = try Home(scenario, stateHome: otherFileSystem)
      stack = QuickProgram(in: home)
      // The other machine has a disk of its own, and was in use before.
      try FileManager.default.createDirectory(at: home.url("far"), withIntermediateDirectories: true)
      disks = try Disk.Model.allCases.map { try Disk(holding: roots, except: Self.fixtures, model: $0) }
      try goThroughHistory()
      try changeByHand(editor)
      before = fileBytes
      textsBefore = [before]
      if editor != nil { noteWhatAnEditorMayLose() }
      if let killed, try !runUntilKilled(killed, at: point) { return nil }
      try runWithCuts()
    }

    deinit { stack.removeErrors() }

    /// Follows what was done on the model of each disk.
    private func follow(_ trace: Trace) throws {
      for index in disks.indices {
        var replay = Replay(trace, on: disks[index], in: home.folder.path)
        replay.run()
        disks[index] = replay.disk
        try expectSame(replay)
      }
    }

    private func goThroughHistory() throws {
      for arguments in scenario.history {
        try giveSecondName()
        let (finished, trace) = try home.trace(home.program.path, arguments, names: Trace.names)
        #expect(finished.status == 0, "\(finished.errors)")
        try follow(trace)
      }
    }

    private func giveSecondName() throws {
      guard scenario.place == .secondName else { return }
      let script = "mkdir -p elsewhere; ln -f .config/stack/stack.json elsewhere/twin.json; sync elsewhere"
      try follow(try home.trace("/bin/sh", ["-c", script], names: Trace.names).trace)
    }

    /// Changes the file where the scenario has that, or with an editor that doesn't sync.
    private func changeByHand(_ editor: Editor?) throws {
      if scenario.isChangedByHand || editor != nil {
        let text = try #require(home.queueText()).replacingOccurrences(of: "Zero", with: "Nought")
        let path = home.queueFile().path
        let script =
          editor == .byRename ? #"printf %s "$1" >"$0~"; mv "$0~" "$0""# : #"printf %s "$1" >"$0""#
        try follow(try home.trace("/bin/sh", ["-c", script, path, text], names: Trace.names).trace)
        if editor == nil { for index in disks.indices { disks[index].syncAll() } }
      }
      try giveSecondName()
    }

    private func noteWhatAnEditorMayLose() {
      for disk in disks {
        textsBefore.formUnion(states.textsAfterCut(of: queuePath, on: disk).map { states.text($0) })
      }
    }

    /// Runs the command that is killed before; returns whether it was.
    private func runUntilKilled(_ command: [String], at point: KillPoint) throws -> Bool {
      let start = try Snapshot(of: snapshotRoots)
      chains[before] = try chain()
      try start.restore()
      guard let fault = try fault(point, command, start) else { return false }
      let (finished, trace) = try home.trace(home.program.path, command, names: Trace.names, fault: fault)
      #expect(finished.status == 128 + SIGKILL)
      try follow(trace)
      before = fileBytes
      if case .folder = point { #expect(!textsBefore.contains(before)) }
      textsBefore.insert(before)
      return true
    }

    /// Runs the command, and cuts the power at each of its steps.
    private func runWithCuts() throws {
      let start = try Snapshot(of: snapshotRoots)
      chains[before] = try chain()
      try start.restore()
      let (finished, trace) = try home.trace(
        home.program.path, scenario.arguments, input: scenario.inputData, names: Trace.names)
      #expect(finished.status == 0, "\(finished.errors)")
      after = fileBytes
      if !isAfterKilled { #expect(after != before) }
      for disk in disks {
        let end = states.explore(trace, on: disk, in: home.folder.path)
        try expectSame(end)
        inodes[disk.model] = end.disk.inodes
      }
      #expect(states.acknowledgements > 0, "the command said that it is done")
      chains[after] = try chain()
    }

    /// The model has followed what happened: it has the very files that are there.
    private func expectSame(_ replay: Replay) throws {
      let found = try Disk(holding: roots, except: Self.fixtures, model: replay.disk.model)
      #expect(replay.unknown.isEmpty, "\(scenario.name): the model knows all calls that change files")
      let (files, expected) = (replay.disk.files, found.files)
      let different = Set(files.keys).union(expected.keys).filter { files[$0] != expected[$0] }.sorted()
      #expect(different.isEmpty, "\(scenario.name), \(replay.disk.model)")
    }

    private var roots: [String] { [home.folder.path] + (otherFileSystem.map { [$0.path] } ?? []) }
    private var snapshotRoots: [String] {
      [".config", ".local", "elsewhere", "far"].map(home.url).map(\.path)
        + (otherFileSystem.map { [$0.path] } ?? [])
    }
    private var queuePath: String { home.queueFile().path }
    private var fileBytes: [UInt8]? { (try? Data(contentsOf: home.queueFile())).map { [UInt8]($0) } }

    /// How strace kills a command; `nil` if it ends before.
    private func fault(_ point: KillPoint, _ command: [String], _ start: Snapshot) throws -> [String]? {
      let trace = try home.trace(home.program.path, command, names: Trace.names).trace
      try start.restore()
      let target = Disk.join("/", home.queueFile().resolvingSymlinksInPath().path)
      let renamed = trace.calls.firstIndex { $0.action == "rename" && $0.paths.last == target }
      let syncs = trace.calls.indices.filter { trace.calls[$0].name == "fsync" }
      let number: Int?
      switch point {
      case .folder: number = syncs.firstIndex { $0 > renamed ?? .max }.map { $0 + 1 }
      case .sync(let wanted): number = wanted <= syncs.count ? wanted : nil
      }
      return number.map { ["-e", "inject=fsync:signal=SIGKILL:when=\($0)"] }
    }

    // MARK: What must hold

    /// What was found in the states.
    private struct Findings {
      var lost: [String] = []
      var torn: [String] = []
      var undoBroken: [String] = []

      var isEmpty: Bool { lost.isEmpty && torn.isEmpty && undoBroken.isEmpty }
    }

    func expectNothingLost() throws {
      var findings = Findings()
      var sound: [CutStates.Key] = []
      for key in states.models.keys where isFileSound(key, &findings) { sound.append(key) }
      let sample = states.sample(sound, count: Extent.count)
      for key in sample {
        let model = states.models[key]?.first ?? .strict
        try key.state.build(roots, keeping: Self.fixtures, states.texts, inodes[model] ?? [])
        if let problem = try problem(key) { findings.undoBroken.append(problem) }
      }
      let perModel = Disk.Model.allCases.map { model in
        "\(states.models.values.count { $0.contains(model) }) \(model.rawValue)"
      }
      print(
        """
        power cuts: \(scenario.name): \(states.models.count) states (\(perModel.joined(separator: ", "))), \
        \(sample.count) looked at with the program: \(findings.lost.count) lost, \(findings.torn.count) torn, \
        \(findings.undoBroken.count) undo broken
        """)
      let isSound = findings.isEmpty
      #expect(
        isSound,
        """
        \(scenario.name): \((findings.lost.prefix(2) + findings.torn.prefix(2) + findings.undoBroken.prefix(3))
          .joined(separator: "\n"))
        """)
    }

    /// Whether the file has a text that it may have.
    private func isFileSound(_ key: CutStates.Key, _ findings: inout Findings) -> Bool {
      let text = states.text(key.state.text(at: queuePath))
      if scenario.name == "send", !isSentTaskSomewhere(key.state) {
        findings.lost.append("the task that was sent is nowhere\n\(describe(key))")
        return false
      }
      if text == after { return true }
      if !key.isAcknowledged, textsBefore.contains(text) { return true }
      if textsBefore.contains(text) || text == nil {
        findings.lost.append("not what it was, or what was done is undone\n\(describe(key))")
      } else {
        findings.torn.append("neither before nor after\n\(describe(key))")
      }
      return false
    }

    private func isSentTaskSomewhere(_ state: DiskState) -> Bool {
      let here = states.text(state.text(at: queuePath)) ?? []
      if here == before { return true }
      let far = states.text(state.text(at: home.url("far/.config/stack/stack.json").path)) ?? []
      return String(decoding: far, as: UTF8.self).contains("\"Two\"")
    }

    /// What is wrong with a state that was built, as the program finds it.
    private func problem(_ key: CutStates.Key) throws -> String? {
      let text = fileBytes
      // What an editor has lost is its own affair.
      guard let expected = chains[text] else { return nil }
      guard try stack("count") == 0 else {
        return "count fails: \(stack.lastErrors)\n\(describe(key))"
      }
      let found: Chain
      do {
        found = try chain()
      } catch let failure as Failure {
        return "\(failure.text)\n\(describe(key))"
      }
      if isAfterKilled, !key.isAcknowledged {
        // A version may be kept of what the killed command made, though that itself was lost after all.
        let existed = Set(chains.values.flatMap(\.undone)).union(textsBefore).union([after])
        if existed.isSuperset(of: found.undone) { return nil }
      }
      if found.undone != expected.undone {
        return
          "undo leads elsewhere: \(outline(found.undone)), not \(outline(expected.undone))\n\(describe(key))"
      }
      // Redo leads back at least to where undo began. What was undone before may go on as long as a new
      // change has not been made.
      let isEnough =
        text == after
        ? found.redone == expected.redone
        : found.redone.count >= found.undone.count
          && expected.redone.starts(with: found.redone)
      if !isEnough {
        return
          "redo leads elsewhere: \(outline(found.redone)), not \(outline(expected.redone))\n\(describe(key))"
      }
      guard try stack("push", "Next") == 0, (try? home.titles().contains("Next")) == true else {
        return "push fails: \(stack.lastErrors)\n\(describe(key))"
      }
      return nil
    }

    private struct Failure: Error {
      let text: String
    }

    /// Goes back as far as undo leads, but not too far, and then forth as far as redo leads.
    private func chain() throws -> Chain {
      var chain = Chain()
      while chain.undone.count < Self.steps, try step("undo") { chain.undone.append(fileBytes) }
      while chain.redone.count < 2 * Self.steps, try step("redo") { chain.redone.append(fileBytes) }
      return chain
    }

    /// Whether a step could be taken; fails unless there was simply none left.
    private func step(_ command: String) throws -> Bool {
      let text = fileBytes
      let status = try stack(command)
      if status == 0 { return true }
      guard status == 1, fileBytes == text else {
        throw Failure(text: "\(command) fails with \(status): \(stack.lastErrors)")
      }
      return false
    }

    // MARK: In words

    private func outline(_ texts: [[UInt8]?]) -> [String] {
      texts.map { text in
        guard let text else { return "no file" }
        return "\(text.count) bytes, \(titles(text))"
      }
    }

    private func titles(_ text: [UInt8]) -> String {
      let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "\"title\": \"").dropFirst()
      return parts.map { String($0.prefix { $0 != "\"" }) }.joined(separator: ",")
    }

    private func describe(_ key: CutStates.Key) -> String {
      let files = key.state.entries.compactMap { entry -> String? in
        let name = String(entry.path.dropFirst(home.folder.path.count))
        switch entry.item {
        case .folder: return nil
        case .link(let destination): return "\(name) -> \(destination)"
        case .file(let inode, let text, _):
          let bytes = states.texts.all[text]
          return "\(name): inode \(inode), \(bytes.count) bytes, \(titles(bytes))"
        }
      }
      let models = (states.models[key] ?? []).map(\.rawValue).sorted().joined(separator: ", ")
      return "  (\(key.isAcknowledged ? "acknowledged" : "not acknowledged"); \(models))\n  "
        + files.joined(separator: "\n  ")
    }
  }
#endif
