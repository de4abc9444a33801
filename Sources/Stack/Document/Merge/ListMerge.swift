// How the notes and attachments of a task are merged (<doc:Merging#One-rule-for-three-values>).

extension ThreeCopies {
  /// The list that both sides changed, with the items of one side that the other didn't remove, and
  /// then those that the other added; `nil` if a value isn't a list.
  func mergedItems(
    _ old: [UInt8]?, _ ours: [UInt8]?, _ theirs: [UInt8]?
  ) -> ThreeWayChoice? {
    // The typed order wins.
    guard let old = JSONList(old), let first = JSONList(isEdit ? theirs : ours),
      let second = JSONList(isEdit ? ours : theirs)
    else { return nil }
    let items = first.digests
    let otherItems = second.digests
    let oldItems = Set(old.digests)
    let others = Set(otherItems)
    let kept = items.indices.filter { others.contains(items[$0]) || !oldItems.contains(items[$0]) }
    let known = oldItems.union(items)
    let added = otherItems.indices.filter { !known.contains(otherItems[$0]) }
    if kept.count == items.count, added.isEmpty { return isEdit ? .theirs : .ours }
    return .combined(
      first.edited(
        kept.map { .item($0) } + added.map { .new(JSONText.oneLine(second.element($0))) }))
  }
}
