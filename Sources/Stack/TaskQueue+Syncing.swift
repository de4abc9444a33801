// Syncing with a repository, such as one of git. <doc:Syncing> states the
// rules.

extension TaskQueue {
  /// Checks the text of a stack. Errors name it by `path`.
  ///
  /// - Throws: `QueueError.malformed` if it isn't a valid stack.
  public static func validate(_ text: [UInt8], of path: Pathname) throws(QueueError) {
    _ = try Document(text, of: path)
  }

  /// Whether a text is that of a stack, or of one of a newer release; not, for example, settings of
  /// another program in JSON.
  package static func isStack(_ text: [UInt8]) -> Bool {
    do throws(ScanError) {
      let document = try Document(text)
      return document.tasks != nil || document.completed != nil
    } catch {
      return error.problem == .newerVersion
    }
  }

  /// The commits with which the queue has had a text in common, the newest first. The common text
  /// is that of the first one that the repository still has.
  public func syncedCommits() throws(QueueError) -> [String] {
    let history = try history()
    return try attempt(history.syncedCommits())
  }

  /// The text that the queue had in common with a commit; `nil` if it isn't known.
  public func commonText(in commit: String) throws(QueueError) -> [UInt8]? {
    let history = try history()
    return try attempt(history.commonText(in: commit))
  }

  /// Merges the text that the queue has in a commit. The common ancestor is the common text of the
  /// newest older commit; if there is none, it is empty (see <doc:Merging>). What other programs
  /// have written since the last sync is merged first
  /// (see <doc:Syncing#What-another-program-writes>). A queue that is new here gets the text.
  ///
  /// From then on, that text is the common text. `undo` doesn't reverse this change.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - commit: The name of the commit.
  ///   - repository: Any string that identifies the repository. Of each one, the newest common text
  ///     is kept.
  ///   - base: The newest of the commit's ancestors among ``syncedCommits()``.
  ///   - isOlder: Returns whether the queue has had a text in one of the ancestors.
  /// - Throws: `QueueError.malformed` if the text isn't a valid stack.
  @discardableResult
  public func merge(
    _ text: [UInt8], of commit: String, in repository: String, since base: String?,
    isOlder: ([UInt8]) -> Bool = { _ in false }
  ) throws(QueueError) -> Merging {
    let theirs = MergeInput(try Document(text, of: path))
    let transaction = try transaction()
    let foreign = try transaction.foreignMerge(isOlder, of: path)
    let ancestor = try attempt(transaction.history.commonText(in: base))
    let ancestorCopy = ancestor.flatMap { try? MergeInput($0) } ?? .empty
    let isNew = transaction.snapshot == nil && foreign.changes.isEmpty && ancestor == nil
    let merge = Merge(base: ancestorCopy, ours: foreign.text, theirs: theirs)
    let patch = isNew ? Patch([.new(text)]) : merge.patch.following(foreign.patch)
    let common = CommonText(text: text, commit: commit, repository: repository)
    var merging = Merging(
      merge, try transaction.commit(Change(Entry.sync, patch, common: common)))
    let result = isNew ? theirs : try? MergeInput(patch.applied(to: transaction.text) ?? [])
    if let result { merging.difference = TaskDifference(from: foreign.text, to: result) }
    merging.rewordedCount = merge.secondWordingCount
    merging.bringsNews = isNew || merge.isChanged
    merging.restoration = ForeignRestoration(foreign, in: transaction, of: path)
    return merging
  }

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

  /// What came back into a queue's file because only commands remove and reopen tasks that are
  /// synced.
  public struct ForeignRestoration: Sendable {
    /// What another program had done.
    public enum Cause: Sendable {
      /// It had removed the file.
      case removal
      /// It had put an older text in the place of the file.
      case olderText
      /// It had edited the file.
      case edit
    }

    /// What another program had done.
    public let cause: Cause
    /// What changed in the file.
    public let difference: TaskDifference

    fileprivate init?(_ foreign: ForeignMerge, in transaction: Transaction, of path: Pathname) {
      guard !foreign.changes.isEmpty, !foreign.patch.isIdentity(on: transaction.text),
        let file = try? MergeInput(transaction.text)
      else { return nil }
      cause =
        transaction.snapshot == nil ? .removal : foreign.hasOnlyOlderTexts ? .olderText : .edit
      difference = TaskDifference(from: file, to: foreign.text)
    }
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
}
