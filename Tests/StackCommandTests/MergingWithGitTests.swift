// Two clones of a repository, a stack in each, and git that merges them with `stack merge` as its driver.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.exists("git"), "needs git"))
struct MergingWithGitTests {
  /// How many chains of sessions are gone through, and from which seed on.
  private static let seeds: Range<UInt64> = {
    let variables = ProcessInfo.processInfo.environment
    let first = variables["STACK_MERGE_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<(first + UInt64(variables["STACK_MERGE_COUNT"].flatMap { Int($0) } ?? 1))
  }()

  /// A dozen times, both machines change the stack, and one merges what the other did.
  @Test func sessionsOnTwoMachines() throws {
    for seed in Self.seeds {
      var clones = try Clones(seed: seed)
      for round in 1...12 {
        let problems = try clones.round(round)
        if problems.isEmpty { continue }
        Issue.record("seed \(seed), round \(round): \(problems.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// Two clones on two machines: the folders `laptop` and `desk` of a home.
private struct Clones {
  private static let machines = ["laptop", "desk"]
  private let home: Home
  private var random: SplitMix64
  private var count: Int

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    home = Home([
      "GIT_AUTHOR_NAME": "Pat", "GIT_COMMITTER_NAME": "Pat", "EMAIL": "pat@example.org",
      "GIT_CONFIG_NOSYSTEM": "1", "STACK_SSH": "reach", "VISUAL": "rearrange",
    ])
    // Who is reached takes the task and says nothing.
    try home.script("reach", "exec cat >/dev/null")
    // An editor that moves a line, takes one out, rewords one or adds one, as $HOW says.
    try home.script(
      "rearrange",
      """
      awk -v how="$HOW" -v at="$AT" -v new="$NEW" '
        /^[0-9]+\\t/ && how == "move" && NR == at { kept = $0; next }
        /^[0-9]+\\t/ && how == "take" && NR == at { next }
        /^[0-9]+\\t/ && how == "word" && NR == at { $0 = $0 " " new }
        how == "add" && NR == at { print new }
        !/^[0-9]+\\t/ && kept != "" { print kept; kept = "" }
        { print }' "$1" >~/edited && cat ~/edited >"$1"
      """)
    count = 2 + random.below(29)
    let tasks = (1...count).map { #"    {"title": "task \#($0)", "added": ""}"# }.joined(separator: ",\n")
    let text = "{\n  \"version\": 1,\n  \"tasks\": [\n\(tasks)\n  ],\n  \"completed\": [\n  ]\n}\n"
    try home.write(
      Data(MergeModel.retimed(text, round: 0, side: 0).utf8), to: "laptop/.config/stack/stack.json")
    let setUp = try home.shell(
      """
      set -e
      HOME=~/laptop stack count
      cd ~/laptop/.config/stack
      git init --quiet --initial-branch main .
      echo '*.json merge=stack' >.gitattributes
      git config merge.stack.driver 'stack merge %O %A %B'
      git add . && git commit --quiet --message Start
      mkdir -p ~/desk/.config && git clone --quiet . ~/desk/.config/stack
      git remote add origin ~/desk/.config/stack
      git -C ~/desk/.config/stack config merge.stack.driver 'stack merge %O %A %B'
      """)
    #expect(setUp == Finished(status: 0, output: "\(count)\n", errors: ""))
  }

  private func text(_ machine: String) throws -> String {
    String(decoding: try Data(contentsOf: home.url("\(machine)/.config/stack/stack.json")), as: UTF8.self)
  }

  private func write(_ text: String, _ machine: String) throws {
    try home.write(Data(text.utf8), to: "\(machine)/.config/stack/stack.json")
  }

  // MARK: One round

  /// A session on each machine, and the merge. Returns what is wrong; empty for nothing.
  mutating func round(_ round: Int) throws -> [String] {
    let base = try text("laptop")
    var log: [String] = []
    for (side, machine) in Self.machines.enumerated() {
      let commands = (0..<(1 + random.below(4))).map { _ in command() }
      log.append("\(machine): \(commands.joined(separator: "; "))")
      // What was done in an earlier round was written anew meanwhile, with other times.
      let session = try home.shell(
        """
        export HOME=~/\(machine); rm -rf ~/.local/state; mkdir -p ~
        \(commands.joined(separator: "\n"))
        true
        """)
      #expect(!session.errors.contains("awk"), "\(session.errors)")
      try write(MergeModel.retimed(text(machine), round: count, side: side), machine)
      try commit(machine)
    }
    let texts = try Self.machines.map { try text($0) }
    let merging = random.below(2)
    let (ours, theirs) = (texts[merging], texts[1 - merging])
    let merge = try home.shell(
      """
      cd ~/\(Self.machines[merging])/.config/stack && git fetch --quiet origin &&
      git merge --quiet --no-edit origin/main >~/said && git status --short --untracked-files=no
      """)
    let merged = try text(Self.machines[merging])
    var problems: [String] = []
    if merge != Finished(status: 0, output: "", errors: "") { problems.append("git: \(merge)") }
    problems += try MergeModel(base: base, ours: ours, theirs: theirs).problems(of: merged)
    // Of a task that both reworded, theirs is one line more, wherever ours went.
    let names = merged.matches(of: /"task \d+/).map { String($0.0) }
    let contested = names.count - Set(names).count
    for (name, side, other) in [("ours", ours, theirs), ("theirs", theirs, ours)] {
      let (came, did) = (Self.difference(side, merged), Self.difference(base, other) + contested)
      if came > did {
        problems.append("\(came) lines differ from \(name), but the other side changed \(did)")
      }
    }
    if !problems.isEmpty {
      return problems + log + ["base \(base)", "ours \(ours)", "theirs \(theirs)", "merged \(merged)"]
    }

    // A person decides about what was reworded twice; then the other machine takes all that.
    try write(MergeModel.decided(merged, after: &count), Self.machines[merging])
    try commit(Self.machines[merging])
    let pull = try home.shell(
      "cd ~/\(Self.machines[1 - merging])/.config/stack && git pull --quiet --ff-only origin main")
    if pull.status != 0 { return ["git pull: \(pull.errors)"] }
    return try text("laptop") == text("desk") ? [] : ["the machines have different stacks"]
  }

  private func commit(_ machine: String) throws {
    try home.shell("cd ~/\(machine)/.config/stack && git commit --quiet --all --message \(machine)")
  }

  /// How many lines went and came from one text to another, whatever commas they end with.
  private static func difference(_ one: String, _ other: String) -> Int {
    func lines(_ text: String) -> [String] {
      text.components(separatedBy: "\n").map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }
    return lines(other).difference(from: lines(one)).count
  }

  // MARK: Commands

  private mutating func newTitle() -> String {
    count += 1
    return "task \(count)"
  }

  private mutating func command() -> String {
    let place = 1 + random.below(6)
    switch random.below(19) {
    case 0...2: return "stack push \(newTitle())"
    case 3: return "stack push --top \(newTitle())"
    case 4: return "printf '\(newTitle())\\n\(newTitle())\\n' | stack push -"
    case 5, 6: return "stack done"
    case 7: return "stack drop"
    case 8, 9: return "stack skip"
    case 10: return "stack send sam@desk.example"
    case 11: return "task=$(stack) && test -n \"$task\" && stack edit \"$task\" \(random.below(3))"
    case 12:
      return "stack attach https://example.org/\(random.below(4)) https://example.org/\(random.below(4))"
    case 13: return "stack detach"
    case 14: return "HOW=move AT=\(place) stack edit --all"
    case 15: return "HOW=take AT=\(place) stack edit --all"
    case 16: return "HOW=word AT=\(place) NEW=\(random.below(3)) stack edit --all"
    case 17: return "HOW=add AT=\(place) NEW='\(newTitle())' stack edit --all"
    default: return random.once(in: 3) ? "stack undo; stack redo" : "stack undo"
    }
  }
}
