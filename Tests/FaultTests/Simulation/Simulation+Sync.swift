// Exchanging stacks by `stack sync`, with a repository of git.

import Foundation
import TestSupport

extension Simulation {
  private var repository: URL { git.home.url("origin") }

  mutating func prepareRepository() throws {
    try git.home.shell("git init -q --bare -b stack origin")
    for machine in machines.indices { try sync(machine, isKilled: false) }
  }

  /// What the repository has of each stack; `nil` if nothing.
  private func repositoryTexts() throws -> [String?] {
    try Move.stackNames.map { name in
      let shown = try git.home.run(
        Program.path(of: "git") ?? "git", ["-C", "origin", "show", "HEAD:\(name).json"])
      return shown.status == 0 ? shown.output : nil
    }
  }

  /// Syncs a machine, and lets the oracle see what that did.
  ///
  /// - Parameter expected: The exit status. A stack that isn't valid is left out.
  mutating func sync(_ machine: Int, isKilled: Bool, status expected: Int32 = 0) throws {
    try disturb(machine)
    let before = Move.stackNames.indices.map { text($0, on: machine) }
    let theirs = try repositoryTexts()
    let now = now(on: machine)
    let isFirst = commonTexts[machine].allSatisfy { $0 == nil }
    let address = isFirst ? [repository.path] : []
    let limit = isKilled ? UInt32(random.below(120_000)) : nil
    oracle.session.add(
      "on \(machines[machine].name) \(now) sync \(isFirst ? "$PWD/origin" : "")"
        + (limit.map { " # killed after \($0 / 1000) ms" } ?? ""))
    let status = try machines[machine].run(["sync"] + address, now: now, killedAfter: limit)
    if !isKilled, status != expected {
      oracle.report(.failed, "sync", "status \(status): \(machines[machine].errors)")
    }
    let shared = try repositoryTexts()
    for (stack, ours) in before.enumerated() where ours.isEmpty || (try? read(ours)) != nil {
      let result = text(stack, on: machine)
      let isMerged = !isKilled || result != ours || shared[stack] != theirs[stack]
      if isMerged, let theirs = theirs[stack] {
        try observeSync(stack, on: machine, ours, theirs, result)
      }
      if shared[stack] != theirs[stack] {
        repositoryKnowledge[stack] = knowledge[machine][stack]
      }
      if result == shared[stack] { commonTexts[machine][stack] = result }
    }
  }

  /// Sometimes renames the branch, or damages the cache of a machine.
  private mutating func disturb(_ machine: Int) throws {
    let number = random.below(8000)
    if number % 8 == 0 {
      oracle.session.add("git -C origin branch -m b\(number)")
      try git.home.shell("git -C origin branch -m b\(number)")
    } else if number % 8 == 1 {
      let script = """
        find .local/state -path '*/sync/git/*' -type f | sort | tail -n +\(number % 50 + 1) |
          head -1 | while read -r file; do chmod u+w $file; : >$file; done
        """
      oracle.session.add("(cd \(machines[machine].name); \(script))")
      try machines[machine].home.shell(script)
    }
  }

  private mutating func observeSync(
    _ stack: Int, on machine: Int, _ ours: String, _ theirs: String, _ result: String
  ) throws {
    remember(stack, on: machine)
    // With known tasks, a command has removed the file, and them.
    if ours.isEmpty, knowledge[machine][stack].isEmpty {
      knowledge[machine][stack] = repositoryKnowledge[stack]
      if result != theirs { oracle.report(.failed, "sync", "a missing file got another text") }
      return
    }
    knowledge[machine][stack] = knowledge[machine][stack].union(repositoryKnowledge[stack])
    let base = try commonTexts[machine][stack].map { (text) in try read(text) }
    try oracle.checkMerge(
      stack, base, read(ours.isEmpty ? "{}" : ours), read(theirs), read(result),
      knowledge[machine][stack])
  }

  // MARK: Files that were removed or damaged

  /// Removes the file, and then syncs, or adds a task, or lets `undo` restore it.
  mutating func removeFile(_ move: Move) throws {
    let machine = move.machine
    // So that no change is in this file only.
    try sync(machine, isKilled: false)
    let text = text(move.stack, on: machine)
    oracle.session.add("rm \(path(move.stack, on: machine))")
    try machines[machine].removeFile("\(Move.stackNames[move.stack]).json")
    if move.choice % 3 == 0 { return try repair(move, of: text) }
    // The new file knows nothing of the old one.
    knowledge[machine][move.stack] = [:]
    commonTexts[machine][move.stack] = nil
    if move.choice % 3 == 1 {
      try command(move, ["push", "t\(move.number)", "anew"], own: "t\(move.number)")
    }
    try sync(machine, isKilled: false)
  }

  /// Damages the file, syncs the others, and lets `undo` restore it.
  mutating func damageFile(_ move: Move) throws {
    let machine = move.machine
    let text = text(move.stack, on: machine)
    oracle.session.addFile(path(move.stack, on: machine), "{\"tasks\": [\n")
    try machines[machine].replaceFile("\(Move.stackNames[move.stack]).json", by: "{\"tasks\": [\n")
    try sync(machine, isKilled: move.choice % 2 == 0, status: 65)
    try repair(move, of: text)
  }

  /// Restores a file, which had a text that the last command may not have left.
  private mutating func repair(_ move: Move, of text: String) throws {
    let machine = move.machine
    let isRepaired = try run(["undo"], move.stack, on: machine) == 0
    let repaired = self.text(move.stack, on: machine)
    try machines[machine].replaceFile("\(Move.stackNames[move.stack]).json", by: text)
    if isRepaired, repaired != text { try replaceByHand(move, repaired) }
    commonTexts[machine][move.stack] = nil
  }

  // MARK: The end

  /// Lets all machines sync until they must have the same files.
  mutating func finishWithSync() throws {
    for _ in 0..<2 {
      for machine in machines.indices { try sync(machine, isKilled: false) }
    }
    for (stack, name) in Move.stackNames.enumerated() {
      let texts = machines.indices.map { text(stack, on: $0) }
      for text in texts where text != texts[0] {
        oracle.report(.diverged, name, difference(try read(texts[0]), try read(text)))
      }
    }
    let unchanged = try git.home.shell(
      "git -C origin log --format='%T' HEAD | uniq -d")
    if !unchanged.output.isEmpty { oracle.report(.failed, "sync", "a commit without a change") }
  }
}
