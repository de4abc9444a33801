import Foundation
import TestSupport

@testable import Stack

/// A simulation of devices that share one stack or two through Syncthing: if two of them have
/// changed a file, Syncthing keeps one of the files and a conflict copy of the other, on all
/// devices.
struct Syncing {
  /// How the devices are used.
  struct Setting {
    var deviceCount = 2
    /// Whether `added` has a fraction of a second.
    var isPrecise = true
    /// The percentage of pushes whose time is rounded down to ten minutes, so that several are in
    /// the same second.
    var sameSecond = 0
    /// Whether conflict copies are merged late, so that there are copies of copies.
    var mergesLate = false
    /// Whether the simulation runs the program instead of calling the module.
    var runsProgram = false
    /// Whether people snooze tasks and bring others to the front.
    var snoozes = false
    /// Whether there is a second stack, to which people send tasks.
    var sends = false
    /// Whether they also send tasks back.
    var sendsBack = false

    var stackCount: Int { sends ? 2 : 1 }
  }

  /// The file of a stack on a device.
  private struct Replica {
    /// The changes of each device that are in the file: a version vector.
    var version: [Int]
    var copies: Set<Int> = []
    /// The copies whose merges can be undone, and those whose merges can be redone.
    var merged: [Int] = []
    var unmerged: [Int] = []
  }

  private static let names = ["stack", "work"]

  private let setting: Setting
  private var user: RandomUser
  /// The home of each device.
  private let homes: [Home]
  /// For each device, the file of each stack.
  private var replicas: [[Replica]]
  /// The texts of all conflict copies.
  private var copies: [String] = []
  private var consumed: Set<Int> = []
  private var clock = 1_795_255_200
  private var lastTitle = "none"
  private var snoozeCount = 0
  private var snoozes = SnoozeOracle()
  private(set) var mergeCount = 0
  private(set) var oracle: Oracle
  /// The events, for the message of a failure.
  private(set) var log: [String] = []

  init(seed: UInt64, _ setting: Setting) throws {
    self.setting = setting
    user = RandomUser(seed: seed, words: ["t"])
    user.snoozes = setting.snoozes
    // A task that is sent may get another `added`.
    oracle = Oracle(isPrecise: setting.isPrecise, identifiesByTitle: setting.sends)
    let replica = Replica(version: [Int](repeating: 0, count: setting.deviceCount))
    let stacks = [Replica](repeating: replica, count: setting.stackCount)
    replicas = [[Replica]](repeating: stacks, count: setting.deviceCount)
    homes = replicas.map { _ in Home() }
    for home in homes {
      for stack in stacks.indices {
        try home.writeQueue("{\"tasks\": []}\n", Self.names[stack])
      }
    }
  }

  private var stacks: Range<Int> { 0..<setting.stackCount }

  /// Simulates some days, then merges and synchronises until all devices have the same files.
  /// Returns the first problem.
  mutating func run(steps: Int) throws -> String? {
    for _ in 0..<steps {
      let device = user.random.below(homes.count)
      for _ in 0...user.random.below(4) { try act(on: device) }
      for stack in stacks {
        if user.random.once(in: 2) {
          try synchronize(stack, device, user.random.below(homes.count))
        }
        if !setting.mergesLate || user.random.once(in: 8),
          let problem = try mergeCopies(of: stack, on: device)
        {
          return problem
        }
      }
    }
    for stack in stacks { if let problem = try finish(stack) { return problem } }
    try oracle.finish(texts(0))
    return nil
  }

  /// Merges and synchronises until all devices have the same file of a stack.
  private mutating func finish(_ stack: Int) throws -> String? {
    for _ in 0..<20 {
      for one in homes.indices {
        for other in homes.indices { try synchronize(stack, one, other) }
      }
      if let device = replicas.firstIndex(where: { !$0[stack].copies.isEmpty }) {
        if let problem = try mergeCopies(of: stack, on: device) { return problem }
      } else if Set(homes.indices.map { text(stack, $0) }).count == 1 {
        break
      }
    }
    return nil
  }

  private func text(_ stack: Int, _ device: Int) -> String {
    homes[device].queueText(Self.names[stack]) ?? ""
  }

  private func texts(_ device: Int) -> [String] { stacks.map { text($0, device) } }

  // MARK: People

  private mutating func act(on device: Int) throws {
    let stack = setting.sends ? user.random.below(2) : 0
    let before = texts(device)
    let titles = try MergeModel.open(before[stack]).map { $0.title }
    let current = try MergeModel.current(before[stack])
    let action = nextAction(on: stack, tasks: titles.count, current: current?.title)
    clock += 1 + user.random.below(600)
    let environment = stack == 0 ? "" : "export STACK_QUEUE=\(Self.names[stack]); "
    let command = environment + action.command(for: titles)
    do {
      if setting.runsProgram {
        try homes[device].shell(command)
      } else {
        try perform(action, on: stack, of: homes[device])
      }
    } catch is QueueError {}
    let after = texts(device)
    log.append("\(device): \(command) -> \(after.joined(separator: "and "))")
    for stack in stacks where after[stack] != before[stack] {
      replicas[device][stack].version[device] += 1
    }
    if after == before { return }
    // The newest version was kept by this command.
    if setting.runsProgram { wasMerge = homes[device].lastIsMerge(Self.names[stack]) }
    guard wasMerge else {
      for stack in stacks {
        try snoozes.observe(
          stack, on: device, oracle.untils(before[stack]), oracle.untils(after[stack]))
      }
      return try oracle.observe(before, after)
    }
    // If a merge was undone, its copy is merged again later.
    if case .undo = action, let copy = replicas[device][stack].merged.popLast() {
      replicas[device][stack].unmerged.append(copy)
      replicas[device][stack].copies.insert(copies.count)
      copies.append(copies[copy])
    } else if let copy = replicas[device][stack].unmerged.popLast() {
      replicas[device][stack].merged.append(copy)
    }
  }

  /// Whether the last command was the undo or redo of a merge, which isn't a person's decision
  /// about its tasks.
  private var wasMerge = false

  private mutating func nextAction(
    on stack: Int, tasks count: Int, current title: String?
  ) -> Action {
    wasMerge = false
    var action = user.nextAction(tasks: count)
    if setting.sends, stack == 0 || setting.sendsBack, count > 0 {
      let recipient = Action.send(to: ":\(Self.names[1 - stack])")
      if case .send = action { action = recipient }
      if user.random.once(in: 6) { action = recipient }
    }
    // Each snooze has a date of its own.
    if case .snooze(let date) = action {
      snoozeCount += 1
      let time = "\(10 + snoozeCount / 50):\(10 + snoozeCount % 50)"
      action = .snooze("\(date.prefix(4))-01-01T\(time):00Z")
    }
    // A rewording keeps the first word, by which the oracle recognises the task.
    if case .edit = action, let title {
      action = .edit("\(title.prefix { $0 != "." }).\(user.newTitle().dropFirst(2))")
    }
    if case .rearrange(let lines) = action {
      action = .rearrange(
        lines.map { (line) -> Action.Line in
          if case .reworded(let index, _) = line { .task(index) } else { line }
        })
    }
    return action
  }

  private mutating func perform(_ action: Action, on stack: Int, of home: Home) throws {
    let queue = try home.queue(Self.names[stack])
    let other = try home.queue(Self.names[1 - stack])
    switch action {
    case .send(let recipient) where recipient == ":\(Self.names[1 - stack])":
      guard let task = try queue.front().task else { return }
      try other.receive(task.onOneLine)
      try queue.markSent(task, to: recipient)
    case .push(var titles, let inFront, let attachments):
      if user.random.below(100) < setting.sameSecond {
        clock -= clock % 600
        // The same scheduled job on another device.
        if setting.isPrecise, user.random.once(in: 4) { titles[0] = lastTitle }
      }
      lastTitle = titles[0]
      let microseconds = user.random.below(900_000)
      let tasks = try titles.enumerated().map { index, title in
        let added = Timestamp(seconds: clock, microseconds: microseconds + index)
        let task = QueuedTask(title: try TaskTitle(title), attachments: attachments, added: added)
        return setting.isPrecise ? task : task.setting(.added, toString: added.dateText)
      }
      _ = try queue.change("push") { document in
        document.add(tasks, inFront: inFront)
        return TaskQueue.Changed([])
      }
    case .done, .drop, .send:
      let ending: TaskEnding.Kind = if case .done = action { .completed } else { .dropped }
      let time = Timestamp(seconds: clock)
      _ = try queue.changeTask(as: "done") {
        $0.end($1, as: $2.ended(ending, at: time))
        return $2
      }
    case .undo: wasMerge = try queue.undo().command == "merge"
    case .redo: wasMerge = try queue.redo().command == "merge"
    default: _ = try queue.perform(action)
    }
  }

  // MARK: Syncthing

  private mutating func synchronize(_ stack: Int, _ one: Int, _ other: Int) throws {
    if one == other { return }
    let a = replicas[one][stack].version
    let b = replicas[other][stack].version
    if a != b {
      let aLeads = zip(a, b).allSatisfy { $0 >= $1 }
      let bLeads = zip(a, b).allSatisfy { $0 <= $1 }
      let winner = aLeads ? one : bLeads ? other : user.random.once(in: 2) ? one : other
      let loser = winner == one ? other : one
      if !aLeads, !bLeads, text(stack, one) != text(stack, other) {
        replicas[loser][stack].copies.insert(copies.count)
        copies.append(text(stack, loser))
      }
      try homes[loser].writeQueue(text(stack, winner), Self.names[stack])
      log.append("\(Self.names[stack]) of \(winner) to \(loser)")
      for device in [one, other] {
        replicas[device][stack].version = zip(a, b).map { max($0, $1) }
      }
    }
    let all = replicas[one][stack].copies.union(replicas[other][stack].copies)
    for device in [one, other] {
      replicas[device][stack].copies = all.subtracting(consumed)
    }
  }

  private mutating func mergeCopies(of stack: Int, on device: Int) throws -> String? {
    for copy in replicas[device][stack].copies.sorted() {
      let home = homes[device]
      let before = text(stack, device)
      let theirs = copies[copy]
      let queue = Self.names[stack]
      let name = "\(queue).sync-conflict-20261121-153000-\(copy).json"
      try home.write(theirs, to: name)
      let model = try MergeModel(ours: before, theirs: theirs, commands: home.commands(queue))
      // Merging again changes nothing.
      for round in 1...2 {
        let now = text(stack, device)
        if setting.runsProgram {
          let finished = try home.stack("-s", queue, "merge", name)
          if finished.status != 0 { return "merge: \(finished)" }
        } else {
          try home.queue(queue).merge(Pathname(unchecked: home.url(name).path))
        }
        if round > 1, text(stack, device) != now {
          log.append("\(device): merge \(theirs) into \(before)")
          return "merging again changed \(now) to \(text(stack, device))"
        }
      }
      mergeCount += 1
      let after = text(stack, device)
      log.append("\(device): merge \(theirs) -> \(after)")
      if try MergeModel(after) != model.withSnoozedBehind {
        return "the model has \(model)"
      }
      try oracle.observeMerge(before, theirs, after)
      // What only one side has, or both sides hide, stays as it is.
      let ours = try oracle.untils(before)
      let other = try oracle.untils(theirs)
      let changed = try oracle.untils(after).filter { task, _ in
        ours[task] != nil && other[task] != nil && ours[task] != other[task]
      }
      if let problem = snoozes.problem(stack, on: device, changed) { return problem }
      if after != before {
        replicas[device][stack].version[device] += 1
        replicas[device][stack].merged.append(copy)
      }
      consumed.insert(copy)
      replicas[device][stack].copies.remove(copy)
    }
    return nil
  }
}

extension Home {
  /// Whether the newest change was a merge, or the undo or redo of one.
  fileprivate func lastIsMerge(_ queue: String) -> Bool {
    historyNames(queue).last { $0.hasSuffix(".change") }?.hasSuffix("-merge.change") == true
  }

  /// The changes in the history, except for merges.
  fileprivate func commands(_ queue: String) throws -> [MergeModel.Command] {
    try historyNames(queue).filter { $0.hasSuffix(".change") && !$0.hasSuffix("merge.change") }
      .compactMap { name in
        let file = historyFile(name, queue)
        let stem = file.deletingPathExtension()
        guard let record = try ChangeRecord([UInt8](Data(contentsOf: file))) else { return nil }
        let text = try? Data(contentsOf: stem.appendingPathExtension("json"))
        let before = [UInt8](text ?? Data())
        let after = record.patch.applied(to: before) ?? []
        return MergeModel.Command(
          before: before.asText, after: after.asText, isMove: name.hasSuffix("-receive.change"))
      }
  }
}

/// Knows the commands on all devices, and what has to be in the file at the end.
struct Oracle {
  private let isPrecise: Bool
  private let identifiesByTitle: Bool
  /// Titles, notes and attachments that a command gave a task, and those that a command replaced.
  private var given: Set<[String]> = []
  private var replaced: Set<[String]> = []
  private var added: Set<String> = []
  private var removed: Set<String> = []
  private var ended: Set<String> = []
  private var reopened: Set<String> = []
  private var sent: Set<String> = []
  /// Tasks that a command removed from the stack to which they were sent.
  private var abandoned: Set<String> = []
  /// For each task, the stacks out of which it was moved.
  private var origins: [String: Set<Int>] = [:]
  /// The losses, by their kind.
  private(set) var losses: [String: [String]] = [:]

  init(isPrecise: Bool, identifiesByTitle: Bool) {
    self.isPrecise = isPrecise
    self.identifiesByTitle = identifiesByTitle || !isPrecise
  }

  private struct State {
    var values: Set<[String]> = []
    /// Those of entries that weren't sent to another stack of the user, which has the task itself.
    var current: Set<[String]> = []
    var open: [String: Int] = [:]
    var ended: [String: Int] = [:]
    /// The tasks that have an entry that was sent to another stack of the user.
    var sent: Set<String> = []

    /// The tasks that have another entry.
    var kept: Set<String> { Set(open.keys).union(ended.keys) }
    var tasks: Set<String> { kept.union(sent) }
  }

  /// The task of an entry.
  private func task(_ entry: MergeModel.Entry) -> String {
    identifiesByTitle ? String(entry.title.prefix { $0 != "." }) : entry.added
  }

  /// What is in these files together.
  private func state(_ texts: String...) throws -> State { try state(texts) }

  private func state(_ texts: [String]) throws -> State {
    var state = State()
    for entry in try texts.flatMap({ try MergeModel.entries($0) }) {
      let task = task(entry)
      let values =
        [[task, "title", entry.title]] + entry.attachments.map { [task, "attachment", $0] }
        + entry.notes.map { [task, "note", $0] }
      state.values.formUnion(values)
      if !entry.wasSentToOwnStack { state.current.formUnion(values) }
      if entry.wasSentToOwnStack {
        state.sent.insert(task)
      } else if entry.isEnded {
        state.ended[task, default: 0] += 1
      } else {
        state.open[task, default: 0] += 1
      }
    }
    return state
  }

  /// The `until` of each open task.
  func untils(_ text: String) throws -> [String: [String?]] {
    Dictionary(
      try MergeModel.open(text).map { (task($0), [$0.until]) }, uniquingKeysWith: +)
  }

  /// Learns what a command other than a merge changed in the files of a device.
  mutating func observe(_ before: [String], _ after: [String]) throws {
    let old = try state(before)
    let new = try state(after)
    for (stack, texts) in zip(before, after).enumerated() {
      for task in try state(texts.1).sent.subtracting(state(texts.0).sent) {
        origins[task, default: []].insert(stack)
      }
    }
    given.formUnion(new.current.subtracting(old.current))
    replaced.formUnion(old.current.subtracting(new.current))
    added.formUnion(new.tasks.subtracting(old.tasks))
    removed.subtract(new.tasks.subtracting(old.tasks))
    removed.formUnion(old.tasks.subtracting(new.tasks))
    sent.formUnion(new.sent)
    abandoned.subtract(new.kept.subtracting(old.kept))
    abandoned.formUnion(old.kept.subtracting(new.kept))
    // Redo can add a task that has ended.
    for task in new.tasks {
      if new.ended[task, default: 0] > old.ended[task, default: 0] { ended.insert(task) }
      if new.ended[task, default: 0] < old.ended[task, default: 0] { reopened.insert(task) }
    }
  }

  private mutating func recordLoss(_ kind: String, _ what: some Collection<String>) {
    if !what.isEmpty { losses[kind, default: []] += what }
  }

  /// Looks for tasks that a merge reopened, or left open although they have an entry under
  /// `completed`.
  ///
  /// Also looks for tasks that are there twice and differ in nothing except `until`.
  mutating func observeMerge(_ ours: String, _ theirs: String, _ merged: String) throws {
    let twice = try [ours, theirs, merged].map { text in
      let keys = try MergeModel.open(text).map { $0.keyWithoutUntil }
      return Set(Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +).filter { $1 > 1 }.keys)
    }
    recordLoss("twice because of until", twice[2].subtracting(twice[0]).subtracting(twice[1]))
    // Without a fraction in `added`, a reworded task may be open although it has ended.
    if !isPrecise { return }
    let sides = try [state(ours), state(theirs)]
    // A task that both machines reworded is there twice, and a person may finish one of the two.
    let single = sides[0].tasks.union(sides[1].tasks).filter { task in
      sides.allSatisfy { $0.open[task, default: 0] + $0.ended[task, default: 0] < 2 }
    }
    // A task that comes back from the other stack may have got another `added`.
    let entries = try [ours, theirs].flatMap { try MergeModel.entries($0) }
    let ended = Set(entries.filter { $0.isEnded && !$0.wasSentToOwnStack }.map { $0.added })
    let both = Set(try MergeModel.open(merged).filter { ended.contains($0.added) }.map(task))
    recordLoss("done and open again", single.intersection(both).subtracting(reopened))
  }

  /// Compares the files at the end with what has to be in them.
  mutating func finish(_ texts: [String]) throws {
    let last = try state(texts)
    let gone = added.subtracting(removed).subtracting(last.tasks)
    recordLoss("open tasks", gone.subtracting(ended))
    recordLoss("finished tasks", gone.intersection(ended))
    // Of two endings, `sent` wins over `dropped`.
    let dropped = ended.subtracting(reopened)
    // A task that was moved there and back can be lost (<doc:Merging#Limits>).
    let onlySent = last.tasks.subtracting(last.kept).filter { origins[$0]?.count != 2 }
    recordLoss("sent tasks", onlySent.subtracting(abandoned).subtracting(dropped))
    let finished = ended.subtracting(reopened).subtracting(removed).subtracting(gone)
    // A task that another device sent to the other stack is open, unless it is there.
    recordLoss("endings", finished.subtracting(sent).filter { last.ended[$0] == nil })
    let missing = given.subtracting(last.values).filter { !gone.contains($0[0]) }
    for (kind, name) in [
      ("title", "rewordings"), ("attachment", "attachments"), ("note", "notes"),
    ] {
      recordLoss(name, missing.filter { $0[1] == kind && !replaced.contains($0) }.map { "\($0)" })
    }
  }
}

/// Knows which snoozes the commands on each device replaced.
struct SnoozeOracle {
  /// For each device and task, the times that commands there replaced.
  private var replaced: [[String]: Set<String>] = [:]
  /// For each device and task, the time that the last command there gave it.
  private var latest: [[String]: String] = [:]

  /// Learns what a command on a device changed in a file.
  mutating func observe(
    _ stack: Int, on device: Int, _ before: [String: [String?]], _ after: [String: [String?]]
  ) {
    for (task, untils) in after where before[task] != untils {
      let key = ["\(device)", "\(stack)", task]
      let new = Set(untils.compactMap { $0 })
      replaced[key, default: []].formUnion(before[task, default: []].compactMap { $0 })
      replaced[key, default: []].subtract(new)
      latest[key] = new.max()
    }
  }

  /// Whether a merge on a device hides a task until a time that a command there replaced by an
  /// earlier time or by none.
  func problem(_ stack: Int, on device: Int, _ untils: [String: [String?]]) -> String? {
    for (task, untils) in untils {
      let key = ["\(device)", "\(stack)", task]
      // A task that has woken isn't hidden.
      let bound = max(latest[key] ?? "", "2026")
      if let until = untils.compactMap({ $0 }).max(), until > bound,
        replaced[key, default: []].contains(until)
      {
        return "\(task) is hidden until \(until), and not until \(bound)"
      }
    }
    return nil
  }
}
