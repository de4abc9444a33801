// Compares what merges and commands leave with what really happened.

/// Follows all tasks by their tokens, and collects findings. It knows nothing about the program
/// except the rules of merging.
struct Oracle {
  private(set) var truth = Truth()
  private(set) var findings: [Finding] = []
  /// What was done up to now.
  var session: Session
  private let setting: Setting

  init(_ setting: Setting, session: Session) {
    self.setting = setting
    self.session = session
  }

  mutating func report(_ kind: Finding.Kind, _ subject: String, _ details: String) {
    // The first one of a kind is the cause of further ones.
    if findings.contains(where: { $0.kind == kind && $0.subject == subject }) { return }
    let finding = Finding(kind: kind, subject: subject, details: details)
    findings.append(finding)
    session.add(finding)
  }

  // MARK: Commands

  /// Learns what a command or a person changed. Returns the tasks that were changed.
  mutating func observe(
    _ stack: Int, on machine: Int, _ before: TaskFile, _ after: TaskFile, by cause: Truth.Cause,
    otherStack: TaskFile, _ knowledge: inout Knowledge
  ) -> Set<String> {
    let changed = truth.observe(
      stack, on: machine, before, after, by: cause, otherStack: otherStack, &knowledge)
    if cause.isReversal {
      for token in changed {
        let place = Place(token: token, stack: stack)
        let count = after.open(token).count
        if count > 1, count > before.open(token).count, before.open(token).count > 0,
          (truth.traits[place] ?? []).isDisjoint(with: [.forked, .repeated, .imprecise])
        {
          report(.duplicate, token, "\(cause) left \(after.open(token).map(\.text))")
        }
      }
    }
    return changed
  }

  /// Learns that an older text was put back into a stack that syncs. A task that a command has
  /// removed since may come back.
  mutating func observeRestoration(_ stack: Int, of old: TaskFile, over file: TaskFile) {
    for token in old.tokens.subtracting(file.tokens) {
      truth.add(.reverted, to: Place(token: token, stack: stack))
    }
  }

  /// Learns that a task was sent twice from elsewhere.
  mutating func observeSecondDelivery(of token: String) {
    for stack in Move.stackNames.indices {
      truth.add(.repeated, to: Place(token: token, stack: stack))
    }
  }

  /// Checks that a command changed the status of no other tasks than its own.
  mutating func checkScope(
    _ before: TaskFile, _ after: TaskFile, _ own: Set<String>, _ command: String
  ) {
    for token in before.tokens.union(after.tokens).subtracting(own) {
      let old = before.status(of: token)
      let new = after.status(of: token)
      if old != new {
        report(.strayed, token, "\(command) changed \(describe(old)) to \(describe(new))")
      }
    }
  }

  private func describe(_ status: TaskFile.Status?) -> String { status.map { "\($0)" } ?? "absent" }

  // MARK: Merges

  /// Checks the result of a merge.
  ///
  /// - Parameters:
  ///   - base: The common ancestor; `nil` if none was used.
  ///   - knowledge: The changes that either side knows.
  mutating func checkMerge(
    _ stack: Int, _ base: TaskFile?, _ ours: TaskFile, _ theirs: TaskFile, _ result: TaskFile,
    _ knowledge: Knowledge
  ) {
    for (token, known) in knowledge.sorted(by: { $0.key < $1.key }) {
      let place = Place(token: token, stack: stack)
      checkDuplicates(place, base, ours, theirs, result)
      checkStatus(place, isExact: base != nil, result, known)
    }
  }

  private mutating func checkDuplicates(
    _ place: Place, _ base: TaskFile?, _ ours: TaskFile, _ theirs: TaskFile, _ result: TaskFile
  ) {
    let token = place.token
    func titles(_ file: TaskFile) -> Set<String> { Set(file[token].map(\.title)) }
    let isRewordedTwice =
      titles(ours) != titles(theirs)
      && (base.map { titles($0) != titles(ours) && titles($0) != titles(theirs) } ?? true)
    if isRewordedTwice, !titles(ours).isEmpty, !titles(theirs).isEmpty {
      truth.add(.forked, to: place)
    }
    let open = result.open(token)
    if open.count < 2 || open.count <= max(ours.open(token).count, theirs.open(token).count) {
      return
    }
    let traits = truth.traits[place] ?? []
    if !traits.isDisjoint(with: [.repeated, .imprecise, .sentTwice]) { return }
    if traits.contains(.forked), Set(open.map(\.title)).count == open.count { return }
    report(.duplicate, token, "\(open.map(\.text))")
  }

  private mutating func checkStatus(
    _ place: Place, isExact: Bool, _ result: TaskFile, _ known: Set<Int>
  ) {
    let token = place.token
    let statuses = truth.statuses(known)
    let status = result.status(of: token)
    let traits = truth.traits[place] ?? []
    // With imprecise dates, a task that was reworded here and changed there is two tasks.
    let isUncertain =
      !traits.isDisjoint(with: [.repeated, .imprecise, .partlyEnded])
      || traits.contains(.revertedElsewhere) && (!isExact || setting.exchange == .mixed)
    let isDeletionCertain = isExact && setting.hasAncestors && !traits.contains(.reverted)
    let canBeOpen = statuses.contains(.open)
    let canBeEnded = statuses.contains { $0.isEnded }
    let canBeGone = statuses.contains { $0.isGone }
    let deletion = truth.deletion(known)
    // A person who removes an ended task may not know that it was ended elsewhere, too.
    let isRecord = !canBeOpen && truth.changedAgain[place]?.contains(.presence) == true
    let expected = statuses.map { "\($0)" }.sorted().joined(separator: " or ")
    let details = "expected \(expected), but \(describe(status))"
    switch status {
    case nil:
      if !canBeGone && !traits.contains(.imprecise) && (isExact || !isUncertain)
        || canBeGone && isDeletionCertain && !isUncertain && !isRecord
          && (statuses.count > 1 || deletion == .contested)
          && !statuses.contains(.takenBack)
      {
        report(.lost, token, details)
      }
      if !canBeGone { truth.add(.revertedElsewhere, to: place) }
    case .open?:
      // A second wording that was reworded later is a task of its own.
      let isTwo =
        !isExact && traits.contains(.forked)
        && truth.changedAgain[place]?.contains(.wording) == true
      let isReopened = canBeEnded && !canBeOpen && !isTwo
      let isBack = isDeletionCertain && !canBeOpen && !canBeEnded && deletion == .last
      if isReopened || isBack, !isUncertain { report(.reopened, token, details) }
      if !canBeOpen { truth.add(.revertedElsewhere, to: place) }
    case .finished?, .sent?:
      if canBeOpen, !canBeEnded, !canBeGone, !isUncertain, !traits.contains(.forked) {
        report(.closed, token, details)
      }
      if !canBeEnded { truth.add(.revertedElsewhere, to: place) }
      if !canBeEnded, status == .finished { truth.add(.disputed, to: place) }
    }
  }

  /// Accepts the tasks of a file that doesn't have what its knowledge says, because a merge was
  /// undone.
  mutating func accept(_ stack: Int, _ file: TaskFile, _ knowledge: Knowledge) {
    for (token, known) in knowledge {
      let place = Place(token: token, stack: stack)
      let statuses = truth.statuses(known)
      let status = file.status(of: token).map(Truth.Status.init)
      if let status, statuses == [status] { continue }
      truth.add([.reverted, .revertedElsewhere], to: place)
      if status == .finished { truth.add(.disputed, to: place) }
    }
  }

  /// What it means that two machines that merged the same files have different tasks.
  func kind(ofDifference one: TaskFile, _ other: TaskFile, _ stack: Int) -> Finding.Kind {
    let isByOrder = one.tokens.union(other.tokens).allSatisfy { token in
      let place = Place(token: token, stack: stack)
      var again = truth.changedAgain[place] ?? []
      // What is left of a task that one machine removed while others changed it depends on the
      // order. Without a precise date, a task that was reworded is removed.
      if truth.traits[place]?.isDisjoint(with: [.removed, .imprecise]) == false {
        again.formUnion([.presence, .wording])
      }
      return one.differences(of: token, to: other).isSubset(of: again)
    }
    return isByOrder ? .dependsOnOrder : .diverged
  }

  // MARK: The end

  /// Checks that no task has lost a title, note or attachment that nobody removed.
  mutating func checkValues(_ stack: Int, _ file: TaskFile) {
    for token in file.tokens.sorted() {
      let place = Place(token: token, stack: stack)
      if let traits = truth.traits[place], !traits.isDisjoint(with: [.repeated, .imprecise]) {
        continue
      }
      let missing = (truth.values[place] ?? []).subtracting(file.values(of: token))
      if !missing.isEmpty { report(.valueLost, token, missing.sorted().joined(separator: ", ")) }
    }
  }

  /// Checks that each task that nobody finished or deleted is open in one of the stacks.
  mutating func checkEnd(_ files: [TaskFile], _ knowledge: [Knowledge]) {
    for token in Set(knowledge.flatMap(\.keys)).sorted() {
      if files.contains(where: { !$0.open(token).isEmpty }) { continue }
      let statuses = knowledge.reduce(into: Set<Truth.Status>()) {
        $0.formUnion(truth.statuses($1[token] ?? []))
      }
      let traits = files.indices.map { truth.traits[Place(token: token, stack: $0)] ?? [] }
      let isUncertain = traits.contains {
        !$0.isDisjoint(with: [.partlyEnded, .disputed, .erased])
      }
      if statuses.isDisjoint(with: [.finished, .deleted]), !isUncertain {
        let last = statuses.map { "\($0)" }.sorted().joined(separator: ", ")
        report(.lost, token, "open in no stack; the last changes: \(last)")
      }
    }
  }
}
