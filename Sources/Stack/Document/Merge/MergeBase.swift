// Which of the kept versions is what two copies were once.

/// Finds what two copies were once among versions that are looked at one at a time.
struct MergeBase {
  let ours: MergeCopy
  let theirs: MergeCopy

  /// How many tasks of the two copies differ from a version, both added up; `nil` if it isn't fit.
  ///
  /// It is fit if both have what is open in it, and neither has open what is ended in it. Of those that are, the one
  /// from which the copies differ least, the oldest of several, is what they were once.
  func distance(from version: MergeCopy) -> Int? {
    var shared: Set<Meaning> = []
    for copy in [version, ours, theirs] {
      var seen: Set<Meaning> = []
      for element in copy.elements where !seen.insert(element.added).inserted { shared.insert(element.added) }
    }
    var distance = 0
    for match in MatchedTask.matches(base: version, ours: ours, theirs: theirs) {
      let old = match.base.map { version.elements[$0] }
      if old?.added == Meaning.none { return nil }
      for new in [match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] }] {
        if let old, old.isOpen ? new == nil : new?.isOpen == true { return nil }
        if new?.meaning == old?.meaning, new?.isOpen == old?.isOpen { continue }
        // What was pushed here must not pass for what was pushed there in the same second, and was reworded.
        let isSure = old.map { new == nil || !shared.contains($0.added) } ?? true
        distance += isSure ? 1 : 2
      }
    }
    return distance
  }
}
