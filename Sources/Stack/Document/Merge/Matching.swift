/// A task that at least one copy has, as its index among the elements of each copy.
struct TaskMatch {
  let base: Int?
  let ours: Int?
  let theirs: Int?

  /// Matches the tasks of three copies one to one (<doc:Merging#Which-tasks-are-the-same>). The
  /// result has our tasks in the order of our copy, then those that only the other copy has, then
  /// those that both deleted.
  static func matches(base: MergeInput, ours: MergeInput, theirs: MergeInput) -> [TaskMatch] {
    // In `our` and `their`, the base is the first list; in `new`, that is our copy.
    let our = Matching(base.elements, ours.elements)
    let their = Matching(base.elements, theirs.elements)
    let new = Matching(ours.elements, theirs.elements, our.unmatchedSecond, their.unmatchedSecond)
    var tasks = ours.elements.indices.map { index in
      let base = our.partnerOfSecond[index]
      let theirs = new.partnerOfFirst[index] ?? base.flatMap { their.partnerOfFirst[$0] }
      return TaskMatch(base: base, ours: index, theirs: theirs)
    }
    for index in theirs.elements.indices where new.partnerOfSecond[index] == nil {
      let base = their.partnerOfSecond[index]
      let isInOurs = base.map { our.partnerOfFirst[$0] != nil } == true
      if !isInOurs { tasks.append(TaskMatch(base: base, ours: nil, theirs: index)) }
    }
    for index in base.elements.indices
    where our.partnerOfFirst[index] == nil && their.partnerOfFirst[index] == nil {
      tasks.append(TaskMatch(base: index, ours: nil, theirs: nil))
    }
    return tasks
  }
}

/// The matches between two lists of elements, one to one: equal elements, then those with the same
/// `added` and title, then those with the same identity. Of several candidates, the first is
/// matched with the first.
struct Matching {
  /// For each element of the second list, its partner in the first one.
  let partnerOfSecond: [Int?]
  /// For each element of the first list, its partner in the second one.
  let partnerOfFirst: [Int?]
  /// The elements of each list that have no partner, in order.
  let unmatchedFirst: [Int]
  let unmatchedSecond: [Int]

  /// - Parameters:
  ///   - firstIndices: The elements of the first list to be matched; `nil` for all.
  ///   - secondIndices: The same for the second list.
  init(
    _ first: [TaskVersion], _ second: [TaskVersion], _ firstIndices: [Int]? = nil,
    _ secondIndices: [Int]? = nil
  ) {
    var restOfFirst = firstIndices ?? Array(first.indices)
    var restOfSecond = secondIndices ?? Array(second.indices)
    var partnerOfSecond: [Int?] = Array(repeating: nil, count: second.count)
    var partnerOfFirst: [Int?] = Array(repeating: nil, count: first.count)
    let keys: [(TaskVersion) -> JSONDigest] = [
      { $0.meaning }, { $0.addedAndTitle }, { $0.identity },
    ]
    for key in keys where !restOfFirst.isEmpty && !restOfSecond.isEmpty {
      // The first candidate is at the end.
      var candidates = Dictionary(grouping: restOfFirst.reversed()) { key(first[$0]) }
      for index in restOfSecond {
        guard let partner = candidates[key(second[index])]?.popLast() else { continue }
        partnerOfSecond[index] = partner
        partnerOfFirst[partner] = index
      }
      restOfFirst.removeAll { partnerOfFirst[$0] != nil }
      restOfSecond.removeAll { partnerOfSecond[$0] != nil }
    }
    unmatchedFirst = restOfFirst
    unmatchedSecond = restOfSecond
    self.partnerOfFirst = partnerOfFirst
    self.partnerOfSecond = partnerOfSecond
  }
}
