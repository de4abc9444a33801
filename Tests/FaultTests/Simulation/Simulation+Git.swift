// Merging with a common ancestor, as git does.

import TestSupport

extension Simulation {
  /// Commits both files if they were changed.
  private mutating func commit(on machine: Int) {
    let texts = Move.stackNames.indices.map { text($0, on: machine) }
    if texts == graph[heads[machine]].texts { return }
    heads[machine] = graph.add(
      .init(parents: [heads[machine]], texts: texts, knowledge: knowledge[machine]))
    oracle.session.add("commit \(machines[machine].name) c\(heads[machine])")
  }

  /// Commits, and merges the newest commit of another machine.
  mutating func pull(from other: Int, on machine: Int, commitsFirst: Bool) throws {
    commit(on: machine)
    if commitsFirst { commit(on: other) }
    let head = heads[machine]
    heads[machine] = try mergedCommit(head, heads[other])
    if heads[machine] != head { try checkOut(on: machine) }
  }

  private mutating func checkOut(on machine: Int) throws {
    let commit = graph[heads[machine]]
    oracle.session.add("checkout \(machines[machine].name) c\(heads[machine])")
    for (stack, name) in Move.stackNames.enumerated() {
      if commit.texts[stack] != text(stack, on: machine) {
        try machines[machine].replaceFile("\(name).json", by: commit.texts[stack])
      }
      remember(stack, on: machine)
    }
    knowledge[machine] = commit.knowledge
  }

  /// The commit that has the changes of both.
  private mutating func mergedCommit(_ ours: Int, _ theirs: Int) throws -> Int {
    if graph.contains(theirs, in: ours) { return ours }
    if graph.contains(ours, in: theirs) { return theirs }
    let bases = graph.mergeBases(ours, theirs).map { "c\($0)" }
    let git = git
    let base = try graph.base(ours, theirs) { base, ours, theirs in
      try base.indices.map { try git.merge(base[$0], ours[$0], theirs[$0]).text }
    }
    let baseName = bases.count > 1 ? "base\(graph.count)" : bases[0]
    if bases.count > 1 {
      oracle.session.add("# the base is the merge of \(bases.joined(separator: ", "))")
      for (stack, name) in Move.stackNames.enumerated() {
        oracle.session.addFile("\(baseName)-\(name).json", base[stack])
      }
    }
    oracle.session.add("merge \(baseName) c\(ours) c\(theirs) c\(graph.count)")
    var texts: [String] = []
    var known: [Knowledge] = []
    for stack in Move.stackNames.indices {
      let sides = [ours, theirs].map { graph[$0].texts[stack] }
      known.append(graph[ours].knowledge[stack].union(graph[theirs].knowledge[stack]))
      texts.append(try merge(base[stack], sides[0], sides[1], stack, known[stack]))
    }
    return graph.add(.init(parents: [ours, theirs], texts: texts, knowledge: known))
  }

  /// Merges a file, the other way round, too, and once more.
  private mutating func merge(
    _ base: String, _ ours: String, _ theirs: String, _ stack: Int, _ known: Knowledge
  ) throws -> String {
    let (text, wasNeeded) = try driver(base, ours, theirs)
    let result = try read(text)
    let name = Move.stackNames[stack]
    try oracle.checkMerge(stack, read(base), read(ours), read(theirs), result, known)
    guard wasNeeded else { return text }
    let other = try read(driver(base, theirs, ours).text)
    if other.tasks != result.tasks {
      oracle.report(.diverged, name, difference(result, other))
    }
    let again = try driver(base, text, theirs).text
    if again != text { try reportUnstable(name, text, again) }
    return text
  }

  /// Merges as git does, and expects that the program succeeds.
  private mutating func driver(_ base: String, _ ours: String, _ theirs: String) throws -> (
    text: String, wasNeeded: Bool
  ) {
    let merged = try git.merge(base, ours, theirs)
    if merged.status != 0 { oracle.report(.failed, "merge", "status \(merged.status)") }
    return (merged.text, merged.wasNeeded)
  }

  mutating func reportUnstable(_ name: String, _ text: String, _ again: String) throws {
    let files = [try read(text), try read(again)]
    let isReordered = files[0].tasks == files[1].tasks
    oracle.report(isReordered ? .reordered : .unstable, name, difference(files[0], files[1]))
  }

  func difference(_ one: TaskFile, _ other: TaskFile) -> String {
    let (mine, theirs) = (Set(one.tasks), Set(other.tasks))
    return "\(mine.subtracting(theirs).sorted()) became \(theirs.subtracting(mine).sorted())"
  }

  /// Merges the newest commits of all machines in each order, and then the results. All of them
  /// have the same tasks.
  mutating func finishWithGit() throws {
    for machine in machines.indices { commit(on: machine) }
    var results: [Int] = []
    for first in machines.indices {
      for offset in 1...2 {
        let second = (first + offset) % 3
        let third = (first + 3 - offset) % 3
        let pair = try mergedCommit(heads[first], heads[second])
        results.append(try mergedCommit(pair, heads[third]))
      }
    }
    // A ring: machines that got the same changes in different orders merge each other's results.
    results.append(try mergedCommit(results[0], results[3]))
    results.append(try mergedCommit(results[4], results[1]))
    for (stack, name) in Move.stackNames.enumerated() {
      let files = try results.map { try read(graph[$0].texts[stack]) }
      for file in files where file.tasks != files[0].tasks {
        let kind = oracle.kind(ofDifference: files[0], file, stack)
        oracle.report(kind, name, "in another order: " + difference(files[0], file))
      }
    }
    for machine in machines.indices {
      heads[machine] = results[2 * machine]
      try checkOut(on: machine)
    }
  }
}

extension Machine {
  /// Merges texts as git does, which runs the program only if both sides changed the file.
  fileprivate func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (
    text: String, status: Int32, wasNeeded: Bool
  ) {
    if base == ours || ours == theirs { return (theirs, 0, false) }
    if base == theirs { return (ours, 0, false) }
    let names = ["base", "ours", "theirs"]
    for (name, text) in zip(names, [base, ours, theirs]) { try home.write(text, to: name) }
    let status = try run(["merge"] + names, now: "2026-11-21T10:00:00Z")
    return (try home.text(of: "ours"), status, true)
  }
}
