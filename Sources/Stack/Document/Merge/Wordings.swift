// A conflict of titles is two tasks (<doc:Merging#Two-wordings>).

extension ThreeCopies {
  /// The three versions of a task.
  typealias Versions = (old: TaskVersion?, our: TaskVersion?, their: TaskVersion?)

  /// The versions of a match. Where a copy or the base has only the task from which this one was
  /// derived, that task stands for both wordings. But if the base has it with this title, and the
  /// copy with another one, the copy has replaced this wording.
  func versions(of match: TaskMatch) -> Versions {
    let versions: Versions = (base[match.base], ours[match.ours], theirs[match.theirs])
    guard versions.old == nil, let wording = versions.our ?? versions.their,
      var original = original(of: wording)
    else { return versions }
    if let our = versions.our, let their = versions.their {
      return (base[original]?.wording(as: wording), our, their)
    }
    let (copy, other) = versions.our == nil ? (ours, theirs) : (theirs, ours)
    // The task may be a wording, too. Only a text that was made for it has more of them.
    for _ in 0..<100 {
      if copy[original] != nil { break }
      guard let next = other[original].flatMap(self.original) else { return versions }
      original = next
    }
    guard let task = copy[original] else { return versions }
    let old = base[original]
    let isReplaced = old?.title == wording.title && task.title != wording.title
    let version = isReplaced ? nil : task.wording(as: wording)
    return (old?.wording(as: wording), versions.our ?? version, versions.their ?? version)
  }

  /// The identity of the task from which a wording was derived, if it was derived from any.
  private func original(of wording: TaskVersion) -> JSONDigest? {
    wording.identifyingDate.map {
      JSONDigest(identity: WordingIdentity.original(of: $0, wording.title))
    }
  }

  /// The merged tasks, and the second wordings to be added after them: those that no copy has yet.
  ///
  /// If a task has its `added`, it was that wording, and somebody has reworded it. Then both are
  /// merged as versions of one task that isn't in the base, which has two wordings in turn.
  func placingSecondWordings(
    in mergedTasks: [MergedTask?], of matches: [TaskMatch]
  ) -> (tasks: [MergedTask?], wordings: [Int: [TaskVersion]]) {
    var tasks = mergedTasks
    var wordings: [Int: [TaskVersion]] = [:]
    var pending: [(number: Int, wording: Wording)] = []
    for number in tasks.indices.reversed() {
      guard let wording = tasks[number]?.secondWording else { continue }
      // It is merged already, as a task of its own.
      let taken = ours[wording.task.identity] ?? theirs[wording.task.identity]
      if taken?.title != wording.task.title { pending.append((number, wording)) }
    }
    // Only a text that was made for it has so many tasks in the places of others.
    var rewordedCount = 100 * pending.count
    while let (number, wording) = pending.popLast() {
      let identity = wording.task.identity
      guard rewordedCount > 0, let other = self.number(of: identity, in: matches),
        let task = tasks[other]
      else {
        wordings[number, default: []].append(wording.task)
        continue
      }
      rewordedCount -= 1
      let both = merged(nil, task.version, wording.asOnItsSide)
      tasks[other] = MergedTask(
        both.version, secondWording: both.secondWording, dropped: both.dropped + task.dropped,
        isChangedAfterEnding: both.isChangedAfterEnding || task.isChangedAfterEnding)
      if let next = both.secondWording { pending.append((other, next)) }
    }
    return (tasks, wordings)
  }

  /// The number of the match that has the first task with an identity.
  private func number(of identity: JSONDigest, in matches: [TaskMatch]) -> Int? {
    // The first matches are the tasks of ours.
    if let index = ours.index(of: identity) { return index }
    return theirs.index(of: identity).flatMap { index in
      matches.firstIndex { $0.theirs == index }
    }
  }
}

/// The task with the larger of two titles that both sides gave one task.
struct Wording {
  /// The task as it is added. It has everything else that was merged, and an `added` that follows
  /// from that of the merged task and the title.
  let task: TaskVersion
  private let side: TaskVersion

  /// - Parameters:
  ///   - merged: The task with the smaller title.
  ///   - title: The larger title, as JSON.
  ///   - added: When the merged task was added.
  ///   - side: The version that has the larger title.
  init(of merged: TaskVersion, _ title: [UInt8], _ added: Timestamp, side: TaskVersion) {
    let characters = JSONText.string(title[...]).map { Array($0.utf8) } ?? title
    let date = WordingIdentity.added(for: characters, from: added)
    let text = merged.text(added: date, title: title)
    task = TaskVersion(
      text[...].hasLineBreak ? JSONText.oneLine(text) : text, isOpen: merged.isOpen)
    self.side = side
  }

  /// The task as only the side with this title has it.
  var asOnItsSide: TaskVersion { side.wording(as: task) }
}
