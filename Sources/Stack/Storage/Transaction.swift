// One change of a queue's file, from the lock to the acknowledgement.

/// One change of a queue's file: lock, read, edit, write, keep the version, commit, sync, prune.
///
/// The new text is written beside the file and renamed over it (write-ahead and rename), so that whoever reads
/// sees the text before or the text after. Only the transaction knows whether it has committed, and so it alone
/// says what a refusal of the system means for the queue.
final class Transaction {
  private let lock: WriterLock
  /// The file as it was found; `nil` where there was none.
  let current: FileInUse?
  private let state: FilePath?
  private(set) var history: History?

  /// Waits for the lock, and reads the file.
  ///
  /// - Parameters:
  ///   - path: The file, or a link to it.
  ///   - state: The folder of all histories; `nil` if nothing is to be kept of the file's past.
  init(on path: FilePath, keepingIn state: FilePath?) throws(QueueError) {
    self.state = state
    let path = try attempt(FileSystem.resolved(path))
    guard let lock = try attempt(WriterLock(path)) else { throw .locked(path) }
    self.lock = lock
    current = try lock.current.map { (file) throws(QueueError) in try attempt(FileInUse(file)) }
    if let current, !current.status.isRegular { throw .notAFile(path) }
  }

  /// The whole text; where there is no file, that of an empty queue.
  var text: [UInt8] { current?.text ?? Document.emptyText }

  /// The history of the file, without what a killed command left half done; `nil` where nothing is kept.
  func openedHistory() throws(SystemError) -> History? {
    if history == nil, let state { history = try History(of: lock.path, current, in: state) }
    return history
  }

  /// Ends the transaction without a change.
  ///
  /// A killed writer leaves no trace of having renamed; so what was found may not be on the disk yet.
  ///
  /// - Returns: What stands at the front.
  @discardableResult
  func confirm() throws(QueueError) -> Front {
    try attempt(FileSystem.syncFolder(lock.path.folder, .forGood))
    return Front(of: .identity(ofSize: text.count), from: text)
  }
}

/// The file that a transaction changes, as it was when the lock was taken.
struct FileInUse {
  let file: OpenFile
  let status: FileStatus
  /// Read once: somebody who knows nothing of locks may shorten the file at any moment.
  let text: [UInt8]

  init(_ file: OpenFile) throws(SystemError) {
    self.file = file
    status = try file.status()
    text = status.isRegular ? try file.bytes() : []
  }
}

// MARK: - Committing

extension Transaction {
  /// Makes the change, if it is one, keeps the version that it replaces, and returns when both are on the disk.
  ///
  /// - Parameters:
  ///   - patch: What becomes of the text; `nil` if the file is removed.
  ///   - command: The command that makes the change, or made the change that is undone or redone.
  ///   - title: The title of the task that the change is about.
  ///   - role: What the version is kept for.
  ///   - restored: The version that the change brings back, and that is none afterwards.
  ///   - copy: A copy that the change takes in whole; one that was left beside the file goes into the history.
  /// - Returns: What stands at the front then.
  @discardableResult
  func commit(
    _ patch: Patch?, as command: String, about title: String? = nil, keepingFor role: Version.Role = .undo,
    restoring restored: Version? = nil, taking copy: MergedCopy? = nil
  ) throws(QueueError) -> Front {
    if patch?.isIdentity(ofSize: text.count) == true { return try confirm() }
    let history = try attempt(openedHistory())
    var version = Version(number: history?.nextNumber ?? 1, time: .now, role: role, command: command)
    version.isTombstone = current == nil
    version.restored = restored?.number
    if role == .undo, restored != nil { version.marks.insert(.fromRedo) }
    if patch == nil { version.marks.insert(.removed) }

    try attempt(prepare(patch, &version, about: title))
    guard try attempt(isUntouched()) else {
      try attempt(history?.remove(version))
      throw .rewrittenMeanwhile(lock.path)
    }
    try attempt(patch == nil ? FileSystem.remove(lock.path) : lock.replaceFile())
    // From here on it is done, whatever the system refuses.
    do throws(SystemError) {
      try FileSystem.syncFolder(lock.path.folder, .forGood)
      try history?.markCommitted(version)
      try history?.removeRestoredVersion(of: version)
      if let copy, copy.path.name.isConflictCopy(of: lock.path),
        (try? FileSystem.realPath(of: copy.path.folder)) == lock.path.folder
      {
        try history?.archive(copy, for: version)
      }
      try history?.prune()
    } catch {
      throw .incomplete(error)
    }
    return patch.map { Front(of: $0, from: text) } ?? Front()
  }

  /// Writes the new text and keeps the version that it is to replace; both are on the disk when this returns.
  private func prepare(_ patch: Patch?, _ version: inout Version, about title: String?) throws(SystemError) {
    let replacement = lock.replacement
    var record = ChangeRecord(title: title, patch: patch ?? Patch())
    // In steps, so that the disk gets to work meanwhile.
    try patch?.forEachStep(ofPages: 64, from: text) { (bytes) throws(SystemError) in
      try replacement.write(bytes)
      replacement.beginSync()
    }
    if patch != nil, let current {
      try replacement.adoptOwnership(of: current.status)
    } else if let patch {
      record.patch = Patch([.new(patch.applied(to: text) ?? [])])
      try replacement.setPermissions(0o600)
      // Nobody else looks after the folders that may have been made for the first file.
      try FileSystem.syncFolders(above: lock.path.folder)
    }
    try history?.keep(current, as: &version, record)
    // Behind those of the history, because a journal takes in one go what else has been written.
    if patch != nil { try replacement.sync() }
  }

  /// Whether nobody who doesn't wait for the lock has changed the file.
  private func isUntouched() throws(SystemError) -> Bool {
    let now = try FileSystem.status(of: lock.path)
    guard let current, let now else { return current == nil && now == nil }
    guard now.isSame(asideFromSizeAs: current.status) else { return false }
    if now.size == current.status.size { return true }
    // A file system may tell another size for a while after a link; then the bytes decide.
    return try current.file.bytes() == current.text
  }
}
