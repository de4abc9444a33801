// Which of the kept versions is what two copies were once.

/// Finds what two copies were once among versions that are looked at one at a time.
struct MergeBase {
  /// How many tasks of one second are open and ended.
  private struct Count {
    var open = 0
    var ended = 0

    var all: Int { open + ended }
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
    var isAmbiguous = false
    for (copy, counts) in sides {
      for (added, old) in before {
        let new = counts[added] ?? Count()
        if old.open > new.all || old.ended > 0 && new.open > old.open { return nil }
        if old.all > 1 || new.all > 1 {
          // What was pushed here must not pass for what was pushed there in the same second, and was reworded.
          isAmbiguous = true
          distance += old.all + new.all
        } else {
          distance += max(old.all, new.all)
        }
      }
      for (added, new) in counts where before[added] == nil { distance += new.all }
      var rest = tasks
      for index in copy.elements.indices {
        guard let count = rest[copy.key(index)], count > 0 else { continue }
        rest[copy.key(index)] = count - 1
        let added = copy.elements[index].added
        distance -= max(before[added]?.all ?? 0, counts[added]?.all ?? 0) > 1 ? 2 : 1
      }
    }
    return isAmbiguous && !keepsAll(version) ? nil : distance
  }

  /// Whether each task that is open in a version is known again on both sides. By their seconds alone, what was
  /// pushed here could pass for what was pushed there in the same one, and would then be taken for deleted.
  private func keepsAll(_ version: MergeCopy) -> Bool {
    let matches = MatchedTask.matches(base: version, ours: sides[0].copy, theirs: sides[1].copy)
    let kept = matches.count { match in
      match.base.map { $0 < version.openCount } ?? false && match.ours != nil && match.theirs != nil
    }
    return kept == version.openCount
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
