// A simulation of three machines whose owner uses the program on all of them.

import Foundation
import TestSupport

/// A run of the simulation, with the program itself.
struct Simulation {
  let setting: Setting
  var oracle: Oracle
  let machines: [Machine]
  /// Where git runs the program.
  let git: Machine
  var graph = CommitGraph()
  /// The newest commit of each machine.
  var heads: [Int]
  var folders: [SharedFolder]
  /// What the files know, for each machine and stack.
  var knowledge: [[Knowledge]]
  /// What the conflict copies know, by name.
  var copyKnowledge: [String: Knowledge] = [:]
  /// The changes that came with a merge, by the number of its entry, for each machine and stack.
  private var gains: [[[Int: Knowledge]]]
  /// The tasks that a change changed, by the number of its entry.
  private var effects: [[[Int: Set<String>]]]
  /// What the repository knows, for each stack; and the text that it and a machine last had in
  /// common, for each machine and stack.
  var repositoryKnowledge: [Knowledge]
  var commonTexts: [[String?]]
  /// All texts that a file had, for each machine and stack.
  private var earlierTexts: [[[String]]]
  /// The last task that somebody else sent.
  private var delivery: (token: String, payload: String)?
  private var minutes = 0
  var random = SplitMix64(seed: 61)
  private var readFiles: [String: TaskFile] = [:]

  init(_ setting: Setting, endingAt lastKind: Finding.Kind?) throws {
    self.setting = setting
    oracle = Oracle(setting, session: Session(endingAt: lastKind))
    machines = try (0..<Move.machineCount).map { try Machine($0) }
    git = try Machine(0)
    let stacks = Move.stackNames
    folders = (0..<Move.machineCount).map { SharedFolder(machine: $0) }
    knowledge = machines.map { _ in stacks.map { _ in [:] } }
    repositoryKnowledge = stacks.map { _ in [:] }
    commonTexts = machines.map { _ in stacks.map { _ in nil } }
    gains = machines.map { _ in stacks.map { _ in [:] } }
    effects = gains.map { $0.map { _ in [:] } }
    for machine in machines.indices { folders[machine].adopt(try machines[machine].files()) }
    heads = machines.map { _ in CommitGraph.root }
    let first = git
    let texts = stacks.indices.map { [first.text($0)] }
    earlierTexts = machines.map { _ in texts }
    _ = graph.add(
      .init(parents: [], texts: texts.map { $0[0] }, knowledge: stacks.map { _ in [:] }))
    if setting.exchange == .sync { try prepareRepository() }
  }

  /// What came of a run.
  struct Outcome {
    let findings: [Finding]
    let session: Session
    let graph: CommitGraph
  }

  /// Runs all moves, and then exchanges all files. The session ends at the first finding of a kind.
  static func run(
    _ moves: [Move], in setting: Setting, endingAt lastKind: Finding.Kind? = nil
  ) throws -> Outcome {
    var simulation = try Simulation(setting, endingAt: lastKind)
    for move in moves {
      simulation.minutes += 3
      try simulation.perform(move)
    }
    try simulation.finish()
    return Outcome(
      findings: simulation.oracle.findings, session: simulation.oracle.session,
      graph: simulation.graph)
  }

  // MARK: Files

  /// What a text says, which is empty if there is no file. The same texts are read again and again.
  mutating func read(_ text: String) throws -> TaskFile {
    if let known = readFiles[text] { return known }
    let file = try TaskFile(text.isEmpty ? StackFile.text([]) : text)
    readFiles[text] = file
    return file
  }

  func text(_ stack: Int, on machine: Int) -> String { machines[machine].text(stack) }

  func path(_ stack: Int, on machine: Int) -> String {
    "\(machines[machine].name)/.config/stack/\(Move.stackNames[stack]).json"
  }

  /// The time on a machine. The clocks are hours apart.
  func now(on machine: Int) -> String {
    let offset = [0, -180, 1560][machine]
    return Date(timeIntervalSince1970: 1_795_255_200 + 60 * Double(minutes + offset))
      .formatted(.iso8601)
  }

  /// Keeps a text for later restores.
  mutating func remember(_ stack: Int, on machine: Int) {
    let text = text(stack, on: machine)
    if earlierTexts[machine][stack].last != text { earlierTexts[machine][stack].append(text) }
  }

  // MARK: Commands

  /// Runs the program on a machine.
  mutating func run(
    _ arguments: [String], _ stack: Int, on machine: Int, input: String? = nil,
    variables: [String: String] = [:]
  ) throws -> Int32 {
    let arguments = ["-s", Move.stackNames[stack]] + arguments
    let now = now(on: machine)
    oracle.session.add(arguments, on: machines[machine], now: now, input: input)
    return try machines[machine].run(arguments, now: now, input: input, variables: variables)
  }

  /// The title of the current task.
  private func currentTitle(_ move: Move) throws -> String? {
    let machine = machines[move.machine]
    _ = try machine.run(["-s", Move.stackNames[move.stack]], now: now(on: move.machine))
    let title = machine.output.prefix { $0 != "\n" }
    return title.isEmpty ? nil : String(title)
  }

  private mutating func perform(_ move: Move) throws {
    let token = "t\(move.number)"
    switch move.action {
    case .push(let isOnTop):
      try command(move, ["push"] + (isOnTop ? ["--top"] : []) + [token, "new"], own: token)
    case .pushAsleep(let minutes):
      try command(move, ["push", "--until", "\(minutes)m", token, "asleep"], own: token)
    case .receive(let isRepeated): try receive(move, isRepeated: isRepeated)
    case .top:
      let open = try read(text(move.stack, on: move.machine)).open
      if open.isEmpty { return }
      let words = open[move.choice % open.count].title.split(separator: " ").map(String.init)
      try command(move, ["top"] + words, own: nil)
    case .undo: try command(move, ["undo"], own: nil)
    case .redo: try command(move, ["redo"], own: nil)
    case .skipUndo: try command(move, ["undo", "--skip"], own: nil)
    case .done, .drop, .skip, .edit, .note, .attach, .detach, .snooze, .send, .sendAcross:
      try changeCurrentTask(move)
    // What is removed by hand in a stack that syncs comes back; SyncForeignChangeTests have that.
    case .handEdit(.delete) where setting.exchange == .sync: break
    case .handEdit(.deleteEnded) where setting.exchange == .sync: break
    case .handEdit(let edit):
      let text = text(move.stack, on: move.machine)
      if let edited = edit.applied(to: text, choice: move.choice, token: token) {
        try replaceByHand(move, edited)
      }
    case .restore:
      let texts = earlierTexts[move.machine][move.stack]
      let text = texts[move.choice % texts.count]
      // In a stack that syncs, an older text only adds what isn't there.
      if setting.exchange != .sync { return try replaceByHand(move, text) }
      let file = try read(self.text(move.stack, on: move.machine))
      try oracle.observeRestoration(move.stack, of: read(text), over: file)
      oracle.session.addFile(path(move.stack, on: move.machine), text)
      try machines[move.machine].home.writeQueue(text, Move.stackNames[move.stack])
    case .pull(let other):
      try pull(from: other, on: move.machine, commitsFirst: move.choice % 2 == 0)
    case .synchronize(let other):
      try synchronize(move.machine, other, isReversed: move.choice % 2 == 0)
    case .mergeConflictCopies: try mergeConflictCopies(move.stack, on: move.machine)
    case .mergeFile(let other):
      try mergeCopy(
        text(move.stack, on: other), knowledge[other][move.stack], move.stack, on: move.machine)
    case .sync(let isKilled): try sync(move.machine, isKilled: isKilled)
    case .removeFile: try removeFile(move)
    case .damageFile: try damageFile(move)
    case .wait(let hours): minutes += 60 * hours
    }
  }

  private mutating func changeCurrentTask(_ move: Move) throws {
    guard let title = try currentTitle(move) else { return }
    let token = String(title.prefix { $0 != " " })
    switch move.action {
    case .done: try command(move, ["done"], own: token)
    case .drop: try command(move, ["drop"], own: token)
    case .skip: try command(move, ["skip"], own: nil)
    case .edit: try command(move, ["edit", token, "reworded", "\(move.number)"], own: nil)
    case .note: try command(move, ["note", "n\(move.number)"], own: nil)
    case .attach: try command(move, ["attach", "https://example.org/\(move.number)"], own: nil)
    case .detach: try command(move, ["detach"], own: nil)
    case .snooze(let minutes): try command(move, ["snooze", "\(minutes)m"], own: nil)
    case .send:
      try command(move, ["send", ":\(Move.stackNames[1 - move.stack])"], own: token)
    case .sendAcross(let other): try sendAcross(move, token, to: other)
    default: break
    }
  }

  /// Runs a command that changes the stack, and lets the oracle see what it did.
  ///
  /// - Parameter own: The task that the command may add or end.
  mutating func command(
    _ move: Move, _ arguments: [String], own: String?, input: String? = nil
  ) throws {
    let machine = move.machine
    let stacks = [move.stack, 1 - move.stack]
    let before = stacks.map { text($0, on: machine) }
    let newest = stacks.map { machines[machine].newestEntry($0)?.number ?? 0 }
    let status = try run(arguments, move.stack, on: machine, input: input)
    if status != 0, status != 1 {
      oracle.report(
        .failed, arguments[0], "status \(status): \(machines[machine].errors)")
    }
    let after = stacks.map { text($0, on: machine) }
    if before == after { return }
    let entries = stacks.map { machines[machine].newestEntry($0) }
    let isReversal = arguments[0] == "undo" || arguments[0] == "redo"
    let cause: Truth.Cause =
      isReversal ? .reversal(of: entries[0]?.command ?? "") : .command(arguments[0])
    if setting.exchange == .copies, isReversal, let entry = entries[0], entry.command == "merge" {
      return try observeReversedMerge(entry, arguments[0], move.stack, on: machine)
    }
    let scope =
      isReversal
      ? effects(of: entries[0], move.stack, machine) : Set([own].compactMap { $0 })
    var changed: Set<String> = []
    for (index, stack) in stacks.enumerated() where before[index] != after[index] {
      let old = try read(before[index])
      let new = try read(after[index])
      if let scope { oracle.checkScope(old, new, scope, arguments.joined(separator: " ")) }
      let other = try read(after[1 - index])
      let tokens = oracle.observe(
        stack, on: machine, old, new, by: cause, otherStack: other, &knowledge[machine][stack])
      changed.formUnion(tokens)
      remember(stack, on: machine)
    }
    for (index, stack) in stacks.enumerated() {
      guard let number = entries[index]?.number, number > newest[index] else { continue }
      effects[machine][stack][number] = changed.union(scope ?? [])
    }
  }

  /// The tasks that an `undo` or `redo` may change.
  private func effects(of entry: HistoryEntry?, _ stack: Int, _ machine: Int) -> Set<String>? {
    entry?.reversed.flatMap { effects[machine][stack][$0] }
  }

  /// Learns that a merge was undone or redone: the file no longer knows what came with the copy, or
  /// knows it again.
  private mutating func observeReversedMerge(
    _ entry: HistoryEntry, _ command: String, _ stack: Int, on machine: Int
  ) throws {
    guard let reversed = entry.reversed else { return }
    let gain = gains[machine][stack][reversed] ?? [:]
    gains[machine][stack][entry.number] = gain
    let known = knowledge[machine][stack]
    knowledge[machine][stack] = command == "undo" ? known.subtracting(gain) : known.union(gain)
    let file = try read(text(stack, on: machine))
    oracle.accept(stack, file, known.union(gain))
    effects[machine][stack][entry.number] = Set(gain.keys).union(file.tokens)
    remember(stack, on: machine)
  }

  private mutating func receive(_ move: Move, isRepeated: Bool) throws {
    if isRepeated, let delivery {
      oracle.observeSecondDelivery(of: delivery.token)
      return try command(move, ["receive"], own: delivery.token, input: delivery.payload)
    }
    let token = "t\(move.number)"
    let microseconds = 100_000 + move.choice % 900_000
    let payload = """
      {"title": "\(token) sent", "added": "2026-11-20T08:00:00.\(microseconds)Z", "from": "sam@desk"}
      """
    delivery = (token, payload)
    try command(move, ["receive"], own: token, input: payload)
  }

  /// Sends the current task to another machine. A script takes the place of ssh.
  private mutating func sendAcross(_ move: Move, _ token: String, to other: Int) throws {
    let machine = move.machine
    let name = Move.stackNames[move.stack]
    let before = try read(text(move.stack, on: machine))
    let otherBefore = try read(text(move.stack, on: other))
    let receiver = machines[other]
    let script = """
      shift 3; env HOME=\(receiver.home.directory.path) \(receiver.home.program.path) "$@"; exit $?
      """
    try machines[machine].home.write(script, to: "ssh.sh")
    let path = machines[machine].home.url("ssh.sh").path
    oracle.session.add(
      "# the next command runs `stack receive` on \(receiver.name), by STACK_SSH='sh \(path)'")
    let status = try run(
      ["send", "\(receiver.name):\(name)"], move.stack, on: machine,
      variables: ["STACK_SSH": "sh \(path)"])
    if status != 0 {
      oracle.report(.failed, "send", "status \(status): \(machines[machine].errors)")
    }
    let after = try read(text(move.stack, on: machine))
    let otherAfter = try read(text(move.stack, on: other))
    for (machine, old, new) in [(machine, before, after), (other, otherBefore, otherAfter)] {
      let changed = oracle.observe(
        move.stack, on: machine, old, new, by: .command("send"), otherStack: old,
        &knowledge[machine][move.stack])
      oracle.checkScope(old, new, [token], "send")
      if let entry = machines[machine].newestEntry(move.stack) {
        effects[machine][move.stack][entry.number] = changed
      }
      remember(move.stack, on: machine)
    }
    // Both machines have the same stack, so it has the task twice as soon as they are merged.
    oracle.observeSecondDelivery(of: token)
  }

  mutating func replaceByHand(_ move: Move, _ text: String) throws {
    let machine = move.machine
    let before = self.text(move.stack, on: machine)
    if before == text { return }
    oracle.session.addFile(path(move.stack, on: machine), text)
    try machines[machine].home.writeQueue(text, Move.stackNames[move.stack])
    let other = try read(self.text(1 - move.stack, on: machine))
    _ = oracle.observe(
      move.stack, on: machine, try read(before), try read(text), by: .hand,
      otherStack: other, &knowledge[machine][move.stack])
    remember(move.stack, on: machine)
  }

  /// Learns which changes came with a merge, for the case that it is undone.
  mutating func observeMerge(_ gained: Knowledge, _ stack: Int, on machine: Int) {
    if let entry = machines[machine].newestEntry(stack), entry.command == "merge" {
      gains[machine][stack][entry.number] = gained
    }
    remember(stack, on: machine)
  }
}
