// What a queue gets from a repository, and what both had in common. <doc:Syncing> states the rules.

extension TaskQueue {
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
}
