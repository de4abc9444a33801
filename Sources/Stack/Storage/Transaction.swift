// One change of a queue's file, from the lock to the acknowledgement.

/// One change of a queue's file: lock, read, edit, write, keep the version, commit, sync, prune.
///
/// The new text is written beside the file and renamed over it (write-ahead and rename), so that whoever reads
/// sees the text before or the text after. Only the transaction knows whether it has committed, and so it alone
/// says what a refusal of the system means for the queue.
final class Transaction {
  private let queuePath: FilePath
  private let lock: WriterLock
  private var isCommitted = false

  /// Waits for the lock.
  init(on file: QueueFile) throws(QueueError) {
    queuePath = file.path
    let path: FilePath
    do throws(SystemError) {
      path = try file.resolved()
    } catch {
      throw .system(error)
    }
    lock = try WriterLock(path)
  }

  /// The file as it is; `nil` while there is none.
  var current: OpenFile? { lock.current }

  /// What an error of the system means for the queue.
  private func failure(_ error: SystemError) -> QueueError {
    isCommitted ? .incomplete(error) : .system(error)
  }

  /// The whole text; `nil` where there is no file.
  func text() throws(QueueError) -> [UInt8]? {
    guard let current else { return nil }
    do throws(SystemError) {
      return try current.bytes()
    } catch {
      throw failure(error)
    }
  }

  /// Ends the transaction without a change.
  ///
  /// A killed writer leaves no trace of having renamed; so what was found may not be on the disk yet.
  func confirm() throws(QueueError) {
    do throws(SystemError) {
      try FileSystem.syncFolder(lock.path.folder)
    } catch {
      throw failure(error)
    }
  }

  /// The history of the file, without what a killed command left half done.
  ///
  /// - Parameter state: The folder of all histories.
  func history(in state: FilePath) throws(QueueError) -> History {
    do throws(SystemError) {
      var history = try History(of: lock.path, in: state)
      try history.reconcile(with: lock.current)
      return history
    } catch {
      throw failure(error)
    }
  }
}

// MARK: - Committing

extension Transaction {
  /// What becomes of the file.
  enum Change {
    /// It gets a new text, which the patch makes of the one there is, or of nothing.
    case text([UInt8], Patch)
    /// It is removed.
    case removal
  }

  /// Makes the change, keeps the version that it replaces, and returns when both are on the disk.
  ///
  /// - Parameters:
  ///   - change: What becomes of the file.
  ///   - version: The name under which the version is kept; whether it was or gets a file is noted here.
  ///   - title: The title of the task that the change is about.
  ///   - restored: A version that the change brings back, and that is none afterwards.
  func commit(
    _ change: Change, keeping version: Version, about title: String?, in history: inout History,
    restoring restored: Version? = nil
  ) throws(QueueError) {
    try committing { () throws(SystemError) in
      try perform(
        change, keeping: version, ChangeRecord(title: title, restored: restored?.number, patch: Patch()),
        in: &history)
    } afterwards: { () throws(SystemError) in
      if let restored { try history.remove(restored) }
      try history.prune()
    }
  }

  /// Makes the change of a file whose past is not kept, and returns when it is on the disk.
  func commit(_ text: [UInt8]) throws(QueueError) {
    try committing { () throws(SystemError) in
      try write(text)
      try lock.replacement.sync()
      guard try lock.isUntouched() else { return false }
      try lock.replaceFile()
      return true
    } afterwards: {
    }
  }

  /// - Parameters:
  ///   - change: Makes the change; returns whether the file was still as it was read, and if not, changes nothing.
  ///   - cleanUp: What is left to do when the change is on the disk.
  private func committing(
    _ change: () throws(SystemError) -> Bool, afterwards cleanUp: () throws(SystemError) -> Void
  ) throws(QueueError) {
    do throws(SystemError) {
      isCommitted = try change()
      if isCommitted {
        try FileSystem.syncFolder(lock.path.folder)
        try cleanUp()
      }
    } catch {
      throw failure(error)
    }
    if !isCommitted { throw .rewrittenMeanwhile(lock.path) }
  }

  /// Makes the change; afterwards only the disk has to know.
  ///
  /// - Returns: Whether the file was still as it was read; if not, nothing was changed.
  private func perform(
    _ change: Change, keeping version: Version, _ record: ChangeRecord, in history: inout History
  ) throws(SystemError) -> Bool {
    var version = version
    var record = record
    version.isTombstone = current == nil
    switch change {
    case .removal:
      version.isBeforeRemoval = true
      try history.keep(current, as: version, record, replacedBy: nil)
      guard try isUntouched(orElseForget: version, in: &history) else { return false }
      try FileSystem.remove(lock.path)
    case .text(let text, let patch):
      try write(text)
      record.patch = patch
      // Nobody else looks after the folders that may have been made for the first file.
      if current == nil { try FileSystem.syncFolders(above: lock.path.folder) }
      try history.keep(current, as: version, record, replacedBy: lock.replacement)
      guard try isUntouched(orElseForget: version, in: &history) else { return false }
      try lock.replaceFile()
    }
    return true
  }

  /// Whether nobody else has changed the file; if somebody has, the version that was kept for nothing goes.
  private func isUntouched(
    orElseForget version: Version, in history: inout History
  ) throws(SystemError) -> Bool {
    if try lock.isUntouched() { return true }
    try history.remove(version)
    return false
  }

  /// Writes the new text, which is not certain to be on the disk then.
  private func write(_ text: [UInt8]) throws(SystemError) {
    let replacement = lock.replacement
    try replacement.truncate()
    try replacement.write(text)
    if let status = lock.status {
      try replacement.adoptOwnership(of: status)
    } else {
      try replacement.setPermissions(0o600)
    }
  }
}
