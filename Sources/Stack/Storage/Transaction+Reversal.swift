// How a kept version is brought back: what undo and redo make of it.

extension Transaction {
  /// What brings a version back.
  struct Reversal {
    let change: Change
    /// The title of the task that the change was about which took the version's place.
    let title: String?
    /// Whether the whole version comes back, because nothing says what that change put where.
    let isWhole: Bool

    /// What stands at the front then.
    var front: Front {
      switch change {
      case .patch(let patch, let text): Front(of: patch, from: text)
      case .removal: Front()
      }
    }
  }

  /// Whether a version is the file in use, and so none.
  func isInUse(_ version: Version) throws(QueueError) -> Bool {
    try attempt { () throws(SystemError) in try history?.isInUse(version, current) } ?? true
  }

  /// What takes back the change that took a version's place, and nothing else that was changed since.
  ///
  /// - Returns: `nil` if nothing of it can be taken back alone.
  func reversal(of version: Version) throws(QueueError) -> Reversal? {
    guard let history else { return nil }
    let (kept, record) = try attempt { () throws(SystemError) in
      (try history.text(of: version), try history.record(of: version))
    }
    if let kept { _ = try Document(kept, of: history.path(of: version)) }
    let whole = kept.map { Change.patch(Patch([.new($0)]), of: []) } ?? .removal
    let base: MergeCopy?
    if version.isBeforeRemoval {
      if text == nil { return Reversal(change: whole, title: record?.title, isWhole: false) }
      base = try? MergeCopy(Document.emptyText)
    } else if let record {
      guard let after = record.patch.applied(to: kept ?? []) else { return nil }
      if text == after {
        let change = kept.map { Change.patch(record.patch.inverted($0), of: after) } ?? .removal
        return Reversal(change: change, title: record.title, isWhole: false)
      }
      // A version that somebody has rewritten since is of no use here.
      guard let copy = try? MergeCopy(after) else { return nil }
      base = copy
    } else {
      return Reversal(change: whole, title: nil, isWhole: true)
    }
    guard let base, let ours = try? MergeCopy(text ?? Document.emptyText),
      let theirs = try? MergeCopy(kept ?? Document.emptyText)
    else { return nil }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
    if !merge.isChanged || merge.hasConflict { return nil }
    return Reversal(change: .patch(merge.patch, of: ours.text), title: record?.title, isWhole: false)
  }
}
