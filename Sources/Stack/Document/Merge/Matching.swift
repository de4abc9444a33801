/// A task that at least one copy has, as its index among the elements of each copy.
struct TaskMatch {
  var base: Int?
  var ours: Int?
  var theirs: Int?

  /// Matches the tasks of three copies one to one (<doc:Merging#Which-tasks-are-the-same>). The
  /// result has our tasks in the order of our copy, then those that only the other copy has, then
  /// those that both deleted.
  static func matches(
    base: MergeInput, _ knowledge: LocalKnowledge?, ours: MergeInput, theirs: MergeInput
  ) -> [TaskMatch] {
    // In `our` and `their`, the base is the first list; in `new`, that is our copy.
    var our = Matching(base.elements, ours.elements)
    var their = Matching(base.elements, theirs.elements)
    our.matchBySimilarity()
    their.matchBySimilarity()
    // Tasks that an earlier merge added are new on both sides.
    var new = Matching(ours.elements, theirs.elements, our.unmatchedSecond, their.unmatchedSecond)
    new.matchBySimilarity()
    our.matchUnique(new.unmatchedFirst) { $0.added }
    their.matchUnique(new.unmatchedSecond) { $0.added }
    if let knowledge { new.matchUnique(by: knowledge.identity) }

    var tasks = ours.elements.indices.map { index in
      let base = our.partnerOfSecond[index]
      let theirs = new.partnerOfFirst[index] ?? base.flatMap { their.partnerOfFirst[$0] }
      return TaskMatch(base: base, ours: index, theirs: theirs)
    }
    for index in theirs.elements.indices where new.partnerOfSecond[index] == nil {
      let base = their.partnerOfSecond[index]
      let isInOurs = base.map { our.partnerOfFirst[$0] != nil } == true
      if !isInOurs { tasks.append(TaskMatch(base: base, theirs: index)) }
    }
    for index in base.elements.indices
    where our.partnerOfFirst[index] == nil && their.partnerOfFirst[index] == nil {
      tasks.append(TaskMatch(base: index))
    }
    return tasks
  }
}

/// The matches between two lists of elements, one to one.
struct Matching {
  private let first: [TaskVersion]
  private let second: [TaskVersion]
  /// For each element of the second list, its partner in the first one.
  private(set) var partnerOfSecond: [Int?]
  /// For each element of the first list, its partner in the second one.
  private(set) var partnerOfFirst: [Int?]
  /// The elements of each list that have no partner, in order.
  private(set) var unmatchedFirst: [Int]
  private(set) var unmatchedSecond: [Int]

  init(
    _ first: [TaskVersion], _ second: [TaskVersion], _ unmatchedFirst: [Int]? = nil,
    _ unmatchedSecond: [Int]? = nil
  ) {
    self.first = first
    self.second = second
    self.unmatchedFirst = unmatchedFirst ?? Array(first.indices)
    self.unmatchedSecond = unmatchedSecond ?? Array(second.indices)
    partnerOfSecond = Array(repeating: nil, count: second.count)
    partnerOfFirst = Array(repeating: nil, count: first.count)
  }

  /// Matches equal elements, then less and less similar ones. Of several candidates, the first is
  /// matched with the first, except that the third step matches only unique ones.
  mutating func matchBySimilarity() {
    matchAll { $0.meaning }
    matchAll { $0.withoutEndingInList }
    matchUnique { $0.addedAndTitleInList }
    matchAll { $0.withoutEnding }
    matchAll { $0.addedAndTitle }
  }

  private mutating func matchAll(by key: (TaskVersion) -> JSONDigest?) {
    if unmatchedFirst.isEmpty || unmatchedSecond.isEmpty { return }
    // The first candidate is at the end.
    var candidates = Dictionary(grouping: unmatchedFirst.reversed()) { key(first[$0]) }
    for index in unmatchedSecond {
      guard let key = key(second[index]), let partner = candidates[key]?.popLast() else {
        continue
      }
      match(partner, index)
    }
    removeMatched()
  }

  /// Matches elements by a key that exactly one remaining element on each side has. Of the second
  /// list, only the elements in `spare` count: if three copies are matched, those that have no
  /// partner in the third copy, either. Without `spare`, all that have no partner count.
  mutating func matchUnique(_ spare: [Int]? = nil, by key: (TaskVersion) -> JSONDigest?) {
    if unmatchedFirst.isEmpty || unmatchedSecond.isEmpty { return }
    let candidates = Dictionary(grouping: unmatchedFirst) { key(first[$0]) }
    for (key, indices) in Dictionary(grouping: spare ?? unmatchedSecond, by: { key(second[$0]) })
    where key != nil && indices.count == 1 {
      if let partner = candidates[key], partner.count == 1 { match(partner[0], indices[0]) }
    }
    removeMatched()
  }

  private mutating func match(_ index: Int, _ secondIndex: Int) {
    partnerOfSecond[secondIndex] = index
    partnerOfFirst[index] = secondIndex
  }

  private mutating func removeMatched() {
    unmatchedFirst.removeAll { partnerOfFirst[$0] != nil }
    unmatchedSecond.removeAll { partnerOfSecond[$0] != nil }
  }
}
