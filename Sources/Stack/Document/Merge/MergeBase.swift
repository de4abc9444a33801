// Which of the kept versions is what two copies were once.

/// Finds what two copies were once among versions that are looked at one at a time.
struct MergeBase {
  /// How many tasks of one second are open and ended.
  private struct Count {
    var open = 0
    var ended = 0
  }

  private let sides: [(copy: MergeCopy, counts: [Meaning: Count])]

  init(ours: MergeCopy, theirs: MergeCopy) {
    sides = [ours, theirs].map { ($0, Self.counts($0)) }
  }

  /// How many tasks of the two copies differ from a version, both added up; `nil` if it isn't fit.
  ///
  /// It is fit if both have what is open in it, and neither has open what is ended in it. Of those that are, the one
  /// from which the copies differ least, the oldest of several, is what they were once.
  func distance(from version: MergeCopy) -> Int? {
    if version.elements.contains(where: { $0.added == .none }) { return nil }
    let before = Self.counts(version)
    var tasks: [Meaning: Int] = [:]
    for index in version.elements.indices { tasks[version.key(index), default: 0] += 1 }
    var distance = 0
    for (copy, counts) in sides {
      for (added, old) in before {
        let new = counts[added] ?? Count()
        if old.open > new.open + new.ended || old.ended > 0 && new.open > old.open { return nil }
        distance += max(old.open + old.ended, new.open + new.ended)
      }
      for (added, new) in counts where before[added] == nil { distance += new.open + new.ended }
      var rest = tasks
      for index in copy.elements.indices {
        guard let count = rest[copy.key(index)], count > 0 else { continue }
        rest[copy.key(index)] = count - 1
        distance -= 1
      }
    }
    return distance
  }

  private static func counts(_ copy: MergeCopy) -> [Meaning: Count] {
    var counts: [Meaning: Count] = [:]
    for element in copy.elements {
      if element.isOpen {
        counts[element.added, default: Count()].open += 1
      } else {
        counts[element.added, default: Count()].ended += 1
      }
    }
    return counts
  }
}
