// Which tasks of three copies are the same.

/// A task that at least one copy has, as its place among the elements of each copy.
struct TaskMatch {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

extension TaskMatch {
  /// Matches the tasks of three copies one to one: ours in their order, then what only theirs has, and
  /// then what neither has any more.
  static func matches(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) -> [TaskMatch] {
    var our = Matching(base, ours)
    var their = Matching(base, theirs)
    our.matchByLikeness()
    their.matchByLikeness()
    // What an earlier merge brought is new on both sides.
    var new = Matching(ours, theirs, our.rest, their.rest)
    new.matchByLikeness()
    our.matchAlone(new.free)
    their.matchAlone(new.rest)

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
        if let base { places[base] = tasks.count }
        tasks.append(TaskMatch(base: base, theirs: index))
      }
    }
    return tasks + places.indices.filter { places[$0] == nil }.map { TaskMatch(base: $0) }
  }
}

/// The matches between two copies, one to one.
private struct Matching {
  private let one: MergeCopy
  private let other: MergeCopy
  /// For each element of the other copy, which one of the first it is.
  private(set) var partners: [Int?]
  /// What has no partner, in order.
  private(set) var free: [Int]
  private(set) var rest: [Int]

  init(_ one: MergeCopy, _ other: MergeCopy, _ free: [Int]? = nil, _ rest: [Int]? = nil) {
    self.one = one
    self.other = other
    self.free = free ?? Array(one.elements.indices)
    self.rest = rest ?? Array(other.elements.indices)
    partners = Array(repeating: nil, count: other.elements.count)
  }

  /// Matches what is alike, the first of several with the first.
  mutating func matchByLikeness() {
    // The safest likeness first.
    let likenesses: [(MergeCopy.Element) -> Meaning?] = [
      { $0.meaning }, { $0.restInList }, { $0.rest }, { $0.addedAndTitle },
    ]
    for key in likenesses where !free.isEmpty && !rest.isEmpty {
      // Under each key, the first one last.
      var partnersByKey: [Meaning: [Int]] = [:]
      for index in free.reversed() {
        if let key = key(one.elements[index]) { partnersByKey[key, default: []].append(index) }
      }
      var isTaken = [Bool](repeating: false, count: one.elements.count)
      rest.removeAll { index in
        guard let key = key(other.elements[index]), let partner = partnersByKey[key]?.popLast() else {
          return false
        }
        partners[index] = partner
        isTaken[partner] = true
        return true
      }
      free.removeAll { isTaken[$0] }
    }
  }

  /// Matches by when they were added alone, where exactly one is left on each side: many may have one second.
  ///
  /// - Parameter spare: Which of the other copy have no partner elsewhere.
  mutating func matchAlone(_ spare: [Int]) {
    let left = Dictionary(grouping: free) { one.elements[$0].added }
    for (added, indices) in Dictionary(grouping: spare, by: { other.elements[$0].added })
    where added != .none && indices.count == 1 {
      if let only = left[added], only.count == 1 { partners[indices[0]] = only[0] }
    }
  }
}
