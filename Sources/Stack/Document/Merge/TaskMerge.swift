/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  let text: ArraySlice<UInt8>
  /// The task with the larger of two titles, if both sides gave it different ones.
  var secondWording: [UInt8]?
  /// The values that lost a conflict.
  var droppedValues: [DroppedValue] = []
  /// Whether we had ended the task, and their changes of it are new to us.
  var isChangedAfterEnding = false
}

extension Merge {
  /// Merges three versions of a task; `nil` if it was removed.
  func task(_ match: TaskMatch) -> MergedTask? {
    let (old, our, their) = versions(of: match)
    guard let our else { return their.flatMap { addition($0, old) } }
    // They deleted it by hand, or theirs is the text before the push that is undone. Without a
    // common ancestor, `old` is `nil`: they may never have had it.
    if their == nil, our.meaning == old?.meaning { return nil }
    // Most tasks are equal on both sides, and then their members aren't needed.
    guard let their, our.meaning != their.meaning else {
      return MergedTask(isOpen: our.isOpen, text: our.text)
    }
    let past =
      knowledge.map { Past.commands($0, tasks: identities(of: our, their)) }
      ?? .ancestor(old?.members, ending: old?.ending)
    return merged(our, their, past)
  }

  /// The identities under which commands may have changed a task: its own, and that of the task
  /// from which it was derived.
  private func identities(of our: TaskVersion, _ their: TaskVersion) -> [JSONDigest] {
    [our.identity] + [our, their].compactMap(original)
  }

  /// A task that only theirs has.
  private func addition(_ their: TaskVersion, _ old: TaskVersion?) -> MergedTask? {
    let isRemoved = knowledge?.hasRemoved(their) ?? (their.meaning == old?.meaning)
    return isRemoved ? nil : MergedTask(isOpen: their.isOpen, text: onOneLine(their))
  }

  private func onOneLine(_ version: TaskVersion) -> ArraySlice<UInt8> {
    JSONText.oneLine(Array(version.text))[...]
  }

  /// A task that both sides have, in different versions.
  private func merged(_ our: TaskVersion, _ their: TaskVersion, _ past: Past) -> MergedTask {
    let ending = endingChoice(past, our, their)
    let isOpen = (ending == .theirs ? their : our).isOpen
    guard let ourMembers = our.members, let theirMembers = their.members,
      !isOpen || our.isTask && their.isTask
    else {
      let isInPlace = our.isOpen == isOpen
      return MergedTask(isOpen: isOpen, text: isInPlace ? our.text : onOneLine(their))
    }
    var droppedValues: [DroppedValue] = []
    var largerTitle: [UInt8]?
    // Found once: a task may have thousands of keys in conflict.
    lazy var titles = [our, their].map { String(decoding: $0.title, as: UTF8.self) }
    let parts = mergedMembers(ourMembers, theirMembers) { key, name in
      if let ending, name?.isOfEnding == true { return ending }
      // If a key occurs twice, the first one counts.
      let isTitle = key == .title
      let choice =
        isTitle && knowledge != nil
        ? titleChoice(past, our, their, [ourMembers, theirMembers].map { $0.digest(key) }, key)
        : choice(past, key, name, ourMembers, theirMembers)
      guard choice == .conflict else { return choice }
      let values = [ourMembers, theirMembers].map { $0.value(key) }
      let isOurs = values[0].isSmaller(than: values[1])
      let dropped = isOurs ? values[1] : values[0]
      if isTitle, our.isIdentifiedByDate {
        largerTitle = dropped
      } else {
        let keyName = ourMembers.name(of: key) ?? theirMembers.name(of: key) ?? ""
        droppedValues.append(
          DroppedValue(task: titles[isOurs ? 0 : 1], key: keyName, value: dropped))
      }
      return isOurs ? .ours : .theirs
    }
    let object = ourMembers.object
    let text = object.container.edited(object.text, parts)
    var task = MergedTask(isOpen: isOpen, text: text[...], droppedValues: droppedValues)
    if let largerTitle, let added = our.identifyingDate {
      task.secondWording = secondWording(of: text, added: added, title: largerTitle)
    }
    let isNewForUs =
      TaskVersion(text, isOpen: isOpen).meaning != our.meaning || task.secondWording != nil
    task.isChangedAfterEnding = isNewForUs && !our.isOpen && !isOpen
    return task
  }

  /// Which side's ending the task gets (being open is one, too); `nil` if both are the same.
  private func endingChoice(
    _ past: Past, _ our: TaskVersion, _ their: TaskVersion
  ) -> ThreeWayChoice? {
    if our.ending == their.ending { return nil }
    let choice = past.choice(of: .ending, ours: our.ending, theirs: their.ending)
    guard choice == .conflict else { return choice }
    // One side reopened it and the other changed how it ended, which only a common ancestor shows.
    if our.isOpen != their.isOpen { return our.isOpen ? .ours : .theirs }
    let isTheirs = endingKey(their.text).lexicographicallyPrecedes(endingKey(our.text))
    return isTheirs ? .theirs : .ours
  }

  /// Which value a key gets that doesn't depend on the ending.
  private func choice(
    _ past: Past, _ key: JSONDigest, _ name: SchemaKey?, _ ours: MemberList, _ theirs: MemberList
  ) -> ThreeWayChoice {
    let our = ours.digest(key)
    let their = theirs.digest(key)
    if our == their { return .ours }
    let choice = past.choice(of: key, ours: our, theirs: their)
    switch name {
    case .attachments, .notes:
      // With a common ancestor, a list that only one side changed is taken as it is.
      guard choice == .conflict || knowledge != nil else { return choice }
      let combined =
        isEdit
        ? past.combined(key, theirs.value(key), with: ours.value(key), same: .theirs)
        : past.combined(key, ours.value(key), with: theirs.value(key), same: .ours)
      return combined ?? choice
    default: return choice
    }
  }

  /// Which title a task gets without a common ancestor. One from which a second wording was derived
  /// is old, too.
  private func titleChoice(
    _ past: Past, _ our: TaskVersion, _ their: TaskVersion, _ titles: [JSONDigest?],
    _ key: JSONDigest
  ) -> ThreeWayChoice {
    let added = our.identifyingDate
    let isOld = zip([our, their], titles).map { version, title in
      past.isOld(title, key)
        || added.map { hasSecondWording(version.title, of: $0) } == true
    }
    return past.choice(titles[0], isOurOld: isOld[0], titles[1], isTheirOld: isOld[1])
  }
}

extension TaskVersion {
  /// Whether the element is valid under `tasks`. Those of `completed` aren't validated.
  fileprivate var isTask: Bool { (try? QueuedTask(validating: Array(text))) != nil }
}

extension [UInt8]? {
  /// Whether this is the smaller one of two different JSON values, by their bytes. A missing value
  /// is the smallest.
  fileprivate func isSmaller(than other: [UInt8]?) -> Bool {
    guard let self, let other else { return self == nil }
    let texts = [self, other].map { JSONText.string($0[...]).map { Array($0.utf8) } ?? $0 }
    if texts[0] != texts[1] { return texts[0].lexicographicallyPrecedes(texts[1]) }
    return self.lexicographicallyPrecedes(other)
  }
}

/// When a task ended, for comparison; of equal dates, the bytes of the endings decide. A missing
/// date counts as the earliest.
func endingKey(_ task: ArraySlice<UInt8>) -> [UInt8] {
  let object = JSONObject(Array(task))
  let date = SchemaKey.endingDates.lazy.compactMap {
    Container.bytes(under: $0, in: object.text)
  }.first
  return (date ?? []) + [0] + object.ending.joined()
}
