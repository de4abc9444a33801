// What becomes of one task of which the copies say different things.

/// What becomes of a task.
struct MergedTask {
  /// A text that comes into the merged stack.
  enum Text {
    /// As it stands in ours.
    case ours(Int)
    /// As it stands in theirs.
    case theirs(Int)
    /// Ours with changes.
    case merged(Int, [Piece])
    /// Theirs with changes.
    case new([UInt8])
  }

  var text: Text
  /// Whether it stands under `tasks`.
  var isOpen: Bool
  /// How it was ended, where it was.
  var ending: MergeEnding?
  /// Who decided how it ended.
  var endingSide: MemberMerge.Side
  /// Theirs as a task of its own, where a key would need two values.
  var double: Text?
}

/// Merges one task.
struct TaskMerge {
  let base: MergeCopy
  let ours: MergeCopy
  let theirs: MergeCopy

  /// What becomes of a task; `nil` if it is gone.
  func merged(_ task: MatchedTask) -> MergedTask? {
    let baseEntry = task.base.map { base.entries[$0] }
    switch (task.ours, task.theirs) {
    case (nil, nil):
      return nil
    case (let index?, nil):
      if let baseEntry, isUnchanged(ours, ours.entries[index], since: baseEntry) { return nil }
      return asInOurs(index)
    case (nil, let index?):
      if let baseEntry, isUnchanged(theirs, theirs.entries[index], since: baseEntry) { return nil }
      return asInTheirs(index)
    case (let index?, let other?):
      if let baseEntry {
        if isUnchanged(theirs, theirs.entries[other], since: baseEntry) { return asInOurs(index) }
        if isUnchanged(ours, ours.entries[index], since: baseEntry) { return asInTheirs(other) }
      }
      return merged(index, other, baseEntry)
    }
  }

  /// Whether a task says what it said in the base. (White space is no change: the layout is ours anyway.)
  private func isUnchanged(_ copy: MergeCopy, _ entry: MergeCopy.Entry, since old: MergeCopy.Entry) -> Bool {
    guard entry.isOpen == old.isOpen else { return false }
    return copy.bytes(of: entry) == base.bytes(of: old) || copy.identity(of: entry) == base.identity(of: old)
  }

  private func asInOurs(_ index: Int) -> MergedTask {
    let entry = ours.entries[index]
    return MergedTask(
      text: .ours(index), isOpen: entry.isOpen, ending: entry.isOpen ? nil : ours.ending(of: entry),
      endingSide: .ours)
  }

  private func asInTheirs(_ index: Int) -> MergedTask {
    let entry = theirs.entries[index]
    return MergedTask(
      text: .theirs(index), isOpen: entry.isOpen, ending: entry.isOpen ? nil : theirs.ending(of: entry),
      endingSide: .theirs)
  }

  // MARK: What both have

  private func merged(_ index: Int, _ other: Int, _ baseEntry: MergeCopy.Entry?) -> MergedTask {
    let ourEntry = ours.entries[index]
    let theirEntry = theirs.entries[other]
    let wasEnded = baseEntry.map { !$0.isOpen } ?? false
    let isOpen =
      wasEnded ? ourEntry.isOpen || theirEntry.isOpen : ourEntry.isOpen && theirEntry.isOpen
    let side = endingSide(ourEntry, theirEntry, baseEntry, isOpen: isOpen)
    func result(_ text: MergedTask.Text, double: MergedTask.Text? = nil) -> MergedTask {
      let ending = side == .theirs ? theirs.ending(of: theirEntry) : ours.ending(of: ourEntry)
      return MergedTask(
        text: text, isOpen: isOpen, ending: isOpen ? nil : ending, endingSide: side ?? .ours, double: double)
    }
    if ours.bytes(of: ourEntry) == theirs.bytes(of: theirEntry) { return result(.ours(index)) }
    if isOpen {
      // Under `completed` anything may stand; under `tasks` it may not.
      if !ourEntry.isTask { return result(.theirs(other)) }
      if !theirEntry.isTask { return result(.ours(index)) }
    }
    // Nobody validates what has ended: a key that stands there twice can't be merged, and one side stays as it is.
    if !isOpen, ours.hasEndingKeyTwice(ourEntry) || theirs.hasEndingKeyTwice(theirEntry) {
      return result(ourEntry.isOpen ? .theirs(other) : .ours(index))
    }
    if let side {
      let ourRest = ours.bytesWithoutEnding(of: ourEntry)
      let theirRest = theirs.bytesWithoutEnding(of: theirEntry)
      let baseRest = baseEntry.map { base.bytesWithoutEnding(of: $0) }
      switch side {
      case .ours where theirRest == ourRest || theirRest == baseRest: return result(.ours(index))
      case .theirs where ourRest == theirRest || ourRest == baseRest: return result(.theirs(other))
      default: break
      }
    }
    let ourObject = MemberMerge.Object(ours, ours.members[ourEntry.members])
    let theirObject = MemberMerge.Object(theirs, theirs.members[theirEntry.members])
    let merge = MemberMerge(
      base: baseEntry.map { MemberMerge.Object(base, base.members[$0.members]) },
      ours: ourObject, theirs: theirObject, endingSide: side)
    let members = merge.merged()
    let text: MergedTask.Text =
      members.isChanged ? .merged(index, patch(members, of: ours, ourEntry).pieces) : .ours(index)
    guard members.hasConflict else { return result(text) }
    return result(text, double: double(other, theirObject, ourObject, side))
  }

  /// Theirs as a task of its own, but ended as ours is.
  private func double(
    _ index: Int, _ theirObject: MemberMerge.Object, _ ourObject: MemberMerge.Object,
    _ side: MemberMerge.Side?
  ) -> MergedTask.Text {
    guard side == .ours else { return .theirs(index) }
    // Seen from theirs, ours changed nothing but the ending.
    let merge = MemberMerge(base: ourObject, ours: theirObject, theirs: ourObject, endingSide: .theirs)
    let members = merge.merged()
    if !members.isChanged { return .theirs(index) }
    return .new(patch(members, of: theirs, theirs.entries[index]).applied(to: theirs.text) ?? [])
  }

  private func patch(_ members: MemberMerge.Result, of copy: MergeCopy, _ entry: MergeCopy.Entry) -> Patch {
    let inside = (entry.place.lowerBound + 1)..<(entry.place.upperBound - 1)
    let layout = MergeLayout(
      copy.text, elements: copy.members[entry.members].map { $0.whole }, inside: inside, spacesSecond: true)
    let filling = MergeLayout.Filling(leading: [], separator: Array(", ".utf8), end: [])
    var list = Patch()
    list.copy(entry.place.lowerBound..<inside.lowerBound)
    layout.write(members.elements, filling: filling, to: &list)
    list.copy(inside.upperBound..<entry.place.upperBound)
    return list
  }

  // MARK: Endings

  /// Which side decides the keys of the ending; `nil` where they are keys like any other.
  private func endingSide(
    _ ourEntry: MergeCopy.Entry, _ theirEntry: MergeCopy.Entry, _ baseEntry: MergeCopy.Entry?, isOpen: Bool
  ) -> MemberMerge.Side? {
    if isOpen {
      guard let baseEntry, !baseEntry.isOpen else { return nil }
      return ourEntry.isOpen ? .ours : .theirs
    }
    if ourEntry.isOpen { return .theirs }
    if theirEntry.isOpen { return .ours }
    let ourEnding = ours.ending(of: ourEntry)
    let theirEnding = theirs.ending(of: theirEntry)
    if let baseEntry, !baseEntry.isOpen {
      let baseEnding = base.ending(of: baseEntry)
      if ourEnding.identity == baseEnding.identity { return .theirs }
      if theirEnding.identity == baseEnding.identity { return .ours }
    }
    return theirEnding.prevails(over: ourEnding) ? .theirs : .ours
  }
}

extension MergeCopy {
  /// Whether a key of an ending stands more than once in an element.
  fileprivate func hasEndingKeyTwice(_ entry: Entry) -> Bool {
    let own = members[entry.members]
    return own.indices.contains { index in
      own[index].name.isOfEnding && own[(index + 1)...].contains { $0.name == own[index].name }
    }
  }
}
