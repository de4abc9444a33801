// What a queue shares with a repository. <doc:Syncing> states the rules.

extension TaskQueue {
  /// A text for the next commit of a repository.
  public struct SharedText: Sendable {
    /// The text.
    public let text: [UInt8]
    /// What came back that other programs had removed; `nil` if nothing did.
    public let restoration: ForeignRestoration?
    /// Whether this isn't the text that the repository has.
    public let isNew: Bool
    fileprivate let base: String?
  }

  /// The text of the queue, if it isn't `theirs`, which the repository has now and which has been
  /// merged; `base` is the newest of its commits among ``syncedCommits()``. Merges first what other
  /// programs have written since the last sync, as `merge(_:of:in:since:isOlder:)` does. `nil` if
  /// there is nothing to share.
  ///
  /// Call ``didCommit(_:as:in:)`` before the repository gets the text.
  public func share(
    replacing theirs: [UInt8]?, since base: String?,
    isOlder: ([UInt8]) -> Bool = { _ in false }
  ) throws(QueueError) -> SharedText? {
    if try isShared(as: theirs) { return nil }
    let transaction = try transaction()
    let common = try attempt(transaction.history.commonText(preferring: base))
    // Without a file, there is something to share only if commands or other programs removed it.
    if transaction.snapshot == nil, theirs == nil || common == nil { return nil }
    let foreign = try transaction.foreignMerge(isOlder, of: path)
    // Another program may have written it without a sync. If the others got what a power cut loses
    // here, it would look deleted.
    if let snapshot = transaction.snapshot, !transaction.isMarked {
      try attempt(snapshot.file.sync(.bytes))
    }
    try transaction.confirm()
    if let common, transaction.snapshot == nil || !foreign.changes.isEmpty {
      try transaction.commit(
        Change(Entry.sync, foreign.patch, common: common, base: common.commit))
    }
    return SharedText(
      text: foreign.text.text,
      restoration: ForeignRestoration(foreign, in: transaction, of: path),
      isNew: foreign.text.text != theirs, base: base)
  }

  /// Whether nothing has to be shared, as far as that is certain without the lock.
  private func isShared(as theirs: [UInt8]?) throws(QueueError) -> Bool {
    let history = try history()
    guard let file = try opened() else { return theirs == nil && !history.hasCommonTexts }
    guard theirs != nil, history.pending.isEmpty, let mark = history.newestMark else {
      return false
    }
    if try !mark.describes(attempt(file.status())) { return false }
    return try attempt(file.bytes()) == theirs
  }

  /// Says which commit has a text that is shared. From then on, that text is the common text, if
  /// the repository gets the commit.
  public func didCommit(_ shared: SharedText, as commit: String, in repository: String)
    throws(QueueError)
  {
    let transaction = try transaction()
    // Otherwise another program has just replaced the text, which the next sync has to see.
    guard let snapshot = transaction.snapshot,
      try attempt(transaction.history.foreignChanges(before: snapshot.text)).isEmpty
    else { return }
    let common = CommonText(text: shared.text, commit: commit, repository: repository)
    try transaction.commit(
      Change(
        Entry.sync, .identity(ofSize: snapshot.text.count), common: common, base: shared.base))
  }

  /// How many open tasks the queue has, how many another text of it has, and how many tasks are the
  /// same, even if they have ended on one side.
  package func openTaskCounts(with text: [UInt8]) throws(QueueError) -> (
    ours: Int, theirs: Int, common: Int
  ) {
    let theirs = MergeInput(try Document(text, of: path))
    let ours = try document().map { MergeInput($0) } ?? .empty
    return (
      ours.elements.count { $0.isOpen }, theirs.document.taskCount,
      ours.elements.count { theirs[$0.identity] != nil }
    )
  }
}
