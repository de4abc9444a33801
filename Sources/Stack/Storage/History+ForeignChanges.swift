// How the history sees what other programs wrote into a file; `ForeignMerge` says what a sync makes
// of it (<doc:Syncing#What-another-program-writes>).

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
      let written = try text(before: entry) ?? Document.emptyText
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
  func had(_ change: ForeignChange) -> Bool {
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
