/// What a command changed in the lists of a stack.
struct ListChange {
  /// The elements that are new or different, with their versions before the change.
  private(set) var changed: [(old: TaskVersion?, new: TaskVersion)] = []
  private(set) var removed: [TaskVersion] = []
  /// The elements that were moved among the open tasks. A snoozed task is behind all others, so its
  /// place doesn't count if it was changed.
  private(set) var moved: [TaskVersion] = []

  init(_ before: Document, _ after: Document, _ patch: Patch) {
    let oldItems = before.allItems
    let newItems = after.allItems
    // The old index of each element. Most elements are copied, and these aren't compared.
    var places = Self.copied(oldItems, before.taskCount, newItems, after.taskCount, patch.copies)
    var isCopied = [Bool](repeating: false, count: oldItems.count)
    for case let place? in places { isCopied[place] = true }
    let oldIndices = oldItems.indices.filter { !isCopied[$0] }
    let newIndices = newItems.indices.filter { places[$0] == nil }
    let old = oldIndices.map { before.version($0, oldItems[$0]) }
    let new = newIndices.map { after.version($0, newItems[$0]) }
    let matching = Matching(old, new)
    for (index, partner) in matching.partnerOfSecond.enumerated() {
      places[newIndices[index]] = partner.map { oldIndices[$0] }
      let replaced = partner.map { old[$0] }
      if replaced?.meaning != new[index].meaning { changed.append((replaced, new[index])) }
    }
    removed = matching.unmatchedFirst.map { old[$0] }
    let order = zip(newItems, places).prefix(after.taskCount).compactMap { item, place -> Int? in
      guard let place, place < before.taskCount else { return nil }
      let text = after.text[item.range]
      let isChanged = before.text[oldItems[place].range] != text
      return isChanged && QueuedTask(validated: Array(text)).until != nil ? nil : place
    }
    moved = order.outOfOrder.map { before.version($0, oldItems[$0]) }
  }

  /// For each new element, the index of the old one in the same list of which it is a copy.
  private static func copied(
    _ oldItems: [Container.Item], _ oldCount: Int, _ newItems: [Container.Item], _ newCount: Int,
    _ copies: [(range: Range<Int>, shift: Int)]
  ) -> [Int?] {
    newItems.enumerated().map { index, item in
      let list = index < newCount ? oldItems[..<oldCount] : oldItems[oldCount...]
      return original(item.range, copies).flatMap(list.index)
    }
  }

  /// The range of the original text of which a range of the new text is a copy.
  private static func original(
    _ range: Range<Int>, _ copies: [(range: Range<Int>, shift: Int)]
  ) -> Range<Int>? {
    let place = copies.partitioningIndex { $0.range.upperBound + $0.shift >= range.upperBound }
    guard place < copies.count else { return nil }
    let start = range.lowerBound - copies[place].shift
    return start < copies[place].range.lowerBound ? nil : start..<(start + range.count)
  }
}

extension ArraySlice<Container.Item> {
  /// The index of the item with a range, by binary search.
  fileprivate func index(of range: Range<Int>) -> Int? {
    let index = partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    return index < endIndex && self[index].range == range ? index : nil
  }
}

extension [Int] {
  /// Whether each number is larger than the one before it.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }

  /// Numbers to leave out so that the others are sorted: those smaller than an earlier one, or
  /// those larger than a later one, whichever are fewer.
  fileprivate var outOfOrder: [Int] {
    let low = smallerThanEarlier
    let high = reversed().map { -$0 }.smallerThanEarlier.map { -$0 }
    return low.count <= high.count ? low : high
  }

  private var smallerThanEarlier: [Int] {
    var highest = Int.min
    return filter { number in
      defer { highest = Swift.max(highest, number) }
      return number < highest
    }
  }
}
