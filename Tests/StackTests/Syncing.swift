import Foundation
import TestSupport

@testable import Stack

/// A simulation of devices that share a stack through Syncthing: if two of them have changed the file, Syncthing keeps
/// one of the files and a conflict copy of the other, on all devices.
struct Syncing {
  /// How the devices are used.
  struct Setting {
    var deviceCount = 2
    /// Whether `added` has a fraction of a second.
    var isPrecise = true
    /// The percentage of pushes whose time is rounded down to ten minutes, so that several are in the same second.
    var sameSecond = 0
    /// Whether conflict copies are merged late, so that there are copies of copies.
    var mergesLate = false
    /// Whether the simulation runs the program instead of calling the module.
    var runsProgram = false
  }

  private struct Device {
    let home: Home
    /// The changes of each device that are in the file: a version vector.
    var version: [Int]
    var copies: Set<Int> = []
    /// The copies whose merges can be undone, and those whose merges can be redone.
    var merged: [Int] = []
    var unmerged: [Int] = []
  }

  private let setting: Setting
  private var user: RandomUser
  private var devices: [Device]
  private var copies: [String] = []
  private var consumed: Set<Int> = []
  private var clock = 1_795_255_200
  private var lastTitle = "none"
  private(set) var oracle: Oracle
  /// The events, for the message of a failure.
  private(set) var log: [String] = []

  init(seed: UInt64, _ setting: Setting) throws {
    self.setting = setting
    user = RandomUser(seed: seed, words: ["t"])
    oracle = Oracle(isPrecise: setting.isPrecise)
    devices = (0..<setting.deviceCount).map { _ in
      Device(home: Home(), version: [Int](repeating: 0, count: setting.deviceCount))
    }
    for device in devices { try device.home.writeQueue("{\"tasks\": []}\n") }
  }

  /// Simulates some days, then merges and synchronises until all devices have the same file. Returns the first problem.
  mutating func run(steps: Int) throws -> String? {
    for _ in 0..<steps {
      let device = user.random.below(devices.count)
      for _ in 0...user.random.below(4) { try act(on: device) }
      if user.random.once(in: 2) { try synchronize(device, user.random.below(devices.count)) }
      if !setting.mergesLate || user.random.once(in: 8), let problem = try mergeCopies(on: device) { return problem }
    }
    for _ in 0..<20 {
      for one in devices.indices { for other in devices.indices { try synchronize(one, other) } }
      if let device = devices.firstIndex(where: { !$0.copies.isEmpty }) {
        if let problem = try mergeCopies(on: device) { return problem }
      } else if Set(devices.indices.map { text($0) }).count == 1 {
        break
      }
    }
    try oracle.finish(text(0))
    return nil
  }

  private func text(_ device: Int) -> String { devices[device].home.queueText() ?? "" }

  // MARK: People

  private mutating func act(on device: Int) throws {
    let before = text(device)
    let action = try nextAction(text: before)
    clock += 1 + user.random.below(600)
    do {
      if setting.runsProgram {
        try devices[device].home.shell(action.command)
      } else {
        try perform(action, devices[device].home.queue())
      }
    } catch is QueueError {}
    let after = text(device)
    log.append("\(device): \(action.command) -> \(after)")
    if after == before { return }
    devices[device].version[device] += 1
    // The newest version was kept by this command.
    if setting.runsProgram { wasMerge = devices[device].home.history().last?.command == "merge" }
    guard wasMerge else { return try oracle.observe(before, after) }
    // If a merge was undone, its copy is merged again later.
    if case .undo = action, let copy = devices[device].merged.popLast() {
      devices[device].unmerged.append(copy)
      devices[device].copies.insert(copies.count)
      copies.append(copies[copy])
    } else if let copy = devices[device].unmerged.popLast() {
      devices[device].merged.append(copy)
    }
  }

  /// Whether the last command was the undo or redo of a merge, which isn't a person's decision about its tasks.
  private var wasMerge = false

  private mutating func nextAction(text: String) throws -> Action {
    wasMerge = false
    let titles = try MergeModel.entries(text).filter { !$0.isEnded }.map { $0.title }
    var action = user.nextAction(tasks: titles.count)
    // A rewording keeps the first word, by which the oracle recognises the task.
    if case .edit = action { action = .edit("\(titles[0].prefix { $0 != "." }).\(user.newTitle().dropFirst(2))") }
    if case .rearrange(let lines) = action {
      action = .rearrange(
        lines.map { (line) -> Action.Line in if case .reworded(let index, _) = line { .task(index) } else { line } })
    }
    return action
  }

  private mutating func perform(_ action: Action, _ queue: TaskQueue) throws {
    switch action {
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
        return nil
      }
    case .done, .drop, .send:
      let ending: TaskEnding.Kind = if case .done = action { .completed } else { .dropped }
      let time = Timestamp(seconds: clock)
      _ = try queue.changeTask(as: "done") { $0.end($1, as: $2.ended(ending, at: time)) }
    case .undo: wasMerge = try queue.undo().command == "merge"
    case .redo: wasMerge = try queue.redo().command == "merge"
    default: _ = try queue.perform(action)
    }
  }

  // MARK: Syncthing

  private mutating func synchronize(_ one: Int, _ other: Int) throws {
    if one == other { return }
    let (a, b) = (devices[one].version, devices[other].version)
    if a != b {
      let (aLeads, bLeads) = (zip(a, b).allSatisfy { $0 >= $1 }, zip(a, b).allSatisfy { $0 <= $1 })
      let winner = aLeads ? one : bLeads ? other : user.random.once(in: 2) ? one : other
      let loser = winner == one ? other : one
      if !aLeads, !bLeads, text(one) != text(other) {
        devices[loser].copies.insert(copies.count)
        copies.append(text(loser))
      }
      try devices[loser].home.writeQueue(text(winner))
      log.append("\(winner) to \(loser)")
      for device in [one, other] { devices[device].version = zip(a, b).map { max($0, $1) } }
    }
    let all = devices[one].copies.union(devices[other].copies).subtracting(consumed)
    devices[one].copies = all
    devices[other].copies = all
  }

  private mutating func mergeCopies(on device: Int) throws -> String? {
    for copy in devices[device].copies.sorted() {
      let home = devices[device].home
      let before = text(device)
      let name = "stack.sync-conflict-20261121-153000-\(copy).json"
      try home.write(Data(copies[copy].utf8), to: name)
      let model = try MergeModel(ours: before, theirs: copies[copy], commands: home.commands())
      // Merging again changes nothing.
      for isAgain in [false, true] {
        let now = text(device)
        if setting.runsProgram {
          let finished = try home.stack("merge", name)
          if finished.status != 0 { return "merge: \(finished)" }
        } else {
          try home.queue().merge(Pathname(unchecked: home.url(name).path))
        }
        if isAgain, text(device) != now { return "merging again changed \(now) to \(text(device))" }
      }
      let after = text(device)
      log.append("\(device): merge \(copies[copy]) -> \(after)")
      if try MergeModel(after) != model { return "the model has \(model)" }
      try oracle.observeMerge(before, copies[copy], after)
      if after != before {
        devices[device].version[device] += 1
        devices[device].merged.append(copy)
      }
      consumed.insert(copy)
      devices[device].copies.remove(copy)
    }
    return nil
  }
}

extension Home {
  /// The versions in the history, in order.
  fileprivate func history() -> [Version] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: historyDirectory.path)) ?? []
    return names.sorted().compactMap { Version(fileName: Array($0.utf8)) }
  }

  /// The texts before and after each command whose version is kept, except for merges.
  fileprivate func commands() throws -> [(before: String, after: String)] {
    try history().filter { $0.command != "merge" }.map(\.fileName).compactMap { name in
      let record = try? Data(contentsOf: historyDirectory.appendingPathComponent("\(name.prefix(6)).change"))
      guard let patch = record.flatMap({ ChangeRecord([UInt8]($0))?.patch }) else { return nil }
      let before = try [UInt8](Data(contentsOf: historyDirectory.appendingPathComponent(name)))
      let after = patch.applied(to: before) ?? []
      return (String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
    }
  }
}

/// Knows the commands on all devices, and what has to be in the file at the end.
struct Oracle {
  private let isPrecise: Bool
  /// Titles and attachments that a command gave a task, and those that a command replaced.
  private var given: Set<[String]> = []
  private var replaced: Set<[String]> = []
  private var added: Set<String> = []
  private var removed: Set<String> = []
  private var ended: Set<String> = []
  private var reopened: Set<String> = []
  /// The losses, by their kind.
  private(set) var losses: [String: [String]] = [:]

  init(isPrecise: Bool) { self.isPrecise = isPrecise }

  private struct State {
    var values: Set<[String]> = []
    var open: [String: Int] = [:]
    var ended: [String: Int] = [:]

    var tasks: Set<String> { Set(open.keys).union(ended.keys) }
  }

  private func state(_ text: String) throws -> State {
    var state = State()
    for entry in try MergeModel.entries(text) {
      let task = isPrecise ? entry.added : String(entry.title.prefix { $0 != "." })
      state.values.insert([task, "title", entry.title])
      for item in entry.attachments { state.values.insert([task, "attachment", item]) }
      if entry.isEnded { state.ended[task, default: 0] += 1 } else { state.open[task, default: 0] += 1 }
    }
    return state
  }

  /// Learns what a command other than a merge changed.
  mutating func observe(_ before: String, _ after: String) throws {
    let (old, new) = (try state(before), try state(after))
    given.formUnion(new.values.subtracting(old.values))
    replaced.formUnion(old.values.subtracting(new.values))
    added.formUnion(new.tasks.subtracting(old.tasks))
    removed.subtract(new.tasks.subtracting(old.tasks))
    removed.formUnion(old.tasks.subtracting(new.tasks))
    // Redo can add a task that has ended.
    for task in new.tasks {
      if new.ended[task, default: 0] > old.ended[task, default: 0] { ended.insert(task) }
      if new.ended[task, default: 0] < old.ended[task, default: 0] { reopened.insert(task) }
    }
  }

  private mutating func recordLoss(_ kind: String, _ what: some Collection<String>) {
    if !what.isEmpty { losses[kind, default: []] += what }
  }

  /// Looks for tasks that a merge reopened, or left open although they have an entry under `completed`.
  mutating func observeMerge(_ ours: String, _ theirs: String, _ merged: String) throws {
    // Without a fraction in `added`, a reworded task may be open although it has ended.
    if !isPrecise { return }
    let (sides, new) = (try [state(ours), state(theirs)], try state(merged))
    // A task that both machines reworded is there twice, and a person may finish one of the two.
    let single = sides[0].tasks.union(sides[1].tasks).filter { task in
      sides.allSatisfy { $0.open[task, default: 0] + $0.ended[task, default: 0] < 2 }
    }
    let isEnded = { (task: String) in sides.contains { $0.ended[task] != nil } }
    recordLoss("done and open again", single.filter { isEnded($0) && new.open[$0] != nil && !reopened.contains($0) })
  }

  /// Compares the file at the end with what has to be in it.
  mutating func finish(_ text: String) throws {
    let last = try state(text)
    let gone = added.subtracting(removed).subtracting(last.tasks)
    recordLoss("open tasks", gone.subtracting(ended))
    recordLoss("finished tasks", gone.intersection(ended))
    let finished = ended.subtracting(reopened).subtracting(removed).subtracting(gone)
    recordLoss("endings", finished.filter { last.ended[$0] == nil })
    let missing = given.subtracting(last.values).filter { !gone.contains($0[0]) }
    for (kind, name) in [("title", "rewordings"), ("attachment", "attachments")] {
      recordLoss(name, missing.filter { $0[1] == kind && !replaced.contains($0) }.map { "\($0)" })
    }
  }
}
