// What came into ours, counted.

extension MergeResult.Changes {
  /// Counts what is different from ours.
  init(ours: MergeCopy, theirs: MergeCopy, matches: [MatchedTask], results: [MergedTask?]) {
    for (match, result) in zip(matches, results) {
      let old = match.ours.map { ours.entries[$0] }
      guard let result else {
        if old != nil { removed += 1 }
        continue
      }
      if result.double != nil { count(result) }
      guard let old else {
        count(result)
        continue
      }
      if result.isOpen != old.isOpen {
        if result.isOpen { reopened += 1 } else { count(result) }
        continue
      }
      switch result.text {
      case .ours: break
      case .theirs(let index):
        let new = theirs.entries[index]
        if theirs.bytes(of: new) == ours.bytes(of: old) { break }
        let title = theirs.member(.title, of: new).map { theirs.identity(ofValue: $0.value) }
        if title != ours.member(.title, of: old).map({ ours.identity(ofValue: $0.value) }) {
          reworded += 1
        } else {
          edited += 1
        }
      case .merged(_, let pieces):
        // A title of ours that is still there was copied with its key.
        let title = ours.member(.title, of: old)
        let isKept = pieces.contains { piece in
          guard case .original(let range) = piece, let title else { return false }
          return range.lowerBound <= title.value.lowerBound && title.value.upperBound <= range.upperBound
        }
        if isKept || title == nil { edited += 1 } else { reworded += 1 }
      case .new: edited += 1
      }
    }
  }

  /// Counts a task that wasn't there in this way.
  private mutating func count(_ task: MergedTask) {
    switch task.ending?.kind {
    case nil: added += 1
    case .completed, .unknown: completed += 1
    case .sent: sent += 1
    case .dropped: dropped += 1
    }
  }
}
