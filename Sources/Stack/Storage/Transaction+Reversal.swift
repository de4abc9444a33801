// How a kept version is brought back: what undo and redo make of it.

extension Transaction {
  /// What brings a version back: what becomes of the file (`nil` for its removal), the title of the task that the change
  /// was about which took the version's place, and whether the whole version comes back, because nothing says what that
  /// change put where.
  typealias Reversal = (patch: Patch?, title: String?, isWhole: Bool)

  /// What takes back the change that took a version's place, and nothing else that was changed since.
  ///
  /// - Returns: `nil` if nothing of it can be taken back alone.
  func reversal(of version: Version, in history: History) throws(QueueError) -> Reversal? {
    let kept = try attempt(history.text(of: version))
    let record = try attempt(history.record(of: version))
    if let kept { _ = try Document(kept, of: history.path(of: version)) }
    let whole = kept.map { Patch([.new($0)]) }
    let after: [UInt8]
    if version.marks.contains(.removed) {
      if current == nil { return (whole, record?.title, false) }
      after = Document.emptyText
    } else if let record {
      guard let text = record.patch.applied(to: kept ?? []) else { return nil }
      if current?.text == text { return (kept.map { record.patch.inverted($0) }, record.title, false) }
      after = text
    } else {
      return (whole, nil, true)
    }
    // A version that somebody has rewritten since is of no use here.
    guard let base = try? MergeCopy(after), let ours = try? MergeCopy(text),
      let theirs = try? MergeCopy(kept ?? Document.emptyText)
    else { return nil }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    return !merge.isChanged || merge.hasConflict ? nil : (merge.patch, record?.title, false)
  }
}
