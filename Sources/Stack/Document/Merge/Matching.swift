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
    var new = Matching(ours.elements, theirs.elements, our.rest, their.rest)
    new.matchBySimilarity()
    our.matchUnique(new.free) { $0.added }
    their.matchUnique(new.rest) { $0.added }
    if let knowledge { new.matchUnique(new.rest, by: knowledge.identity) }

    var tasks = ours.elements.indices.map { index in
      let base = our.partners[index]
      let theirs = new.counterparts[index] ?? base.flatMap { their.counterparts[$0] }
      return TaskMatch(base: base, ours: index, theirs: theirs)
    }
    for index in theirs.elements.indices where new.partners[index] == nil {
      let base = their.partners[index]
      let isInOurs = base.map { our.counterparts[$0] != nil } == true
      if !isInOurs { tasks.append(TaskMatch(base: base, theirs: index)) }
    }
    for index in base.elements.indices
    where our.counterparts[index] == nil && their.counterparts[index] == nil {
      tasks.append(TaskMatch(base: index))
    }
    return tasks
  }
}

/// The matches between two lists of elements, one to one.
struct Matching {
  private let one: [TaskVersion]
  private let other: [TaskVersion]
  /// For each element of the other list, its partner in the first one, and the reverse.
  private(set) var partners: [Int?]
  private(set) var counterparts: [Int?]
  /// The elements without a partner, in order: `free` those of the first list, `rest` those of the
  /// other one.
  private(set) var free: [Int]
  private(set) var rest: [Int]

  init(
    _ one: [TaskVersion], _ other: [TaskVersion], _ free: [Int]? = nil,
    _ rest: [Int]? = nil
  ) {
    self.one = one
    self.other = other
    self.free = free ?? Array(one.indices)
    self.rest = rest ?? Array(other.indices)
    partners = Array(repeating: nil, count: other.count)
    counterparts = Array(repeating: nil, count: one.count)
  }

  /// Matches equal elements, then less and less similar ones; of several candidates, the first with
  /// the first.
  mutating func matchBySimilarity() {
    let similarityKeys: [(TaskVersion) -> JSONDigest?] = [
      { $0.meaning }, { $0.restInList }, { $0.rest }, { $0.addedAndTitle },
    ]
    for key in similarityKeys where !free.isEmpty && !rest.isEmpty {
      // The first candidate is at the end.
      var candidates = Dictionary(grouping: free.reversed()) { key(one[$0]) }
      for index in rest {
        guard let key = key(other[index]), let partner = candidates[key]?.popLast() else {
          continue
        }
        match(partner, index)
      }
      removeMatched()
    }
  }

  /// Matches elements by a key that exactly one remaining element on each side has. Of the other
  /// list, only the elements in `spare` count: if three copies are matched, those that have no
  /// partner in the third copy, either.
  mutating func matchUnique(_ spare: [Int], by key: (TaskVersion) -> JSONDigest?) {
    let candidates = Dictionary(grouping: free) { key(one[$0]) }
    for (key, indices) in Dictionary(grouping: spare, by: { key(other[$0]) })
    where key != nil && indices.count == 1 {
      if let partner = candidates[key], partner.count == 1 { match(partner[0], indices[0]) }
    }
    removeMatched()
  }

  private mutating func match(_ index: Int, _ otherIndex: Int) {
    partners[otherIndex] = index
    counterparts[index] = otherIndex
  }

  private mutating func removeMatched() {
    free.removeAll { counterparts[$0] != nil }
    rest.removeAll { partners[$0] != nil }
  }
}
