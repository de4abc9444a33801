/// The knowledge about the past of a task: which of two values is the older one.
enum Past {
  /// The members of the task in the common ancestor, and how it had ended there.
  case ancestor(MemberList?, ending: JSONDigest?)
  /// What commands on this machine did to the task.
  case commands(LocalKnowledge, task: JSONDigest)

  /// Which side's value an aspect gets.
  func choice(of aspect: JSONDigest, ours: JSONDigest?, theirs: JSONDigest?) -> ThreeWayChoice {
    switch self {
    case .ancestor(let members, let ending):
      ThreeWayChoice(
        base: aspect == .ending ? ending : members?.digest(aspect), ours: ours, theirs: theirs)
    case .commands(let knowledge, let task):
      knowledge.choice(task, aspect, ours: ours, theirs: theirs)
    }
  }

  /// Whether commands here replaced a value, so that it isn't the newest one.
  func hasReplaced(_ aspect: JSONDigest, _ value: JSONDigest?) -> Bool {
    switch self {
    case .ancestor: false
    case .commands(let knowledge, let task): knowledge.hasReplaced(task, aspect, value)
    }
  }

  /// The merged list under a key of a task: our items, then theirs' new ones, without those that a
  /// side removed. Equal items can't be told apart, so only their number counts. If a person's edit
  /// rearranged the items, they come first, in their new order.
  ///
  /// - Returns: `choice`, if a value isn't a list or if one side's list is the result.
  func combined(
    _ key: JSONDigest, _ ours: MemberList, _ theirs: MemberList, _ choice: ThreeWayChoice,
    isEdit: Bool
  ) -> ThreeWayChoice {
    guard let ours = JSONList(ours.value(key)), let theirs = JSONList(theirs.value(key)) else {
      return choice
    }
    switch self {
    case .ancestor(let members, _):
      guard choice == .conflict, let list = JSONList(members?.value(key)) else { return choice }
      let old = list.counts
      let isRemoved = { $1 <= old[$0, default: 0] }
      return isEdit && theirs.isRearranged(since: list)
        ? theirs.combined(with: ours, same: .theirs, isRemoved: isRemoved)
        : ours.combined(with: theirs, isRemoved: isRemoved)
    case .commands(let knowledge, let task):
      return ours.combined(with: theirs) {
        knowledge.hasReplaced(task, .item($0, $1, of: key), $0)
      }
    }
  }
}

extension JSONList {
  /// How often each element occurs.
  fileprivate var counts: [JSONDigest: Int] {
    numbered.reduce(into: [:]) { counts, item in
      counts[item.0] = max(counts[item.0] ?? 0, item.1)
    }
  }

  /// Whether the elements that were in an older list are in another order.
  fileprivate func isRearranged(since old: JSONList) -> Bool {
    var places: [JSONDigest: Int] = [:]
    for (place, (item, number)) in old.numbered.enumerated() {
      places[JSONDigest(item, number)] = place
    }
    return !numbered.compactMap { places[JSONDigest($0, $1)] }.isAscending
  }

  /// - Parameters:
  ///   - same: The result if the list stays as it is.
  ///   - isRemoved: Whether one of several equal items, by its number, was removed, if only one
  ///     side has it.
  fileprivate func combined(
    with theirs: JSONList, same: ThreeWayChoice = .ours, isRemoved: (JSONDigest, Int) -> Bool
  ) -> ThreeWayChoice {
    let ourCounts = counts
    let theirCounts = theirs.counts
    var counts = theirCounts.reduce(into: ourCounts) { counts, item in
      counts[item.key] = max(counts[item.key] ?? 0, item.value)
    }
    for (item, count) in counts {
      let least = min(ourCounts[item, default: 0], theirCounts[item, default: 0])
      counts[item] = stride(from: count, to: least, by: -1).first { !isRemoved(item, $0) } ?? least
    }
    var parts: [Container.Part] = []
    for (index, (item, number)) in numbered.enumerated() where number <= counts[item, default: 0] {
      parts.append(.item(index))
    }
    let keptCount = parts.count
    for (index, (item, number)) in theirs.numbered.enumerated()
    where number > ourCounts[item, default: 0] && number <= counts[item, default: 0] {
      parts.append(.new(theirs.element(index)))
    }
    return keptCount == count && parts.count == count ? same : .combined(edited(parts))
  }
}
