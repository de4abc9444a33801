/// A task that at least one copy has, as its index among the elements of each copy.
struct TaskMatch {
  var base: Int?
  var ours: Int?
  var theirs: Int?

  /// Matches the tasks of three copies one to one (<doc:Merging#Which-tasks-are-the-same>). The
  /// result has our tasks in the order of our copy, then those that only the other copy has.
  static func matches(
    base: MergeInput, _ knowledge: LocalKnowledge? = nil, ours: MergeInput, theirs: MergeInput
  ) -> [TaskMatch] {
    var our = Matching(base.elements, ours.elements)
    var their = Matching(base.elements, theirs.elements)
    our.matchBySimilarity()
    their.matchBySimilarity()
    // Tasks that an earlier merge added are new on both sides.
    var new = Matching(ours.elements, theirs.elements, our.rest, their.rest)
    new.matchBySimilarity()
    our.matchUnique(new.free) { $0.added }
    their.matchUnique(new.rest) { $0.added }
    if let knowledge { new.matchUnique(new.rest, by: knowledge.identity) }

    var tasks = ours.elements.indices.map { TaskMatch(base: our.partners[$0], ours: $0) }
    var places = [Int?](repeating: nil, count: base.elements.count)
    for (place, task) in tasks.enumerated() {
      if let index = task.base { places[index] = place }
    }
    for index in theirs.elements.indices {
      let base = their.partners[index]
      if let place = base.map({ places[$0] }) ?? new.partners[index] {
        tasks[place].theirs = index
      } else {
        tasks.append(TaskMatch(base: base, theirs: index))
      }
    }
    return tasks
  }
}

/// The matches between two lists of elements, one to one.
struct Matching {
  private let one: [MergeInput.Element]
  private let other: [MergeInput.Element]
  /// For each element of the other list, its partner in the first one.
  private(set) var partners: [Int?]
  /// The elements without a partner, in order: `free` those of the first list, `rest` those of the
  /// other one.
  private(set) var free: [Int]
  private(set) var rest: [Int]

  init(
    _ one: [MergeInput.Element], _ other: [MergeInput.Element], _ free: [Int]? = nil,
    _ rest: [Int]? = nil
  ) {
    self.one = one
    self.other = other
    self.free = free ?? Array(one.indices)
    self.rest = rest ?? Array(other.indices)
    partners = Array(repeating: nil, count: other.count)
  }

  /// Matches equal elements, then less and less similar ones; of several candidates, the first with
  /// the first.
  mutating func matchBySimilarity() {
    let similarityKeys: [(MergeInput.Element) -> JSONDigest?] = [
      { $0.meaning }, { $0.restInList }, { $0.rest }, { $0.addedAndTitle },
    ]
    for key in similarityKeys where !free.isEmpty && !rest.isEmpty {
      // The first candidate is at the end.
      var candidates = Self.grouped(free.reversed(), of: one, by: key)
      for index in rest {
        if let key = key(other[index]) { partners[index] = candidates[key]?.popLast() }
      }
      removeMatched()
    }
  }

  /// Matches elements by a key that exactly one remaining element on each side has. Of the other
  /// list, only the elements in `spare` count. If three copies are matched, these also have no
  /// partner in the copy that isn't matched here.
  mutating func matchUnique(_ spare: [Int], by key: (MergeInput.Element) -> JSONDigest?) {
    let candidates = Self.grouped(free, of: one, by: key)
    for (key, indices) in Self.grouped(spare, of: other, by: key) where indices.count == 1 {
      if let partner = candidates[key], partner.count == 1 { partners[indices[0]] = partner[0] }
    }
    removeMatched()
  }

  /// Elements by their keys, except those without a key.
  private static func grouped(
    _ indices: [Int], of elements: [MergeInput.Element],
    by key: (MergeInput.Element) -> JSONDigest?
  ) -> [JSONDigest: [Int]] {
    indices.reduce(into: [:]) { groups, index in
      if let key = key(elements[index]) { groups[key, default: []].append(index) }
    }
  }

  private mutating func removeMatched() {
    var isMatched = [Bool](repeating: false, count: one.count)
    for case let partner? in partners { isMatched[partner] = true }
    free.removeAll { isMatched[$0] }
    rest.removeAll { partners[$0] != nil }
  }
}
