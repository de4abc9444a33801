// The order of the tasks in the merged lists (<doc:Merging#Rules-with-a-common-ancestor>). Each is
// identified by the number of its match.

extension Merge {
  /// The ended tasks in their order. If theirs has no new entry, our order stays. Otherwise the
  /// entries of the base come first, in our order, and then the new ones by date; of equal dates,
  /// ours is first.
  var endedOrder: [Int] {
    let all = matches.indices.filter { tasks[$0]?.isOpen == false }
    if all.allSatisfy({ ours[matches[$0].ours]?.isOpen == false }) { return all }
    let isOld = {
      ours[matches[$0].ours]?.isOpen == false && base[matches[$0].base]?.isOpen == false
    }
    let new = all.filter { !isOld($0) }
      .map { (number: $0, date: endingKey(text(of: $0)[...])) }
    let sorted = new.sorted { $0.date.lexicographicallyPrecedes($1.date) }
    return all.filter(isOld) + sorted.map { $0.number }
  }

  /// The tasks that are open on both sides in the order of one side, and the others where they are
  /// on their side.
  var openOrder: [Int] {
    var numbers = [Int](repeating: 0, count: theirs.elements.count)
    for (number, match) in matches.enumerated() {
      if let index = match.theirs { numbers[index] = number }
    }
    // A second wording that only theirs has can be open although it has ended there.
    let reopened = numbers[theirs.document.taskCount...].filter { matches[$0].ours == nil }
    let theirOpen = (numbers[..<theirs.document.taskCount] + reopened).filter(isOpen)
    let ourOpen = matches.indices.filter {
      isOpen($0) && ours[matches[$0].ours]?.isOpen == true
    }
    let one = insertions(ourOpen)
    let other = insertions(theirOpen)
    var order = interleaved(one[front], other[front], newestFirst: true)
    for number in (keepsOurOrder(ourOpen, theirOpen) ? ourOpen : theirOpen).filter(isCommon) {
      order.append(number)
      order += interleaved(one[number], other[number])
    }
    return order + interleaved(one[back], other[back])
  }

  func text(of number: Int) -> [UInt8] { Array(tasks[number]?.text ?? []) }

  private func isOpen(_ number: Int) -> Bool { tasks[number]?.isOpen == true }

  /// Whether a task that stays open is open on both sides.
  private func isCommon(_ number: Int) -> Bool {
    ours[matches[number].ours]?.isOpen == true && theirs[matches[number].theirs]?.isOpen == true
  }

  /// Whether the common tasks are in our order; otherwise they are in theirs. Without a common
  /// ancestor, they are in ours only if a command here rearranged them.
  private func keepsOurOrder(_ ourOpen: [Int], _ theirOpen: [Int]) -> Bool {
    if let knowledge {
      return ourOpen.contains { number in
        matches[number].theirs != nil
          && ours[matches[number].ours].map(knowledge.hasMoved) == true
      }
    }
    let keepsOrder = [ourOpen, theirOpen].map { side in
      side.filter(isCommon).compactMap { matches[$0].base }.filter { base.elements[$0].isOpen }
        .isAscending
    }
    return keepsOrder[1] || !keepsOrder[0] && !isEdit
  }

  // MARK: Tasks that are open on one side

  /// The places before and after all common tasks. The others are after a common task.
  private var front: Int { -1 }
  private var back: Int { -2 }

  /// The tasks that are open on one side only, by their places: after the common task before them,
  /// but at the back if no common task follows.
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
