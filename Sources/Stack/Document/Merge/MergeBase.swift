// Which of the kept versions is what two copies were once.

/// Finds what two copies were once among versions that are looked at one at a time.
struct MergeBase {
  let ours: MergeCopy
  let theirs: MergeCopy

  /// How many tasks of the two copies differ from a version, both added up; `nil` if it isn't fit.
  ///
  /// It is fit if both have what is open in it, neither has open what is ended in it, and both have a task of it under
  /// its title, if it has any: two stacks that never met may have tasks of one second. Of those that are, the one from
  /// which the copies differ least, the oldest of several, is what they were once.
  func distance(from version: MergeCopy) -> Int? {
    var shared: Set<Meaning> = []
    for copy in [version, ours, theirs] {
      var seen: Set<Meaning> = []
      for element in copy.elements where !seen.insert(element.added).inserted { shared.insert(element.added) }
    }
    var distance = 0
    var isKnown = [version.elements.isEmpty, version.elements.isEmpty]
    for match in MatchedTask.matches(base: version, ours: ours, theirs: theirs) {
      let old = match.base.map { version.elements[$0] }
      if old?.added == Meaning.none { return nil }
      for (side, (copy, index)) in [(ours, match.ours), (theirs, match.theirs)].enumerated() {
        let new = index.map { copy.elements[$0] }
        if let base = match.base, let index, !isKnown[side] {
          isKnown[side] = version.key(base, .addedAndTitle) == copy.key(index, .addedAndTitle)
        }
        if let old, old.isOpen ? new == nil : new?.isOpen == true { return nil }
        if new?.meaning == old?.meaning, new?.isOpen == old?.isOpen { continue }
        // What was pushed here must not pass for what was pushed there in the same second, and was reworded.
        let isSure = old.map { new == nil || !shared.contains($0.added) } ?? true
        distance += isSure ? 1 : 2
      }
    }
    return isKnown.contains(false) ? nil : distance
  }
}
