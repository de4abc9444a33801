// The order of the tasks in the merged lists (<doc:Merging#Order>).

extension MergedTasks {
  /// The ended tasks in their order. If theirs has no new entry, our order stays. Otherwise the
  /// entries of the base come first, in our order, and then the new ones by date; of equal dates,
  /// ours is first.
  var endedOrder: [Int] {
    let ended = matches.indices.filter { all[$0]?.isOpen == false }
    if ended.allSatisfy({ ours[matches[$0].ours]?.isOpen == false }) { return ended }
    let isOld = {
      ours[matches[$0].ours]?.isOpen == false && base[matches[$0].base]?.isOpen == false
    }
    let new = ended.filter { !isOld($0) }
      .map { (number: $0, date: endingKey(text(of: $0)[...])) }
    let sorted = new.sorted { $0.date.lexicographicallyPrecedes($1.date) }
    return ended.filter(isOld) + sorted.map { $0.number }
  }

  /// The open tasks that aren't snoozed, and then the snoozed ones.
  ///
  /// A task has a place in a copy if it is open there and not snoozed. Those that have one on both
  /// sides are in the order of one side, and the others are where they are on their side.
  var openOrder: [Int] {
    let open = matches.indices.filter { all[$0]?.isOpen == true }
    let ordinary = open.filter { all[$0]?.version.isSnoozed == false }
    let ourOrder = ordinary.filter { hasPlace(matches[$0].ours, in: ours) }
    let theirOrder = inTheirOrder(ordinary).filter { hasPlace(matches[$0].theirs, in: theirs) }
    let one = insertions(ourOrder)
    let other = insertions(theirOrder)
    var order = interleaved(one[front], other[front], newestFirst: true)
    for number in (keepsOurOrder(ourOrder, theirOrder) ? ourOrder : theirOrder).filter(isCommon) {
      order.append(number)
      order += interleaved(one[number], other[number])
    }
    order += interleaved(one[back], other[back])
    // Such as a second wording that only theirs has, which is ended there.
    let rest = ordinary.filter {
      !hasPlace(matches[$0].ours, in: ours) && !hasPlace(matches[$0].theirs, in: theirs)
    }
    return order + rest + snoozedOrder(open.filter { all[$0]?.version.isSnoozed == true })
  }

  /// The snoozed tasks: first those that are open in ours, in its order, and then the others, in
  /// theirs. After an edit, it is the other way round.
  private func snoozedOrder(_ snoozed: [Int]) -> [Int] {
    let isOurs = { ours[matches[$0].ours]?.isOpen == true }
    let isTheirs = { theirs[matches[$0].theirs]?.isOpen == true }
    let theirOrder = inTheirOrder(snoozed)
    return copies.isEdit
      ? theirOrder.filter(isTheirs) + snoozed.filter { !isTheirs($0) }
      : snoozed.filter(isOurs) + theirOrder.filter { !isOurs($0) }
  }

  /// Tasks in their order, except that those that theirs lacks are at the front.
  private func inTheirOrder(_ numbers: [Int]) -> [Int] {
    let places = numbers.map { matches[$0].theirs ?? -1 }
    // The matches have the tasks in our order, which is usually theirs, too.
    return places.isAscending
      ? numbers : numbers.sorted { matches[$0].theirs ?? -1 < matches[$1].theirs ?? -1 }
  }

  func text(of number: Int) -> [UInt8] { Array(all[number]?.version.text ?? []) }

  private func hasPlace(_ index: Int?, in copy: MergeInput) -> Bool {
    copy[index].map { $0.isOpen && !$0.isSnoozed } ?? false
  }

  /// Whether a task that stays in line has a place on both sides.
  private func isCommon(_ number: Int) -> Bool {
    hasPlace(matches[number].ours, in: ours) && hasPlace(matches[number].theirs, in: theirs)
  }

  /// Whether the common tasks are in our order; otherwise they are in theirs.
  private func keepsOurOrder(_ ourOrder: [Int], _ theirOrder: [Int]) -> Bool {
    let keepsOrder = [ourOrder, theirOrder].map { side in
      side.filter { isCommon($0) && hasPlace(matches[$0].base, in: base) }
        .compactMap { matches[$0].base }.isAscending
    }
    return keepsOrder[1] || !keepsOrder[0] && !copies.isEdit
  }

  // MARK: Tasks that have a place on one side only

  /// The places before and after all common tasks. The others are after a common task.
  private var front: Int { -1 }
  private var back: Int { -2 }

  /// The tasks that have a place on one side only, by these places: after the common task before
  /// them, but at the back if no common task follows.
  private func insertions(_ side: [Int]) -> [Int: [Int]] {
    var insertions: [Int: [Int]] = [:]
    var last = front
    for number in side {
      if isCommon(number) { last = number } else { insertions[last, default: []].append(number) }
    }
    insertions[back] = insertions.removeValue(forKey: last)
    return insertions
  }

  /// Both sides' tasks of a place by date. Each side's tasks keep their order, and ours is first on
  /// a tie.
  private func interleaved(_ ours: [Int]?, _ theirs: [Int]?, newestFirst: Bool = false) -> [Int] {
    guard let ours, let theirs else { return ours ?? theirs ?? [] }
    var order: [Int] = []
    var rest = theirs[...]
    for number in ours {
      let date = added(number)
      let earlier = rest.prefix {
        newestFirst
          ? date.lexicographicallyPrecedes(added($0)) : added($0).lexicographicallyPrecedes(date)
      }
      order += earlier
      order.append(number)
      rest = rest.dropFirst(earlier.count)
    }
    return order + rest
  }

  /// The date when a task was added.
  private func added(_ number: Int) -> [UInt8] {
    Container.bytes(under: .added, in: text(of: number)) ?? []
  }
}
