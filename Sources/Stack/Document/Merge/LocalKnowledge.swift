/// What commands on this machine did to the tasks of a stack, learned from one command after another, the oldest first.
/// Merging uses it to tell old values from new ones (<doc:Merging#Rules-without-a-common-ancestor>).
struct LocalKnowledge {
  /// The number of commands from which it has learned.
  private var commandCount = 0
  /// For each identity that a task got when a command retitled it: the task's first identity.
  private var firstIdentities: [SemanticHash: SemanticHash] = [:]
  /// For each replaced value, the number of the command that replaced it.
  private var replacements: [SemanticHash: Int] = [:]
  /// The tasks that commands added or changed.
  private var known: Set<SemanticHash> = []
  /// The values with which tasks were pushed.
  private var initialValues: Set<SemanticHash> = []
  /// The tasks that a command removed from the file, not only from the queue.
  private var removed: Set<SemanticHash> = []
  /// The tasks that were moved among the open ones.
  private var moved: Set<SemanticHash> = []

  /// What else can have a value in a task, apart from its keys: the element as a whole, its ending, and items of lists.
  enum Aspect {
    static let element = SemanticHash(.absent, 1)
    static let ending = SemanticHash(.absent, 2)
    /// An item of the list under a key.
    static func item(of key: SemanticHash) -> SemanticHash { SemanticHash(key, 3) }
  }

  private func value(_ task: SemanticHash, _ aspect: SemanticHash, _ value: SemanticHash) -> SemanticHash {
    SemanticHash(SemanticHash(task, aspect), value)
  }

  /// The identity of a task, which stays the same if commands here retitle it.
  func identity(of element: MergeInput.Element) -> SemanticHash {
    firstIdentities[element.identity] ?? element.identity
  }

  /// Which of two values is the older one; `nil` if that isn't known.
  func older(
    _ task: SemanticHash, _ aspect: SemanticHash, _ ours: SemanticHash, _ theirs: SemanticHash
  ) -> SemanticHash? {
    let (our, their) = (value(task, aspect, ours), value(task, aspect, theirs))
    let (one, other) = (replacements[our] ?? .max, replacements[their] ?? .max)
    if one != other { return one < other ? ours : theirs }
    if ours == .absent || theirs == .absent { return .absent }
    if initialValues.contains(our) == initialValues.contains(their) { return nil }
    return initialValues.contains(our) ? ours : theirs
  }

  /// Whether a command removed an item from the list under a key.
  func hasRemoved(_ item: SemanticHash, from key: SemanticHash, of task: SemanticHash) -> Bool {
    replacements[value(task, Aspect.item(of: key), item)] != nil
  }

  /// Whether commands removed this element's task, and the element is a state that a command replaced or removed.
  func hasRemoved(_ element: MergeInput.Element) -> Bool {
    let task = identity(of: element)
    return removed.contains(task) && replacements[value(task, Aspect.element, element.meaning)] != nil
  }

  func hasMoved(_ element: MergeInput.Element) -> Bool { moved.contains(identity(of: element)) }

  // MARK: Learning

  /// Learns what a command changed in a text, unless the text before or after the change isn't a stack.
  mutating func learn(_ text: [UInt8], _ patch: Patch) {
    guard let newText = patch.applied(to: text), let before = Listing(text), let after = Listing(newText)
    else { return }
    commandCount += 1
    let kept = before.indicesOfKept(in: after, patch)
    var isKept = [Bool](repeating: false, count: before.items.count)
    for case let index? in kept { isKept[index] = true }
    let open = kept[..<after.document.taskCount].compactMap { $0 }
    for index in open.outOfOrder { moved.insert(identity(of: before.element(index))) }
    let old = before.items.indices.filter { !isKept[$0] }.map(before.element)
    let new = after.items.indices.filter { kept[$0] == nil }.map(after.element)
    var matching = Matching(old, new)
    matching.matchBySimilarity()
    matching.matchUnique(matching.rest) { $0.added ?? .absent }
    for (element, partner) in zip(new, matching.partners) {
      let replaced = partner.map { old[$0] }
      learn(replaced, element, MergeObject(replaced, in: text), MergeObject(element, in: newText))
    }
    for element in matching.free.map({ old[$0] }) {
      let task = identity(of: element)
      removed.insert(task)
      replace(task, Aspect.element, element.meaning, by: .absent)
    }
  }

  /// Learns that a command changed a task, or added it.
  private mutating func learn(
    _ old: MergeInput.Element?, _ new: MergeInput.Element, _ before: MergeObject?, _ after: MergeObject?
  ) {
    if old?.meaning == new.meaning { return }
    let task = identity(of: old ?? new)
    if new.identity != task, firstIdentities[new.identity] == nil { firstIdentities[new.identity] = task }
    removed.remove(task)
    let isNew = known.insert(task).inserted
    replace(task, Aspect.element, old?.meaning, by: new.meaning)
    replace(task, Aspect.ending, old?.ending, by: new.ending)
    guard let after else { return }
    for key in after.keys + (before?.keys.filter { after[$0] == nil } ?? []) {
      if (after[key] ?? before?[key])?.key?.isOfEnding == true { continue }
      let meaning = after.meaning(key)
      replace(task, key, before?.meaning(key), by: meaning)
      // If the task was known already, `undo` has put it back, maybe with later values.
      if before == nil, isNew {
        initialValues.insert(value(task, key, meaning))
      } else if before == nil {
        initialValues.remove(value(task, key, meaning))
      }
      guard let list = MergeList(after, key), let oldList = MergeList(before, key) else { continue }
      let (items, oldItems) = (Set(list.items), Set(oldList.items))
      for item in oldList.items where !items.contains(item) { replace(task, Aspect.item(of: key), item, by: .absent) }
      for item in list.items where !oldItems.contains(item) { replace(task, Aspect.item(of: key), nil, by: item) }
    }
  }

  /// Learns that a command replaced a value. For a new task or a new item, `old` is `nil`: nothing was replaced.
  private mutating func replace(
    _ task: SemanticHash, _ aspect: SemanticHash, _ old: SemanticHash?, by new: SemanticHash
  ) {
    if old == new { return }
    if let old { replacements[value(task, aspect, old)] = commandCount }
    replacements[value(task, aspect, new)] = nil
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

  private var lists: [Range<Int>] { [0..<document.taskCount, document.taskCount..<items.count] }

  /// For each element of a new text, its index here, or `nil` if the patch didn't copy it within its list.
  func indicesOfKept(in new: Listing, _ patch: Patch) -> [Int?] {
    var kept = [Int?](repeating: nil, count: new.items.count)
    for (list, newList) in zip(lists, new.lists) {
      var next = newList.lowerBound
      for (range, shift) in patch.copies {
        var index = firstIndex(from: range.lowerBound, in: list)
        while next < newList.upperBound, new.items[next].range.upperBound <= range.upperBound + shift {
          let copied = new.items[next].range.lowerBound - shift..<new.items[next].range.upperBound - shift
          while index < list.upperBound, items[index].range.lowerBound < copied.lowerBound { index += 1 }
          if index < list.upperBound, items[index].range == copied { kept[next] = index }
          next += 1
        }
      }
    }
    return kept
  }

  /// The first element that begins at an offset or after it, by binary search.
  private func firstIndex(from offset: Int, in list: Range<Int>) -> Int {
    var (low, high) = (list.lowerBound, list.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// Elements to leave out so that the others are sorted: those smaller than an earlier one, or those larger than a
  /// later one, whichever are fewer.
  fileprivate var outOfOrder: [Int] {
    var (highest, lowest) = (Int.min, Int.max)
    let low = filter { element in
      defer { highest = Swift.max(highest, element) }
      return element < highest
    }
    let high = reversed().filter { element in
      defer { lowest = Swift.min(lowest, element) }
      return element > lowest
    }
    return low.count <= high.count ? low : high
  }
}
