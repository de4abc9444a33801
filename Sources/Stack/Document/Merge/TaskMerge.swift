/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  let text: ArraySlice<UInt8>
  /// Theirs as a task of its own, if a key needs both values.
  var theirVersion: [UInt8]?
  /// Whether one side sent the task to another stack of this user, and the other side's changes of
  /// it aren't there.
  var isChangedAfterSending = false
  /// Whether we had ended the task, and their changes of it are new to us.
  var isChangedAfterEnding = false
}

extension Merge {
  /// Merges three versions of a task into one, and perhaps a second one; `nil` if it was removed.
  func task(_ match: TaskMatch) -> MergedTask? {
    let old = base[match.base]
    let their = theirs[match.theirs]
    guard let our = ours[match.ours] else { return their.flatMap { addition($0, old) } }
    // They deleted it by hand, or theirs is the text before the push that is undone. Without a
    // common ancestor, `old` is `nil`: they may never have had it.
    if their == nil, our.meaning == old?.meaning { return nil }
    // Most tasks are equal on both sides, and then their members aren't needed.
    guard let their, our.meaning != their.meaning else {
      return MergedTask(isOpen: our.isOpen, text: our.text)
    }
    return merged(our, their, old)
  }

  /// A task that only theirs has.
  private func addition(_ their: TaskVersion, _ old: TaskVersion?) -> MergedTask? {
    let isRemoved = knowledge?.hasRemoved(their) ?? (their.meaning == old?.meaning)
    if isRemoved { return nil }
    let same = MergedTask(isOpen: their.isOpen, text: relaid(Array(their.text), their.isOpen))
    // If ours has the task, this is another wording of it, or a copy that a person made.
    guard let knowledge, let members = their.members,
      !ourTasks.contains(knowledge.identity(of: their))
    else { return same }
    if knowledge.isLost(their, isOnlyTheirs: true) {
      let open = TaskVersion(members.object.withEnding([]), isOpen: true)
      return open.isTask ? MergedTask(isOpen: true, text: relaid(Array(open.text), true)) : same
    }
    guard let ending = knowledge.newerEnding(of: their) else { return same }
    // It was ended here, and a person removed the entry under `completed`.
    let ended = TaskVersion(members.object.withEnding(ending), isOpen: false)
    if knowledge.isLost(ended) { return same }
    return MergedTask(
      isOpen: false, text: relaid(Array(ended.text), false),
      isChangedAfterSending: ended.isSent && !knowledge.hasReplaced(their))
  }

  /// A text from theirs in the layout of our list.
  private func relaid(_ task: [UInt8], _ isOpen: Bool) -> ArraySlice<UInt8> {
    ours.document.relaid(task, isOpen: isOpen)[...]
  }

  /// A task that both sides have, in different versions.
  private func merged(_ our: TaskVersion, _ their: TaskVersion, _ old: TaskVersion?) -> MergedTask {
    let past =
      knowledge.map { Past.commands($0, task: $0.identity(of: our)) }
      ?? .ancestor(old?.members, ending: old?.ending)
    let ending = endingChoice(past, our, their)
    let isOpen = (ending == .theirs ? their : our).isOpen
    guard let ourMembers = our.members, let theirMembers = their.members,
      !isOpen || our.isTask && their.isTask
    else {
      let isInPlace = our.isOpen == isOpen
      let text = isInPlace ? our.text : relaid(Array(their.text), isOpen)
      return MergedTask(isOpen: isOpen, text: text)
    }
    let merge = MemberMerge(ourMembers, theirMembers) { key, name in
      // An ended task has no `until`.
      if let ending, name?.isOfEnding == true || name == .until && !isOpen { return ending }
      return choice(past, key, name, ourMembers, theirMembers)
    }
    let object = ourMembers.object
    let text = object.container.edited(object.text, merge.parts)
    var task = MergedTask(isOpen: isOpen, text: text[...])
    if !merge.conflicts.isEmpty {
      var version =
        ending == .ours ? theirMembers.object.withEnding(object.ending) : Array(their.text)
      // No version of the task is hidden for longer than the other one.
      if !merge.conflicts.contains(where: { (ourMembers[$0] ?? theirMembers[$0])?.key == .until }) {
        let until = Container.value(under: .until, in: text).map { Array(text[$0]) }
        version = JSONObject(version).setting(.until, to: until)
      }
      task.theirVersion = ours.document.relaid(version, isOpen: isOpen)
    }
    let meaning = TaskVersion(text, isOpen: isOpen).meaning
    let isNewForOurs = meaning != our.meaning || task.theirVersion != nil
    task.isChangedAfterEnding = isNewForOurs && !our.isOpen && !isOpen
    let isNewForTheirs = meaning != our.meaning && meaning != their.meaning
    task.isChangedAfterSending =
      !isOpen && (isNewForOurs && our.isSent || isNewForTheirs && their.isSent)
    return task
  }

  /// Which side's ending the task gets (being open is one, too); `nil` if both are the same.
  private func endingChoice(
    _ past: Past, _ our: TaskVersion, _ their: TaskVersion
  ) -> ThreeWayChoice? {
    if our.ending == their.ending { return nil }
    if knowledge?.isLost(their) == true { return .ours }
    if knowledge?.isLost(our) == true { return .theirs }
    let choice = past.choice(of: .ending, ours: our.ending, theirs: their.ending)
    guard choice == .conflict else { return choice }
    // One side reopened it and the other changed how it ended, which only a common ancestor shows.
    if our.isOpen != their.isOpen { return our.isOpen ? .ours : .theirs }
    let isTheirs = endingKey(Array(their.text)).lexicographicallyPrecedes(
      endingKey(Array(our.text)))
    return isTheirs ? .theirs : .ours
  }

  /// Which value a key gets that doesn't depend on the ending.
  private func choice(
    _ past: Past, _ key: JSONDigest, _ name: SchemaKey?, _ ours: MemberList, _ theirs: MemberList
  ) -> ThreeWayChoice {
    let our = ours.digest(key)
    let their = theirs.digest(key)
    let choice = past.choice(of: key, ours: our, theirs: their)
    return switch name {
    case .until
    where choice == .conflict || past.hasReplaced(key, our) && past.hasReplaced(key, their):
      earlierDate(ours.value(key), theirs.value(key)) ?? choice
    case .attachments, .notes: past.combined(key, ours, theirs, choice, isEdit: isEdit)
    default: choice
    }
  }

  /// The side with the earlier date, so that no task stays hidden for longer than a person wanted;
  /// a missing date counts as the earliest. `nil` if a value isn't a date of the form that `until`
  /// has.
  private func earlierDate(_ ours: [UInt8]?, _ theirs: [UInt8]?) -> ThreeWayChoice? {
    func date(_ value: [UInt8]?) -> Timestamp? {
      guard let value else { return Timestamp(seconds: .min) }
      return JSONText.string(value[...]).flatMap { Timestamp(until: $0) }
    }
    guard let our = date(ours), let their = date(theirs) else { return nil }
    return their < our ? .theirs : .ours
  }
}

extension TaskVersion {
  /// Whether the element is valid under `tasks`. Those of `completed` aren't validated.
  fileprivate var isTask: Bool { (try? QueuedTask(validating: Array(text))) != nil }

  /// Whether the task was sent to another stack of this user.
  fileprivate var isSent: Bool { ownRecipient != nil }

  /// The name of this user's stack to which the task was sent.
  var ownRecipient: String? {
    isOpen ? nil : Container.string(under: .to, in: Array(text))?.nameOfOwnStack
  }
}

/// How a task ended, for comparison: a byte for its rank in the order of precedence, and the date.
/// A missing date counts as the earliest.
func endingKey(_ task: [UInt8]) -> [UInt8] {
  let dates = SchemaKey.endingDates.map { Container.bytes(under: $0, in: task) }
  let rank = dates.firstIndex { $0 != nil } ?? dates.count
  return [UInt8(rank)] + (dates.compactMap { $0 }.first ?? [])
}
