// What other programs wrote into a file (<doc:Syncing#What-another-program-writes>).

/// A text that another program put into the place of the one that a command or a sync had left.
struct ForeignChange {
  let left: [UInt8]
  let written: [UInt8]
  /// The next entry of the history.
  let number: Int
}

extension History {
  /// The entries before whose changes another program wrote the file, and which no sync has merged
  /// yet.
  var pending: [Entry] {
    let sync = entries.last { $0.kind == .sync }?.number ?? 0
    return entries.filter { $0.left != nil && $0.number > sync }
  }

  /// The text that the newest change left, whose files aren't damaged. `nil` if nothing is known;
  /// `.some(nil)` if the change removed the file.
  func leftText() throws(FileError) -> [UInt8]?? {
    for entry in entries.reversed() {
      if let kept = try change(of: entry) { return .some(kept.after) }
    }
    return nil
  }

  /// What other programs wrote since the last sync, the oldest first, up to the text that the file
  /// has now; `nil` if there is no file. Nothing if the file has never had a text in common with a
  /// repository.
  func foreignChanges(before current: [UInt8]?) throws(FileError) -> [ForeignChange] {
    guard hasCommonTexts else { return [] }
    var changes: [ForeignChange] = []
    for entry in pending {
      guard let left = entry.left else { continue }
      var written = Document.emptyText
      if let text = entry.text, entry.hasText { written = try bytes(text) }
      changes.append(
        ForeignChange(left: try bytes(left), written: written, number: entry.number))
    }
    if let left = try leftText(), left != current {
      changes.append(
        ForeignChange(
          left: left ?? Document.emptyText, written: current ?? Document.emptyText,
          number: nextNumber))
    }
    return changes
  }

  /// Whether the file, or a commit that was merged, had the text that another program wrote before
  /// it had the one that was left.
  fileprivate func had(_ change: ForeignChange) -> Bool {
    entries.contains { entry in
      guard entry.number < change.number else { return false }
      return [entry.hasText ? entry.text : nil, entry.common].contains { name in
        guard let name, (try? opened?.status(of: name))??.size == change.written.count else {
          return false
        }
        return (try? bytes(name)) == change.written
      }
    }
  }
}

/// What a sync makes of a file into which other programs have written: their changes, merged with
/// what they have replaced.
struct ForeignMerge {
  /// The result.
  fileprivate(set) var text: MergeInput
  /// The patch that gives the file this text.
  fileprivate(set) var patch: Patch
  let changes: [ForeignChange]
  /// Whether the other programs only put older texts in the place of the file.
  fileprivate(set) var hasOnlyOlderTexts = true
}

extension Transaction {
  /// Merges what other programs have written since the last sync.
  ///
  /// - Parameter repositoryHad: Whether a repository had a text.
  func foreignMerge(_ repositoryHad: ([UInt8]) -> Bool, of path: Pathname) throws(QueueError)
    -> ForeignMerge
  {
    let file = MergeInput(try Document(text, of: path))
    let changes = try attempt(history?.foreignChanges(before: snapshot?.text) ?? [])
    var result = ForeignMerge(
      text: file, patch: .identity(ofSize: text.count), changes: changes)
    var merged: MergeInput?
    for (index, change) in changes.enumerated() {
      // What the file would have now without this change.
      let kept = merged ?? (try? MergeInput(change.left)) ?? .empty
      let written = (try? MergeInput(change.written)) ?? .empty
      // What commands made of the text that was written.
      let isLast = index == changes.count - 1
      let ours = isLast ? file : (try? MergeInput(changes[index + 1].left)) ?? file
      let isOlder = history?.had(change) == true || repositoryHad(change.written)
      let base =
        isOlder
        ? written.shared(with: kept, countingReopened: true)
        : kept.shared(with: written, countingReopened: false)
      let merge = Merge(base: base, ours: ours, theirs: kept)
      merged = merge.patch.applied(to: ours.text).flatMap { try? MergeInput($0) }
      result.hasOnlyOlderTexts = result.hasOnlyOlderTexts && isOlder
      if isLast { result.patch = merge.patch }
    }
    result.text = merged ?? file
    return result
  }
}
