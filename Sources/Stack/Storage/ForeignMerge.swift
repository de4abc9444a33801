// What a sync makes of an older text that was put back, and of whatever else another program wrote
// (<doc:Syncing#What-another-program-writes>): which text is the base. `ForeignBase` makes it.

/// What a sync makes of a file into which other programs have written: their changes, merged with
/// what they have replaced.
struct ForeignMerge {
  /// The result.
  let text: MergeInput
  /// The patch that gives the file this text.
  let patch: Patch
  let changes: [ForeignChange]
  /// Whether the other programs only put older texts in the place of the file.
  let hasOnlyOlderTexts: Bool
}

extension Transaction {
  /// Merges what other programs have written since the last sync.
  ///
  /// - Parameter repositoryHad: Whether a repository had a text.
  func foreignMerge(_ repositoryHad: ([UInt8]) -> Bool, of path: Pathname) throws(QueueError)
    -> ForeignMerge
  {
    let file = MergeInput(try Document(text, of: path))
    let changes = try attempt(history.foreignChanges(before: snapshot?.text))
    var merged: MergeInput?
    var patch = Patch.identity(ofSize: text.count)
    var hasOnlyOlderTexts = true
    for (index, change) in changes.enumerated() {
      // What the file would have now without this change.
      let kept = merged ?? (try? MergeInput(change.left)) ?? .empty
      let written = (try? MergeInput(change.written)) ?? .empty
      // What commands made of the text that was written.
      let isLast = index == changes.count - 1
      let ours = isLast ? file : (try? MergeInput(changes[index + 1].left)) ?? file
      let isOlder = history.had(change) || repositoryHad(change.written)
      let base =
        isOlder
        ? written.shared(with: kept, countingReopened: true)
        : kept.shared(with: written, countingReopened: false)
      let merge = Merge(base: base, ours: ours, theirs: kept)
      merged = merge.patch.applied(to: ours.text).flatMap { try? MergeInput($0) }
      hasOnlyOlderTexts = hasOnlyOlderTexts && isOlder
      if isLast { patch = merge.patch }
    }
    return ForeignMerge(
      text: merged ?? file, patch: patch, changes: changes, hasOnlyOlderTexts: hasOnlyOlderTexts)
  }
}
