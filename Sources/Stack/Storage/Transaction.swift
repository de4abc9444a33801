import CSystem

/// One change of a queue's file (<doc:AtomicCommit>). Only the transaction knows whether it has committed, so it alone
/// decides whether a failed system call left the change incomplete.
final class Transaction {
  private let lock: WriterLock
  /// The file as it was found; `nil` if there was none.
  let current: FileSnapshot?
  private let state: Pathname?
  private(set) var history: History?

  /// Waits for the lock, and reads the file at a path. Its versions are kept below `state`; with `nil`, none is kept.
  init(on path: Pathname, keepingIn state: Pathname?) throws(QueueError) {
    self.state = state
    let (directory, name) = try attempt(PathWalk.parent(of: path, creatingMissing: true))
    try attempt(directory.requireReadable())
    guard let lock = try attempt(WriterLock(on: name, in: directory)) else { throw .locked(directory.path(of: name)) }
    self.lock = lock
    current = try lock.current.map { (file) throws(QueueError) in try attempt(FileSnapshot(file, of: lock)) }
    if let current, !current.status.isRegular { throw .notAFile(lock.path) }
  }

  /// The whole text; if there is no file, that of an empty queue.
  var text: [UInt8] { current?.text ?? Document.emptyText }

  /// The history of the file, cleaned up after killed commands; `nil` if no versions are kept.
  func openedHistory() throws(SystemCallError) -> History? {
    if history == nil, let state { history = try History(of: lock.path, current, in: state) }
    return history
  }

  /// Ends the transaction without a change, and syncs the directory, which a killed writer may have left unsynced.
  @discardableResult func confirm() throws(QueueError) -> QueueFront {
    try attempt(lock.directory.file.sync(.full))
    return QueueFront(of: .identity(ofSize: text.count), from: text)
  }
}

/// The file that a transaction changes, as it was when the lock was taken.
struct FileSnapshot {
  let file: OpenFile
  let directory: Directory, name: Pathname
  let status: FileStatus
  /// Read once: a program that ignores the lock may shorten the file at any moment.
  let text: [UInt8]

  init(_ file: OpenFile, of lock: WriterLock) throws(SystemCallError) {
    (self.file, directory, name) = (file, lock.directory, lock.name)
    status = try file.status()
    text = status.isRegular ? try file.bytes() : []
  }
}

// MARK: - Committing

extension Transaction {
  /// The effect of a change on the file.
  enum Effect {
    case newText(Patch)
    case removal
  }

  /// What the history keeps about a change, besides the version that the change replaces.
  struct Entry {
    /// The command that makes the change; for `undo` and `redo`, the command that they undo or redo.
    let command: String
    /// The title of the task that the change is about, if it is about one.
    var title: String?
    /// Which command can restore the replaced version.
    var role = Version.Role.undo
    /// The version that the change restores. It is removed after the change.
    var restored: Version?
    /// A copy that was merged in full. If it is a conflict copy next to the file, it is moved into the history.
    var mergedCopy: MergedCopy?
  }

  /// Makes a change, keeps the version that it replaces, and returns the new front of the queue when both are on the
  /// disk. A patch that changes nothing ends the transaction without a change.
  @discardableResult
  func commit(_ effect: Effect, as entry: Entry) throws(QueueError) -> (front: QueueFront, isChanged: Bool) {
    if case .newText(let patch) = effect, patch.isIdentity(on: text) { return (try confirm(), false) }
    var version = try attempt(replacedVersion(by: effect, entry))
    try attempt(prepare(effect, &version, about: entry.title))
    guard try attempt(isUntouched()) else {
      try attempt(history?.remove(version))
      throw .rewrittenMeanwhile(lock.path)
    }
    switch effect {
    case .newText: try attempt(lock.replaceFile())
    case .removal: try attempt(lock.directory.remove(lock.name))
    }
    // From here on the change is made, even if a system call fails.
    do throws(SystemCallError) {
      try finish(version, entry)
      if case .newText = effect, let narrowing = lock.narrowing { throw narrowing }
    } catch {
      throw .incomplete(error)
    }
    guard case .newText(let patch) = effect else { return (QueueFront(), true) }
    return (QueueFront(of: patch, from: text), true)
  }

  /// The version that a change replaces.
  private func replacedVersion(by effect: Effect, _ entry: Entry) throws(SystemCallError) -> Version {
    let number = try openedHistory()?.nextNumber() ?? 1
    var version = Version(number: number, time: .now, role: entry.role, command: entry.command)
    version.isTombstone = current == nil
    version.restored = entry.restored?.number
    if entry.role == .undo, entry.restored != nil { version.marks.insert(.fromRedo) }
    if case .removal = effect { version.marks.insert(.removed) }
    return version
  }

  /// Writes the new text and keeps the version that it replaces; both are on the disk when this returns.
  private func prepare(_ effect: Effect, _ version: inout Version, about title: String?) throws(SystemCallError) {
    guard case .newText(var patch) = effect else {
      try history?.keep(current, as: &version, ChangeRecord(title: title, patch: Patch()))
      return
    }
    // In steps, so that the disk begins to write in the meantime.
    try patch.forEachStep(ofPages: 64, from: text) { (bytes) throws(SystemCallError) in
      try lock.replacement.write(bytes)
      lock.replacement.beginSync()
    }
    if current == nil {
      patch = Patch([.new(patch.applied(to: text) ?? [])])
      // Directories may have been created for the first file.
      try lock.directory.syncParents()
    }
    try history?.keep(current, as: &version, ChangeRecord(title: title, patch: patch))
    // Synced after the history's files, because their syncs make a journaling file system write most of this file, too.
    try lock.replacement.sync()
  }

  /// Syncs the change, and brings the history up to date.
  private func finish(_ version: Version, _ entry: Entry) throws(SystemCallError) {
    try lock.directory.file.sync(.full)
    try history?.markCommitted(version)
    try history?.removeRestoredVersion(of: version)
    if let copy = entry.mergedCopy, copy.path.isConflictCopy(of: lock.path),
      let place = try? PathWalk.parent(of: copy.path).directory,
      try place.file.status().identity == lock.directory.file.status().identity
    {
      try history?.archive(copy, from: lock.directory, for: version)
    }
    try history?.prune()
    if try !lock.directory.isAtItsPath() { throw SystemCallError(.findAgain, lock.directory.path, code: ENOENT) }
  }

  /// Whether no program that ignores the lock has changed the file, and the paths still lead to the opened directories.
  private func isUntouched() throws(SystemCallError) -> Bool {
    guard try lock.directory.isAtItsPath(), try history?.opened?.isAtItsPath() != false, try lock.hasReplacement()
    else { return false }
    let now = try lock.directory.status(of: lock.name)
    guard let current, let now else { return current == nil && now == nil }
    guard now.isSame(asideFromSizeAs: current.status) else { return false }
    if now.size == current.status.size { return true }
    // A file system may report another size for a while after a hard link was made; then the bytes decide.
    return try current.file.bytes() == current.text
  }
}
