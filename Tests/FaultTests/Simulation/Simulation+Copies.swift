// Merging without a common ancestor: conflict copies of Syncthing, and copies from elsewhere.

import TestSupport

extension Simulation {
  /// Synchronises the directories of two machines. If both changed a file, one of them gives way.
  mutating func synchronize(_ one: Int, _ other: Int, isReversed: Bool) throws {
    let pair = isReversed ? [other, one] : [one, other]
    for machine in pair { folders[machine].scan(try machines[machine].files()) }
    let names = Set(pair.flatMap { folders[$0].files.keys })
    for name in names.sorted() {
      let files = pair.map { folders[$0][name] }
      let tasks = Synchronization.between(files[0], files[1])
      if tasks.0 == .keepCopy { try keepCopy(name, on: pair[0]) }
      if tasks.0 != .nothing { try take(name, files[1].text, from: pair[1], on: pair[0]) }
      if tasks.1 != .nothing { try take(name, files[0].text, from: pair[0], on: pair[1]) }
      let version = zip(files[0].version, files[1].version).map { max($0, $1) }
      for machine in pair { folders[machine][name].version = version }
    }
    // The conflict copies that this made.
    for name in folders[pair[0]].conflictCopies where folders[pair[1]][name].text == nil {
      if folders[pair[0]][name].includes(folders[pair[1]][name]) {
        try take(name, folders[pair[0]][name].text, from: pair[0], on: pair[1])
        folders[pair[1]][name].version = folders[pair[0]][name].version
      }
    }
  }

  private mutating func keepCopy(_ name: String, on machine: Int) throws {
    guard let stack = stack(ofFile: name), let text = folders[machine][name].text else { return }
    let number = String(1_000_000 + copyKnowledge.count).dropFirst()
    let copy =
      "\(Move.stackNames[stack]).sync-conflict-20261121-\(number)-ABCDEF\(machine + 2).json"
    oracle.session.add("cp \(machines[machine].name)/.config/stack/{\(name),\(copy)}")
    try machines[machine].replaceFile(copy, by: text)
    copyKnowledge[copy] = knowledge[machine][stack]
    folders[machine].scan(try machines[machine].files())
  }

  private mutating func take(
    _ name: String, _ text: String?, from other: Int, on machine: Int
  ) throws {
    if folders[machine][name].text == text { return }
    folders[machine][name].text = text
    let path = "\(machines[machine].name)/.config/stack/\(name)"
    guard let text else {
      oracle.session.add("rm \(path)")
      return try machines[machine].removeFile(name)
    }
    oracle.session.add(
      "cp \(machines[other].name)/.config/stack/\(name) \(path).tmp; mv \(path).tmp \(path)")
    try machines[machine].replaceFile(name, by: text)
    if let stack = stack(ofFile: name) {
      knowledge[machine][stack] = knowledge[other][stack]
      remember(stack, on: machine)
    }
  }

  /// The stack whose file has this name.
  private func stack(ofFile name: String) -> Int? {
    Move.stackNames.firstIndex { "\($0).json" == name }
  }

  // MARK: Merging

  /// Merges the conflict copies of a stack, one after the other.
  mutating func mergeConflictCopies(_ stack: Int, on machine: Int) throws {
    folders[machine].scan(try machines[machine].files())
    let prefix = "\(Move.stackNames[stack]).sync-conflict-"
    let names = folders[machine].conflictCopies.filter { $0.hasPrefix(prefix) }
    for name in names {
      guard let text = folders[machine][name].text else { continue }
      let arguments = names.count == 1 ? ["merge"] : ["merge", ".config/stack/\(name)"]
      try mergeCopy(text, copyKnowledge[name] ?? [:], stack, on: machine, arguments)
      // A copy that has nothing new stays; its owner removes it.
      if try machines[machine].files()[name] != nil {
        oracle.session.add("rm -f \(machines[machine].name)/.config/stack/\(name)")
        try machines[machine].removeFile(name)
      }
      folders[machine].scan(try machines[machine].files())
    }
  }

  /// Merges a copy, and then once more.
  mutating func mergeCopy(
    _ text: String, _ known: Knowledge, _ stack: Int, on machine: Int,
    _ arguments: [String] = ["merge", "copy.json"]
  ) throws {
    let name = Move.stackNames[stack]
    let ours = self.text(stack, on: machine)
    let lineCount = oracle.session.lineCount
    oracle.session.addFile("\(machines[machine].name)/copy.json", text)
    try machines[machine].home.write(text, to: "copy.json")
    try merge(arguments, stack, on: machine)
    let result = self.text(stack, on: machine)
    let gained = known.subtracting(knowledge[machine][stack])
    if result != ours { observeMerge(gained, stack, on: machine) }
    knowledge[machine][stack] = knowledge[machine][stack].union(known)
    try oracle.checkMerge(
      stack, nil, read(ours), read(text), read(result), knowledge[machine][stack])
    try merge(["merge", "copy.json"], stack, on: machine)
    let again = self.text(stack, on: machine)
    if again == result, result == ours { oracle.session.shorten(to: lineCount) }
    if again == result { return }
    try reportUnstable(name, result, again)
    observeMerge([:], stack, on: machine)
    oracle.accept(stack, try read(again), knowledge[machine][stack])
  }

  private mutating func merge(_ arguments: [String], _ stack: Int, on machine: Int) throws {
    let status = try run(arguments, stack, on: machine)
    if status != 0 {
      oracle.report(.failed, "merge", "status \(status): \(machines[machine].errors)")
    }
  }

  // MARK: The end

  /// Lets each machine merge the files of the others, twice, and then synchronises all until
  /// nothing changes any more.
  mutating func finishWithCopies() throws {
    for kind in [Finding.Kind.differsWithoutAncestor, .differsAfterSecondMerge] {
      for stack in setting.stacks { try mergeCrosswise(stack, kind) }
    }
    for _ in 0..<20 {
      for _ in 0..<2 {
        for machine in machines.indices {
          try synchronize(machine, (machine + 1) % machines.count, isReversed: false)
        }
      }
      // One machine merges all copies; the others get its result.
      guard let machine = machines.indices.first(where: { !folders[$0].conflictCopies.isEmpty })
      else { return try expectSameFiles() }
      for stack in Move.stackNames.indices { try mergeConflictCopies(stack, on: machine) }
    }
    oracle.report(.failed, "synchronizing", "there are still conflict copies after 20 rounds")
  }

  private mutating func expectSameFiles() throws {
    if try Set(machines.map { try $0.files() }).count > 1 {
      oracle.report(.failed, "synchronizing", "the files differ")
    }
  }

  private mutating func mergeCrosswise(_ stack: Int, _ kind: Finding.Kind) throws {
    let texts = machines.indices.map { text(stack, on: $0) }
    let known = machines.indices.map { knowledge[$0][stack] }
    for machine in machines.indices {
      for offset in 1..<machines.count {
        let other = (machine + offset) % machines.count
        try mergeCopy(texts[other], known[other], stack, on: machine)
      }
    }
    let files = try machines.indices.map { try read(text(stack, on: $0)) }
    for file in files where file.tasks != files[0].tasks {
      oracle.report(kind, Move.stackNames[stack], difference(files[0], file))
    }
  }
}

extension Simulation {
  /// Exchanges all files, and then looks for each task.
  mutating func finish() throws {
    switch setting.exchange {
    case .copies: try finishWithCopies()
    case .ancestor, .mixed: try finishWithGit()
    case .sync: try finishWithSync()
    }
    for machine in machines.indices {
      let files = try Move.stackNames.indices.map { try read(text($0, on: machine)) }
      oracle.checkEnd(files, knowledge[machine])
      for (stack, file) in files.enumerated() { oracle.checkValues(stack, file) }
    }
  }
}
