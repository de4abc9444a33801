// One change of a queue's file, from the lock to the acknowledgement. The article "Atomic commit" explains its steps.

import CSystem

/// One change of a queue's file: lock, read, edit, write, keep the version, commit, sync, prune.
///
/// The new text is written next to the file and renamed over it (write-ahead and rename), so readers see the text
/// before or the text after. Only the transaction knows whether it has committed, so it alone says what an error of
/// the system means for the queue.
final class Transaction {
  private let lock: WriterLock
  /// The file as it was found; `nil` if there was none.
  let current: FileSnapshot?
  private let state: Pathname?
  private(set) var history: History?

  /// Waits for the lock, and reads the file.
  ///
  /// - Parameters:
  ///   - path: The file, or a link to it.
  ///   - state: The directory of all histories; `nil` to keep no versions of the file.
  init(on path: Pathname, keepingIn state: Pathname?) throws(QueueError) {
    self.state = state
    let place = try attempt(PathWalk.parent(of: path, creatingMissing: true))
    try attempt(place.directory.requireReadable())
    guard let lock = try attempt(WriterLock(on: place.name, in: place.directory)) else {
      throw .locked(place.directory.path.appending(place.name))
    }
    self.lock = lock
    current = try lock.current.map { (file) throws(QueueError) in
      try attempt(FileSnapshot(file, of: lock))
    }
    if let current, !current.status.isRegular { throw .notAFile(lock.path) }
  }

  /// The whole text; if there is no file, that of an empty queue.
  var text: [UInt8] { current?.text ?? Document.emptyText }

  /// The history of the file, cleaned up after killed commands; `nil` if no versions are kept.
  func openedHistory() throws(SystemCallError) -> History? {
    if history == nil, let state { history = try History(of: lock.path, current, in: state) }
    return history
  }

  /// Ends the transaction without a change.
  ///
  /// A previous writer may have been killed between its rename and its directory sync, so this syncs the directory too.
  ///
  /// - Returns: The front of the queue.
  @discardableResult
  func confirm() throws(QueueError) -> QueueFront {
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
  /// Makes the change, if it is one, keeps the version that it replaces, and returns when both are on the disk.
  ///
  /// - Parameters:
  ///   - patch: What becomes of the text; `nil` if the file is removed.
  ///   - command: The command that makes the change, or made the change that is undone or redone.
  ///   - title: The title of the task that the change is about.
  ///   - role: Which command can restore the version.
  ///   - restored: The version that the change brings back, and that is none afterwards.
  ///   - copy: A copy that the change takes in whole; one that was left beside the file goes into the history.
  /// - Returns: The front of the queue after the change.
  @discardableResult
  func commit(
    _ patch: Patch?, as command: String, about title: String? = nil, keepingFor role: Version.Role = .undo,
    restoring restored: Version? = nil, taking copy: MergedCopy? = nil
  ) throws(QueueError) -> QueueFront {
    if patch?.isIdentity(ofSize: text.count) == true { return try confirm() }
    let history = try attempt(openedHistory())
    var version = Version(
      number: try attempt(history?.nextNumber) ?? 1, time: .now, role: role, command: command)
    version.isTombstone = current == nil
    version.restored = restored?.number
    if role == .undo, restored != nil { version.marks.insert(.fromRedo) }
    if patch == nil { version.marks.insert(.removed) }

    try attempt(prepare(patch, &version, about: title))
    guard try attempt(isUntouched()) else {
      try attempt(history?.remove(version))
      throw .rewrittenMeanwhile(lock.path)
    }
    try attempt(patch == nil ? lock.directory.remove(lock.name) : lock.replaceFile())
    // From here on the change is made, whatever the system refuses.
    do throws(SystemCallError) {
      try lock.directory.file.sync(.full)
      try history?.markCommitted(version)
      try history?.removeRestoredVersion(of: version)
      if let copy, copy.path.name.isConflictCopy(of: lock.path),
        let place = try? PathWalk.parent(of: copy.path).directory,
        try place.file.status().identity == lock.directory.file.status().identity
      {
        try history?.archive(copy, from: lock.directory, for: version)
      }
      try history?.prune()
      if try !lock.directory.isAtItsPath() {
        throw SystemCallError(.findAgain, lock.directory.path, code: ENOENT)
      }
      if patch != nil, let narrowing = lock.narrowing { throw narrowing }
    } catch {
      throw .incomplete(error)
    }
    return patch.map { QueueFront(of: $0, from: text) } ?? QueueFront()
  }

  /// Writes the new text and keeps the version that it is to replace; both are on the disk when this returns.
  private func prepare(_ patch: Patch?, _ version: inout Version, about title: String?)
    throws(SystemCallError)
  {
    let replacement = lock.replacement
    var record = ChangeRecord(title: title, patch: patch ?? Patch())
    // In steps, so that the disk gets to work meanwhile.
    try patch?.forEachStep(ofPages: 64, from: text) { (bytes) throws(SystemCallError) in
      try replacement.write(bytes)
      replacement.beginSync()
    }
    if current == nil, let patch {
      record.patch = Patch([.new(patch.applied(to: text) ?? [])])
      // Directories may have been created for the first file.
      try lock.directory.syncParents()
    }
    try history?.keep(current, as: &version, record)
    // After those of the history, because a journal takes in one go what else has been written.
    if patch != nil { try replacement.sync() }
  }

  /// Whether no program that ignores the lock has changed the file, and the paths still lead to the opened directories.
  private func isUntouched() throws(SystemCallError) -> Bool {
    guard try lock.directory.isAtItsPath(), try history?.isAtItsPath() != false else { return false }
    guard try lock.hasReplacement() else { return false }
    let now = try lock.directory.status(of: lock.name)
    guard let current, let now else { return current == nil && now == nil }
    guard now.isSame(asideFromSizeAs: current.status) else { return false }
    if now.size == current.status.size { return true }
    // A file system may report another size for a while after a link; then the bytes decide.
    return try current.file.bytes() == current.text
  }
}
