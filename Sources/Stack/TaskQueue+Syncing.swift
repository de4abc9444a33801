// Syncing with a repository, such as one of git. <doc:Merging#Syncing-with-a-repository> states the
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

  /// The whole text of the file, validated; `nil` if there is none.
  package func text() throws(QueueError) -> [UInt8]? { try document()?.text }

  /// The commits with which the queue has had a text in common, the newest first. The common text
  /// is that of the first one that the repository still has.
  public func syncedCommits() throws(QueueError) -> [String] {
    let history = try history()
    return try attempt(history.syncs()).map { $0.commit }
  }

  /// The text that the queue had in common with a commit; `nil` if it isn't known.
  public func commonText(in commit: String) throws(QueueError) -> [UInt8]? {
    let history = try history()
    return try attempt(history.commonText(in: commit))
  }

  /// Merges the text that the queue has in a commit. The common ancestor is the common text of an
  /// older commit, `base`; if there is none, it is empty (see <doc:Merging>). A missing file gets
  /// the text.
  ///
  /// From then on, that text is the common text. `undo` doesn't reverse this change.
  ///
  /// - Throws: `QueueError.malformed` if the text isn't a valid stack.
  @discardableResult
  public func merge(_ text: [UInt8], of commit: String, since base: String?) throws(QueueError)
    -> Merging
  {
    let theirs = MergeInput(try Document(text, of: path))
    let transaction = try transaction()
    let reason = Transaction.Change(
      command: Entry.sync, common: CommonText(text: text, commit: commit))
    guard transaction.snapshot != nil else {
      let (front, _) = try transaction.commit(.newText(Patch([.new(text)])), as: reason)
      var merging = Merging(change: QueueChange(front: front, wasEmpty: true))
      merging.arrivedCount = theirs.document.taskCount
      return merging
    }
    let ours = MergeInput(try Document(transaction.text, of: path))
    let common = try attempt(transaction.openedHistory()?.commonText(in: base))
    let ancestor = common.flatMap { try? MergeInput($0) } ?? .empty
    let merge = Merge(base: ancestor, ours: ours, theirs: theirs)
    let isChanged = !merge.patch.isIdentity(on: ours.text)
    let (front, _) = try transaction.commit(isChanged ? .newText(merge.patch) : nil, as: reason)
    var merging = Merging(merge, front: front, isChanged: isChanged)
    if isChanged, let result = try? MergeInput(merge.patch.applied(to: ours.text) ?? []) {
      merging.arrivedCount = result.openCount { ours[$0] == nil }
      merging.endedCount = ours.openCount { result[$0]?.isOpen == false }
    }
    return merging
  }

  /// A text for the next commit of a repository.
  public struct SharedText: Sendable {
    /// The text.
    public let text: [UInt8]
    let number: Int
  }

  /// The text of the queue, if it isn't `theirs`, which the repository has now and which is the
  /// common text in the commit `base`. `nil` if there is nothing to share, or the file was made
  /// again since it was merged.
  ///
  /// Call ``didCommit(_:as:)`` before the repository gets the text.
  public func share(replacing theirs: [UInt8]?, since base: String?) throws(QueueError)
    -> SharedText?
  {
    if try !exists() { return nil }
    let transaction = try transaction()
    guard let snapshot = transaction.snapshot, snapshot.text != theirs,
      let history = try attempt(transaction.openedHistory())
    else { return nil }
    _ = try Document(snapshot.text, of: path)
    if theirs != nil, try attempt(history.commonText(in: base)) != theirs { return nil }
    // Another program may have written it without a sync. If the others got what a power cut loses
    // here, it would look deleted.
    if !transaction.isMarked { try attempt(snapshot.file.sync(.bytes)) }
    try transaction.confirm()
    try attempt(history.removeSyncs(since: base))
    try attempt(history.keep(snapshot.text, for: Entry(number: history.nextNumber)))
    return SharedText(text: snapshot.text, number: history.nextNumber)
  }

  /// Says which commit has a text that is shared. From then on, that text is the common text, if
  /// the repository gets the commit.
  public func didCommit(_ shared: SharedText, as commit: String) throws(QueueError) {
    let transaction = try transaction()
    // A file that was made again has no common text.
    guard let history = try attempt(transaction.openedHistory()),
      history.all.contains(where: { $0.number == shared.number && $0.isSync })
    else { return }
    var entry = Entry(shared.number, Entry.sync, at: .now, hasFile: true)
    entry.text = nil
    var record = ChangeRecord(patch: Patch())
    record.commit = commit
    try attempt(history.append(entry, record, replacing: nil))
  }
}

extension MergeInput {
  /// The number of open tasks whose identities have a property.
  fileprivate func openCount(where isCounted: (JSONDigest) -> Bool) -> Int {
    elements.count { $0.isOpen && isCounted($0.identity) }
  }
}
