// A simulation of two people who share one stack and keep all others to themselves.

import Foundation
import TestSupport

/// A run in which two people, `a` and `b`, use two machines each. Each person has a repository with
/// all stacks. Both share the stack `house`, in a third repository.
///
/// The first word of a title is the task's token. It begins with `h` if the task was added to
/// `house`, and otherwise with its owner.
struct Household {
  private static let stacks =
    ["house", "stack", "work", "trip", "camp", "tour"]
    + (0..<4).flatMap { ["own\($0)", "spare\($0)"] }

  /// A task that is open in a stack: the shared one, or one of a person.
  private struct Place: Hashable {
    let token: String
    let stack: String
    /// The person; `nil` for the shared stack.
    let owner: String?
  }

  private let machines: [Machine]
  private let repositories = Home()
  private var random: SplitMix64
  private var time = 0
  /// For each machine, the move with which it can reach the repositories again.
  private var offlineUntil = [0, 0, 0, 0]
  /// The tasks that were open in a stack, and those that a command removed there.
  private var open: Set<Place> = []
  private var removed: Set<Place> = []
  /// The commands, and the findings, which begin with `#`.
  private(set) var log: [String] = []

  private init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    machines = try (0..<4).map { try Machine($0) }
    try repositories.shell(
      "mkdir net; for r in a b shared; do git init -q --bare -b stack net/$r; done")
  }

  static func run(moves count: Int, seed: UInt64) throws -> Household {
    var household = try Household(seed: seed)
    // An empty repository accepts whatever is connected first.
    for machine in [0, 2] {
      _ = try household.run("push \(household.person(machine))0 new", on: machine)
      _ = try household.run("-s house push h\(machine) new", on: machine)
      try household.connect(machine)
    }
    for number in 1...count { try household.move(number) }
    try household.finish()
    return household
  }

  private func address(_ name: String) -> String { repositories.url("net/\(name)").path }

  private func person(_ machine: Int) -> String { machine < 2 ? "a" : "b" }

  // MARK: Moves

  private mutating func move(_ number: Int) throws {
    let machine = random.below(4)
    let stack = random.once(in: 3) ? 0 : random.below(6)
    let name = Self.stacks[stack]
    let token = "\(stack == 0 ? "h" : person(machine))\(number)"
    let current = try file(stack, on: machine).open.first?.token ?? "none"
    let own = "sync \(address(person(machine)))"
    let shared = "sync \(address("shared"))"
    let share = "-s house sync"
    // Nobody makes a stack of one's own the shared one.
    let other = Self.stacks[1 + random.below(5)]
    let moves: [(weight: Int, command: String)] = [
      (24, "-s \(name) push \(token) new"), (6, "-s \(name) done"), (2, "-s \(name) drop"),
      (6, "-s \(name) edit \(current) reworded \(number)"), (5, "-s \(name) undo"),
      (2, "-s \(name) redo"), (6, "stacks --rename \(name) \(other)"),
      (2, "stacks --delete \(name)"), (16, "sync"), (10, share), (8, "-s house \(shared)"),
      (6, own),
      (1, "sync --forget"), (2, "\(share) --forget"),
      // Mistakes.
      (2, shared), (2, "-s house \(own)"),
    ]
    let command = random.pick(moves.flatMap { Array(repeating: $0.command, count: $0.weight) })
    if random.once(in: 16) { offlineUntil[machine] = number + 5 + random.below(25) }
    let isOffline = number < offlineUntil[machine]
    let longest = command.contains("sync") ? 150_000 : 15_000
    let limit = random.once(in: 5) ? UInt32(random.below(longest)) : nil
    let status = try run(command, on: machine, isOffline: isOffline, killedAfter: limit)
    if status == 0, [shared, "-s house \(own)"].contains(command) {
      report("the wrong repository was accepted")
    }
    if status == 0, command == share {
      let changes = ["--rename house \(other)", "--rename \(other) house", "--delete house"]
      for change in changes where try run("stacks \(change)", on: machine) == 0 {
        report("the shared stack was changed")
      }
    }
  }

  /// Runs a command, and looks where tasks are afterwards.
  private mutating func run(
    _ command: String, on machine: Int, isOffline: Bool = false,
    killedAfter limit: UInt32? = nil
  ) throws -> Int32 {
    time += 1
    // The clocks are hours apart, but no two tasks are added at the same time.
    let offset = [0, -10_799, 93_602, 2703][machine]
    let now = Date(timeIntervalSince1970: 1_795_255_200 + Double(180 * time + offset))
    let before = try places(on: machine)
    let status = try machines[machine].run(
      command.words, now: now.formatted(.iso8601),
      variables: isOffline ? ["GIT_ALLOW_PROTOCOL": "none"] : [:], killedAfter: limit)
    log.append(
      "\(machines[machine].name) \(command) # \(status)"
        + (isOffline ? ", offline" : "") + (limit.map { ", killed after \($0)" } ?? ""))
    if status == 69, machines[machine].errors.contains(".lock': File exists") {
      // A git that was killed in the repository has left it. Git asks its owner to remove it.
      try repositories.shell("find net -name '*.lock' -delete")
    } else if ![0, 1, 64, isOffline ? 69 : 0, limit == nil ? 0 : 128 + SIGKILL].contains(status) {
      report("status \(status): \(machines[machine].errors)")
    }
    let after = try places(on: machine)
    let changes = after.subtracting(before).map { " +\($0.token)" }
    log[log.count - 1] += (changes + before.subtracting(after).map { " -\($0.token)" }).joined()
    if !command.contains("sync") { removed.formUnion(before.subtracting(after)) }
    open.formUnion(after)
    for place in after.subtracting(before) {
      // Before it is shared, a person may give `house` another name.
      if ![place.owner, "h"].contains(String(place.token.prefix(1))) {
        report("\(place) came here")
      }
    }
    return status
  }

  private mutating func report(_ finding: String) {
    log.append("# \(finding)")
  }

  // MARK: What machines and repositories have

  private func file(_ stack: Int, on machine: Int) throws -> TaskFile {
    try TaskFile(machines[machine].home.queueText(Self.stacks[stack]) ?? StackFile.text([]))
  }

  private func places(on machine: Int) throws -> Set<Place> {
    let places = try Self.stacks.enumerated().flatMap { (index, stack) in
      try file(index, on: machine).open.map { (task) in
        Place(token: task.token, stack: stack, owner: index == 0 ? nil : person(machine))
      }
    }
    return Set(places)
  }

  /// Expects that no file and no object of git below a directory has tasks of these people.
  private mutating func expectNothing(of people: String, in directory: URL) throws {
    let script = """
      { cat $(find . -type f ! -path '*/objects/*' ! -path './.bin/*')
        find . -name objects -exec dirname {} \\; | while read -r git; do
          git -C "$git" cat-file --batch-all-objects --batch
        done; } | grep -aoE '[\(people)][0-9]+ (new|reworded)' | sort -u
      """
    let found = try repositories.shell("cd '\(directory.path)' && \(script)").output
    if !found.isEmpty { report("\(directory.lastPathComponent) has \(found)") }
  }

  // MARK: The end

  private mutating func finish() throws {
    for _ in 0..<2 {
      for machine in machines.indices { try connect(machine) }
    }
    for place in open.subtracting(removed).sorted(by: { $0.token < $1.token }) {
      for machine in machines.indices where [nil, person(machine)].contains(place.owner) {
        if try !places(on: machine).contains(place) { report("\(place) is missing") }
      }
    }
    for (stack, name) in Self.stacks.enumerated() {
      for pair in [[0, 1], [2, 3]] + (stack == 0 ? [[0, 2]] : []) {
        let files = try pair.map { try file(stack, on: $0).entries }
        if files[0] != files[1] { report("\(name) differs on machines \(pair)") }
      }
    }
    for (directory, others) in [("shared", "ab"), ("a", "b"), ("b", "a")] {
      try expectNothing(of: others, in: repositories.url("net/\(directory)"))
    }
    for (machine, other) in zip(machines, ["b", "b", "a", "a"]) {
      try expectNothing(of: other, in: machine.home.directory)
    }
  }

  /// Syncs a machine with both repositories. If its own `house` is refused, it gets another name.
  private mutating func connect(_ machine: Int) throws {
    let share = "-s house sync \(address("shared"))"
    var status = try run("sync \(address(person(machine)))", on: machine)
    if try run(share, on: machine) != 0 {
      // The first name is taken if this happened before.
      let own = "own\(machine)"
      let isUsed = try Self.stacks.firstIndex(of: own).map { (stack) in
        try !file(stack, on: machine).entries.isEmpty
      }
      let name = isUsed == true ? "spare\(machine)" : own
      status += try run("stacks --rename house \(name)", on: machine)
      status += try run(share, on: machine)
    }
    if status != 0 { report("\(machines[machine].name) is not connected") }
  }
}
