// Merging the versions of one task (<doc:Merging#One-rule-for-three-values>).

extension ThreeCopies {
  /// Merges three versions of a task; `nil` if it was removed.
  func task(_ match: TaskMatch) -> MergedTask? {
    let (old, our, their) = versions(of: match)
    guard let our else {
      // We deleted it by hand.
      guard let their, their.meaning != old?.meaning else { return nil }
      return MergedTask(their.onOneLine)
    }
    // They deleted it by hand, or theirs is the text before the push that is undone.
    if their == nil, our.meaning == old?.meaning { return nil }
    // Most tasks are equal on both sides, and then their members aren't needed.
    guard let their, our.meaning != their.meaning else { return MergedTask(our) }
    return merged(old, our, their)
  }

  /// A task that both sides have, in different versions.
  func merged(_ old: TaskVersion?, _ our: TaskVersion, _ their: TaskVersion) -> MergedTask {
    let ending = endingChoice(old, our, their)
    let isOpen = (ending == .theirs ? their : our).isOpen
    // Ending a task removes its `until`.
    let sides = isOpen ? (our, their) : (our.awake, their.awake)
    guard let ourMembers = sides.0.members, let theirMembers = sides.1.members,
      !isOpen || our.isTask && their.isTask
    else {
      return MergedTask(our.isOpen == isOpen ? our : their.onOneLine)
    }
    let oldMembers = old?.members
    var dropped: [DroppedValue] = []
    var larger: (title: [UInt8], side: TaskVersion)?
    let parts = mergedMembers(ourMembers, theirMembers) { key, name in
      if let ending, name?.isOfEnding == true { return ending }
      let choice = ThreeWayChoice(
        base: oldMembers?.digest(key), ours: ourMembers.digest(key),
        theirs: theirMembers.digest(key))
      guard choice == .conflict else { return choice }
      let values = [ourMembers.value(key), theirMembers.value(key)]
      if name == .attachments || name == .notes,
        let items = mergedItems(oldMembers?.value(key), values[0], values[1])
      {
        return items
      }
      let isOurs = values[0].isSmaller(than: values[1])
      let value = isOurs ? values[1] : values[0]
      // If a key occurs twice, the first one counts.
      if key == .title, our.isIdentifiedByDate {
        larger = value.map { ($0, isOurs ? their : our) }
      } else {
        let keyName = ourMembers.name(of: key) ?? theirMembers.name(of: key) ?? ""
        dropped.append(DroppedValue(task: "", key: keyName, value: value))
      }
      return isOurs ? .ours : .theirs
    }
    let object = ourMembers.object
    let version = TaskVersion(object.container.edited(object.text, parts), isOpen: isOpen)
    let wording = our.identifyingDate.flatMap { added in
      larger.map { Wording(of: version, $0.title, added, side: $0.side) }
    }
    let isNewForUs = version.meaning != our.meaning || wording != nil
    return MergedTask(
      version, secondWording: wording, dropped: dropped,
      isChangedAfterEnding: isNewForUs && !our.isOpen && !isOpen)
  }

  /// Which side's ending the task gets (being open is one, too); `nil` if both are the same.
  private func endingChoice(
    _ old: TaskVersion?, _ our: TaskVersion, _ their: TaskVersion
  ) -> ThreeWayChoice? {
    if our.ending == their.ending { return nil }
    let choice = ThreeWayChoice(base: old?.ending, ours: our.ending, theirs: their.ending)
    guard choice == .conflict else { return choice }
    // One side reopened it and the other changed how it ended.
    if our.isOpen != their.isOpen { return our.isOpen ? .ours : .theirs }
    let isTheirs = endingKey(their.text).lexicographicallyPrecedes(endingKey(our.text))
    return isTheirs ? .theirs : .ours
  }
}

extension JSONDigest {
  /// The first key `title`.
  fileprivate static let title = JSONDigest(scalar: JSONText.encode(SchemaKey.title.rawValue)[...])
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
