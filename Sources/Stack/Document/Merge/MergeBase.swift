// Which of the kept versions is what two copies were once.

/// Finds what two copies were once among versions that are looked at one at a time.
struct MergeBase {
  private let ours: MergeCopy
  private let theirs: MergeCopy
  /// The seconds in which one of the two copies has several tasks.
  private let shared: Set<Meaning>

  init(ours: MergeCopy, theirs: MergeCopy) {
    self.ours = ours
    self.theirs = theirs
    shared = Self.sharedSeconds(ours).union(Self.sharedSeconds(theirs))
  }

  /// How many tasks of the two copies differ from a version, both added up; `nil` if it isn't fit.
  ///
  /// It is fit if both have what is open in it, neither has open what is ended in it, and both have a task of it under
  /// its title, if it has any: two stacks that never met may have tasks of one second. Of those that are, the one from
  /// which the copies differ least, the oldest of several, is what they were once.
  func distance(from version: MergeCopy) -> Int? {
    if version.elements.contains(where: { $0.added == .none }) { return nil }
    let shared = shared.union(Self.sharedSeconds(version))
    let matches = TaskMatch.matches(base: version, ours: ours, theirs: theirs)
    let sides: [(MergeCopy, (TaskMatch) -> Int?)] = [(ours, { $0.ours }), (theirs, { $0.theirs })]
    var distance = 0
    for (copy, place) in sides {
      var isKnown = version.elements.isEmpty
      for match in matches {
        let old = match.base.map { version.elements[$0] }
        let new = place(match).map { copy.elements[$0] }
        if let old, let new, old.addedAndTitle == new.addedAndTitle { isKnown = true }
        if let old, old.isOpen ? new == nil : new?.isOpen == true { return nil }
        if new?.meaning == old?.meaning { continue }
        // What was pushed here must not pass for what was pushed there in the same second, and was reworded.
        let isSure = old.map { new == nil || !shared.contains($0.added) } ?? true
        distance += isSure ? 1 : 2
      }
      if !isKnown { return nil }
    }
    return distance
  }

  private static func sharedSeconds(_ copy: MergeCopy) -> Set<Meaning> {
    var seen: Set<Meaning> = []
    return Set(copy.elements.map { $0.added }.filter { !seen.insert($0).inserted })
  }
}
