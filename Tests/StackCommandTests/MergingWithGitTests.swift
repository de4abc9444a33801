// Two clones of a repository, a stack in each, and git that merges them with `stack merge` as its driver.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.exists("git"), "needs git"))
struct MergingWithGitTests {
  /// A dozen times, or a few, both machines change the stack, and one merges what the other did.
  @Test func sessionsOnTwoMachines() throws {
    for seed in TestExtent.seeds(1, all: 40) {
      var clones = try Clones(seed: seed)
      for round in 1...(TestExtent.isAll ? 12 : 3) {
        guard let problem = try clones.round() else { continue }
        Issue.record("seed \(seed), round \(round): \(problem)")
        return
      }
    }
  }
}

/// Two clones on two machines: the directories `laptop` and `desk` of a home.
private struct Clones {
  private static let machines = ["laptop", "desk"]
  /// What else lays a file out anew: without it, as Python does it, and on one line.
  private static let layouts = [
    "", "", "python3 -m json.tool stack.json new && cat new >stack.json && rm new",
    "tr -d '\\n' <stack.json >new && cat new >stack.json && rm new",
  ]
  private let home: Home
  private var user: RandomUser

  init(seed: UInt64) throws {
    user = RandomUser(seed: seed)
    home = Home([
      "GIT_AUTHOR_NAME": "Pat", "GIT_COMMITTER_NAME": "Pat", "EMAIL": "pat@example.org",
      "GIT_CONFIG_NOSYSTEM": "1", "STACK_SSH": "reach", "VISUAL": "rearrange",
    ])
    // Who is reached takes the task.
    try home.script("reach", "cat >/dev/null; echo received 1.1.0 stack")
    try home.script("rearrange", Action.rearranger)
    let setUp = try home.shell(
      """
      set -e
      printf '%s\\n' \((0..<10).map { _ in "'\(user.newTitle())'" }.joined(separator: " ")) | HOME=~/laptop stack push -
      # Whoever took that back would take the file away, which is no matter of merging.
      rm -r ~/laptop/.local
      cd ~/laptop/.config/stack
      git init --quiet --initial-branch main .
      echo '*.json merge=stack' >.gitattributes
      git config merge.stack.driver 'stack merge %O %A %B'
      git add . && git commit --quiet --message Start
      mkdir -p ~/desk/.config && git clone --quiet . ~/desk/.config/stack
      git remote add origin ~/desk/.config/stack
      git -C ~/desk/.config/stack config merge.stack.driver 'stack merge %O %A %B'
      """)
    #expect(setUp.status == 0 && setUp.errors.isEmpty, "\(setUp)")
  }

  private func text(_ machine: String) throws -> String {
    String(decoding: try Data(contentsOf: home.url("\(machine)/.config/stack/stack.json")), as: UTF8.self)
  }

  /// A session on each machine, and the merge. Returns what is wrong.
  mutating func round() throws -> String? {
    let base = try text("laptop")
    for machine in Self.machines {
      let actions = (0...user.random.below(4)).map { _ in user.nextAction(tasks: 5).command }
      try home.shell(
        """
        export HOME=~/\(machine); cd ~/.config/stack
        \(actions.joined(separator: "\n"))
        \(Program.exists("python3") ? user.random.pick(Self.layouts) : "")
        git commit --quiet --all --message \(machine)
        """)
    }
    let (one, other) = user.random.once(in: 2) ? ("laptop", "desk") : ("desk", "laptop")
    let (ours, theirs) = (try text(one), try text(other))
    let merge = try home.shell(
      """
      cd ~/\(one)/.config/stack && git fetch --quiet origin &&
      git merge --quiet --no-edit origin/main >~/said && git status --short --untracked-files=no &&
      cd ~/\(other)/.config/stack && git pull --quiet --ff-only origin main
      """)
    let merged = try text(one)
    if merge != Finished(status: 0, output: "", errors: "") { return "git: \(merge)" }
    if try text(other) != merged { return "the machines have different stacks" }
    if try MergeModel(merged) == MergeModel(base: base, ours: ours, theirs: theirs) { return nil }
    return "base \(base)\nours \(ours)\ntheirs \(theirs)\nmerged \(merged)"
  }
}
