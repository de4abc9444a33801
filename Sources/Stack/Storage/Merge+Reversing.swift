// Whether a merge can reverse a change.

extension Merge {
  /// Reverses a change in a text that was changed since: the base is the text `after` the change,
  /// and theirs is the text `before` it. `nil` stands for no file.
  init(reversing after: [UInt8]?, to before: [UInt8]?, in text: [UInt8]) throws(ScanError) {
    self.init(
      base: try MergeInput(after ?? Document.emptyText), ours: try MergeInput(text),
      theirs: try MergeInput(before ?? Document.emptyText))
  }

  /// Why this merge can't reverse that change; `nil` if it can.
  var refusal: QueueError.Refusal.Reason? {
    let new = matches.filter { $0.base == nil }
    // The dates of each side's tasks without a match in the base. Each may be a task of the base
    // that was reworded.
    let ourNewDates = Set(new.compactMap { ours[$0.ours] }.map { $0.added })
    let theirNewDates = Set(new.compactMap { theirs[$0.theirs] }.map { $0.added })
    var removesChangedTask = false
    for match in matches.sorted(by: { $0.base ?? -1 < $1.base ?? -1 }) {
      guard let old = base[match.base] else { continue }
      let our = ours[match.ours]
      let their = theirs[match.theirs]
      // One side doesn't have the task, and the other one lacks it, too, or changed it. If it may
      // have been reworded and be among the new ones, the merge would add it again.
      let isOurGone = our == nil && their?.meaning != old.meaning
      let isTheirGone = their == nil && our?.meaning != old.meaning
      if isOurGone, old.added == nil || ourNewDates.contains(old.added) { return .isNotIdentified }
      if isTheirGone, theirNewDates.contains(old.added) { return .isNotIdentified }
      if our != nil, isTheirGone { removesChangedTask = true }
      // The change ended or reopened the task, and another program has changed that since.
      if let our, let their, our.ending != old.ending, their.ending != old.ending,
        our.ending != their.ending
      {
        return .hasConflict
      }
    }
    if hasConflict || removesChangedTask { return .hasConflict }
    return isChanged ? nil : .isReversed
  }
}
