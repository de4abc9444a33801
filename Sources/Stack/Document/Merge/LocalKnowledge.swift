/// What commands on this machine did to the tasks of a stack, learned from one command after
/// another, the oldest first. Merging uses it to tell old values from new ones
/// (<doc:Merging#Rules-without-a-common-ancestor>).
struct LocalKnowledge {
  /// The number of commands from which it has learned.
  private var commandCount = 0
  /// Maps the identity of a retitled task to its original one.
  private var firstIdentities: [JSONDigest: JSONDigest] = [:]
  /// For each replaced value, the number of the command that replaced it.
  private var replacements: [JSONDigest: Int] = [:]
  /// The tasks that commands added or changed.
  private var known: Set<JSONDigest> = []
  /// The values with which tasks were pushed.
  private var initialValues: Set<JSONDigest> = []
  /// The tasks that a command removed from the file, not only from the queue.
  private var removed: Set<JSONDigest> = []
  /// The tasks that were moved among the open ones.
  private var moved: Set<JSONDigest> = []
  /// The members of the ending that a command gave a task last.
  private var endings: [JSONDigest: [[UInt8]]] = [:]

  /// A value of a task as a key of the sets.
  private func fact(_ task: JSONDigest, _ aspect: Aspect, _ value: JSONDigest?) -> JSONDigest {
    JSONDigest(JSONDigest(task, aspect), value)
  }

  private func isReplaced(_ task: JSONDigest, _ aspect: Aspect, _ value: JSONDigest?) -> Bool {
    replacements[fact(task, aspect, value)] != nil
  }

  /// The identity of a task, which stays the same if commands here retitle it.
  func identity(of element: MergeInput.Element) -> JSONDigest {
    firstIdentities[element.identity] ?? element.identity
  }

  /// Which of two values wins: the newer one, or both if it isn't known which that is.
  func choice(_ task: JSONDigest, _ aspect: Aspect, ours: JSONDigest?, theirs: JSONDigest?)
    -> ThreeWayChoice
  {
    if ours == theirs { return .ours }
    let our = fact(task, aspect, ours)
    let their = fact(task, aspect, theirs)
    let one = replacements[our] ?? .max
    let other = replacements[their] ?? .max
    if one != other { return one < other ? .theirs : .ours }
    if initialValues.contains(our) != initialValues.contains(their) {
      return initialValues.contains(our) ? .theirs : .ours
    }
    if ours == nil { return .theirs }
    return theirs == nil ? .ours : .both
  }

  /// Whether commands removed one of several equal items, by its number, from the list under a key.
  func hasRemoved(_ item: JSONDigest, _ number: Int, from key: JSONDigest, of task: JSONDigest)
    -> Bool
  {
    isReplaced(task, .item(key), JSONDigest(item, number))
  }

  /// Whether commands removed this element's task, and the element is a state that a command
  /// replaced or removed.
  func hasRemoved(_ element: MergeInput.Element) -> Bool {
    removed.contains(identity(of: element)) && hasReplaced(element)
  }

  /// Whether commands replaced this state of a task.
  func hasReplaced(_ element: MergeInput.Element) -> Bool {
    isReplaced(identity(of: element), .element, element.meaning)
  }

  func hasMoved(_ element: MergeInput.Element) -> Bool { moved.contains(identity(of: element)) }

  /// The members of the ending that a command gave this element's task instead of the element's
  /// ending, or of being open; `nil` if no command did.
  func newerEnding(of element: MergeInput.Element) -> [[UInt8]]? {
    let task = identity(of: element)
    return isReplaced(task, .ending, element.ending) ? endings[task] : nil
  }
}

// MARK: - Learning

extension LocalKnowledge {
  /// Learns what a command changed in a text, unless the text before or after the change isn't a
  /// stack.
  ///
  /// - Parameter isMove: Whether the command received a task from another stack of this user.
  ///   Commands there may have changed it, so its values aren't its initial ones.
  mutating func learn(_ text: [UInt8], _ patch: Patch, isMove: Bool = false) {
    guard let newText = patch.applied(to: text), let before = Listing(text),
      let after = Listing(newText)
    else { return }
    commandCount += 1
    let kept = before.indicesOfKept(in: after, patch)
    let isKept = Set(kept.compactMap { $0 })
    let oldIndices = before.items.indices.filter { !isKept.contains($0) }
    let newIndices = after.items.indices.filter { kept[$0] == nil }
    let old = oldIndices.map(before.element)
    let new = newIndices.map(after.element)
    var matching = Matching(old, new)
    matching.matchBySimilarity()
    matching.matchUnique(matching.rest) { JSONDigest($0.added, true) }
    var places = kept
    for (index, partner) in zip(newIndices, matching.partners) {
      places[index] = partner.map { oldIndices[$0] }
    }
    learnOrder(places, before, after)
    for (element, partner) in zip(new, matching.partners) {
      let replaced = partner.map { old[$0] }
      if replaced?.meaning == element.meaning { continue }
      let task = identity(of: replaced ?? element)
      let isNew = learnTask(task, replaced, element)
      guard let members = after.members(of: element) else { continue }
      endings[task] = element.isOpen ? nil : members.object.members(where: isOfEnding)
      learnMembers(task, before.members(of: replaced), members, areInitial: isNew && !isMove)
    }
    for element in matching.free.map({ old[$0] }) {
      let task = identity(of: element)
      removed.insert(task)
      replace(task, .element, element.meaning, by: nil)
    }
  }

  /// Learns which tasks a command moved among the open ones. `places` has the old index of each
  /// element. A snoozed task is behind all others, so its place doesn't count if it was changed.
  private mutating func learnOrder(_ places: [Int?], _ before: Listing, _ after: Listing) {
    let order = zip(after.items, places).prefix(after.document.taskCount).compactMap {
      (item, place) -> Int? in
      guard let place, place < before.document.taskCount else { return nil }
      let text = after.document.text[item.range]
      let isChanged = !before.document.text[before.items[place].range].elementsEqual(text)
      return isChanged && QueuedTask(validated: Array(text)).until != nil ? nil : place
    }
    for index in order.outOfOrder { moved.insert(identity(of: before.element(index))) }
  }

  /// Learns that a command changed a task, or added it. Returns whether no command did so before.
  private mutating func learnTask(
    _ task: JSONDigest, _ old: MergeInput.Element?, _ new: MergeInput.Element
  ) -> Bool {
    if new.identity != task, firstIdentities[new.identity] == nil {
      firstIdentities[new.identity] = task
    }
    removed.remove(task)
    replace(task, .element, old.map { $0.meaning }, by: new.meaning)
    replace(task, .ending, old.map { $0.ending }, by: new.ending)
    return known.insert(task).inserted
  }

  /// Learns which members of a task a command changed; `before` is `nil` for a new task.
  private mutating func learnMembers(
    _ task: JSONDigest, _ before: MemberList?, _ after: MemberList, areInitial: Bool
  ) {
    for key in after.keys + (before?.keys.filter { after[$0] == nil } ?? []) {
      if isOfEnding((after[key] ?? before?[key])?.key) { continue }
      let value = after.digest(key)
      replace(task, .member(key), before.map { $0.digest(key) }, by: value)
      if before == nil {
        // If the task was known already, `undo` has put it back, maybe with later values.
        let fact = fact(task, .member(key), value)
        if areInitial { initialValues.insert(fact) } else { initialValues.remove(fact) }
      }
      learnItems(task, key, before?.value(key), after.value(key))
    }
  }

  /// Learns which items a command removed from the list under a key, and which it added.
  private mutating func learnItems(
    _ task: JSONDigest, _ key: JSONDigest, _ before: [UInt8]?, _ after: [UInt8]?
  ) {
    guard let old = JSONList(before)?.digests.counts, let new = JSONList(after)?.digests.counts
    else { return }
    for (item, count) in old where count > new[item, default: 0] {
      for number in (new[item, default: 0] + 1)...count {
        replace(task, .item(key), JSONDigest(item, number), by: nil)
      }
    }
    for (item, count) in new where count > old[item, default: 0] {
      for number in (old[item, default: 0] + 1)...count {
        replace(task, .item(key), nil, by: JSONDigest(item, number))
      }
    }
  }

  /// Learns that a command replaced a value. For a new task or a new item, `old` is `nil`: nothing
  /// was replaced.
  private mutating func replace(
    _ task: JSONDigest, _ aspect: Aspect, _ old: JSONDigest??, by new: JSONDigest?
  ) {
    if old == .some(new) { return }
    if let old { replacements[fact(task, aspect, old)] = commandCount }
    replacements[fact(task, aspect, new)] = nil
  }
}

/// The elements of a text's two lists.
private struct Listing {
  let document: Document
  let items: [Container.Item]

  /// - Returns: `nil` if the text isn't a stack. An empty text means that there was no file.
  init?(_ text: [UInt8]) {
    guard let document = try? Document(text.isEmpty ? Document.emptyText : text) else { return nil }
    self.document = document
    items = document.allItems
  }

  func element(_ index: Int) -> MergeInput.Element {
    MergeInput.Element(items[index].range, isOpen: index < document.taskCount, in: document.text)
  }

  func members(of element: MergeInput.Element?) -> MemberList? {
    MemberList(element, in: document.text)
  }

  private var lists: [Range<Int>] { [0..<document.taskCount, document.taskCount..<items.count] }

  /// For each element of a new text, its index here, or `nil` if the patch didn't copy it within
  /// its list.
  func indicesOfKept(in new: Listing, _ patch: Patch) -> [Int?] {
    var kept = [Int?](repeating: nil, count: new.items.count)
    for (list, newList) in zip(lists, new.lists) {
      var copies = patch.copies[...]
      var next = list.lowerBound
      for index in newList {
        let range = new.items[index].range
        while let copy = copies.first, copy.range.upperBound + copy.shift < range.upperBound {
          copies.removeFirst()
        }
        guard let copy = copies.first else { break }
        let old = (range.lowerBound - copy.shift)..<(range.upperBound - copy.shift)
        if old.lowerBound < copy.range.lowerBound { continue }
        if next == list.upperBound || items[next].range != old {
          next = firstIndex(from: old.lowerBound, in: list)
        }
        if next < list.upperBound, items[next].range == old {
          kept[index] = next
          next += 1
        }
      }
    }
    return kept
  }

  /// The first element that begins at an offset or after it, by binary search.
  private func firstIndex(from offset: Int, in list: Range<Int>) -> Int {
    var low = list.lowerBound
    var high = list.upperBound
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// Elements to leave out so that the others are sorted: those smaller than an earlier one, or
  /// those larger than a later one, whichever are fewer.
  fileprivate var outOfOrder: [Int] {
    let low = smallerThanEarlier(self)
    let high = smallerThanEarlier(reversed().map { -$0 }).map { -$0 }
    return low.count <= high.count ? low : high
  }

  private func smallerThanEarlier(_ values: [Int]) -> [Int] {
    var highest = Int.min
    return values.filter { value in
      defer { highest = Swift.max(highest, value) }
      return value < highest
    }
  }
}
