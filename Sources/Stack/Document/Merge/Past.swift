/// The knowledge about the past of a task: which of two values is the older one.
enum Past {
  /// The members of the task in the common ancestor, and how it had ended there.
  case ancestor(MemberList?, ending: JSONDigest?)
  /// What commands on this machine did to the task, which may have several identities: that of a
  /// second wording, and that of the task from which it was derived.
  case commands(LocalKnowledge, tasks: [JSONDigest])

  /// Which side's value an aspect gets.
  func choice(of aspect: JSONDigest, ours: JSONDigest?, theirs: JSONDigest?) -> ThreeWayChoice {
    switch self {
    case .ancestor(let members, let ending):
      return ThreeWayChoice(
        base: aspect == .ending ? ending : members?.digest(aspect), ours: ours, theirs: theirs)
    case .commands:
      return choice(ours, isOurOld: isOld(ours, aspect), theirs, isTheirOld: isOld(theirs, aspect))
    }
  }

  /// Without a common ancestor, the value wins that isn't old; or that isn't missing, because a
  /// missing key is older than a value, and being open is older than an ending.
  func choice(
    _ ours: JSONDigest?, isOurOld: Bool, _ theirs: JSONDigest?, isTheirOld: Bool
  ) -> ThreeWayChoice {
    if ours == theirs { return .ours }
    if isOurOld != isTheirOld { return isOurOld ? .theirs : .ours }
    if theirs == nil { return .ours }
    return ours == nil ? .theirs : .conflict
  }

  /// Whether a value isn't the newest one: it is that of the common ancestor, or commands here
  /// replaced or removed it.
  func isOld(_ value: JSONDigest?, _ aspect: JSONDigest) -> Bool {
    switch self {
    case .ancestor(let members, _): members?.digest(aspect) == value
    case .commands(let knowledge, let tasks):
      tasks.contains { knowledge.hasReplaced($0, aspect, value) }
    }
  }

  /// The merged list under a key of a task: the items of one side, then the new ones of the other,
  /// without those that a side removed.
  ///
  /// - Parameter same: The result if the first list stays as it is.
  /// - Returns: `nil` if a value isn't a list.
  func combined(
    _ key: JSONDigest, _ first: [UInt8]?, with second: [UInt8]?, same: ThreeWayChoice
  ) -> ThreeWayChoice? {
    guard let list = JSONList(first), let other = JSONList(second) else { return nil }
    let items = list.digests
    let otherItems = other.digests
    let own = Set(items)
    let others = Set(otherItems)
    let isKept: (JSONDigest) -> Bool
    let isAdded: (JSONDigest) -> Bool
    switch self {
    case .ancestor(let members, _):
      guard let base = JSONList(members?.value(key)) else { return nil }
      let old = Set(base.digests)
      isKept = { others.contains($0) || !old.contains($0) }
      isAdded = { !old.contains($0) }
    case .commands(let knowledge, let tasks):
      isKept = { _ in true }
      isAdded = { item in
        !tasks.contains { knowledge.hasReplaced($0, .item(item, of: key), item) }
      }
    }
    let kept = items.indices.filter { isKept(items[$0]) }
    let added = otherItems.indices.filter { index in
      !own.contains(otherItems[index]) && isAdded(otherItems[index])
    }
    if kept.count == list.count, added.isEmpty { return same }
    return .combined(
      list.edited(
        kept.map { .item($0) } + added.map { .new(JSONText.oneLine(other.element($0))) }))
  }
}
