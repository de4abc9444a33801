import CSystem

/// One change of a queue's file (<doc:AtomicCommit>). Only the transaction knows whether it has
/// committed, so it alone decides whether a failed system call left the change incomplete.
final class Transaction {
  let lock: WriterLock
  /// The file as it was found; `nil` if there was none.
  let snapshot: FileSnapshot?
  /// The state directory; `nil` if no change is kept.
  private let state: Pathname?
  /// What the user's prompt shows of the queue.
  let prompt: ShownTask?
  private(set) var history: History?

  /// Waits for the lock, and reads the file at a path. Its history is below `state`; with `nil`, no
  /// change is kept. `prompt` is what the user's prompt shows of the queue.
  init(on path: Pathname, keepingIn state: Pathname?, prompt: ShownTask? = nil) throws(QueueError) {
    self.state = state
    self.prompt = prompt
    // A date that can't be read back would make a change that can't be undone.
    if Timestamp(dateText: Timestamp.now.dateText) == nil { throw .unusableClock }
    let (directory, name) = try attempt(PathWalk.parent(of: path, creatingMissing: true))
    try attempt(directory.requireOwner(of: name))
    try attempt(directory.requireReadable())
    // Opening it could have an effect.
    if try attempt(directory.status(of: name))?.isSpecial == true {
      throw .notAFile(directory.path(of: name))
    }
    guard let lock = try attempt(WriterLock(on: name, in: directory)) else {
      throw .locked(directory.path(of: name))
    }
    self.lock = lock
    snapshot = try lock.stackFile.map { (file) throws(QueueError) in
      try attempt(FileSnapshot(file, of: lock))
    }
    if let snapshot, !snapshot.status.isRegular { throw .notAFile(lock.path) }
  }

  /// The whole text; if there is no file, that of an empty queue.
  var text: [UInt8] { snapshot?.text ?? Document.emptyText }

  /// The history of the file; `nil` if no change is kept.
  func openedHistory() throws(FileError) -> History? {
    if history == nil, let state {
      history = try History(of: lock.path, in: state) { snapshot?.text }
    }
    return history
  }

  /// Whether the file is the one that the last command left, which has ended.
  var isMarked: Bool {
    guard let snapshot, let mark = (try? openedHistory())?.newestMark else { return false }
    return mark.describes(snapshot.status)
  }

  /// Ends the transaction without a change. Syncs the directory if the last command may have been
  /// killed before it did so.
  @discardableResult func confirm() throws(QueueError) -> QueueFront {
    if !isMarked { try attempt(lock.directory.file.sync(.full)) }
    return snapshot == nil ? QueueFront() : currentFront
  }

  /// The front of the queue before the change.
  var currentFront: QueueFront { QueueFront(of: .identity(ofSize: text.count), from: text) }
}

/// The file that a transaction changes, as it was when the lock was taken.
struct FileSnapshot {
  let file: OpenFile
  let directory: Directory, name: Pathname
  let status: FileStatus
  /// Read once: a program that ignores the lock may shorten the file at any moment.
  let text: [UInt8]

  init(_ file: OpenFile, of lock: WriterLock) throws(FileError) {
    self.file = file
    directory = lock.directory
    name = lock.name
    stack_refresh_status(file.descriptor)
    status = try file.status()
    if status.isRegular { try lock.share(as: file, status) }
    text = status.isRegular ? try file.bytes(status) : []
  }

  /// Gives the file another hard link. Returns `false` if it has to be copied instead
  /// (<doc:UndoHistory#Where-the-history-is>), or if its name led to another file.
  func link(to other: Directory, as newName: Pathname) throws(FileError) -> Bool {
    if status.hardLinkCount > 1 || status.hasSpecialMode { return false }
    guard try unless(.noHardLinks, directory.link(name, to: other, as: newName)) != nil else {
      return false
    }
    if try other.status(of: newName)?.identity == status.identity { return true }
    try other.remove(newName)
    return false
  }
}

// MARK: - Committing

extension Transaction {
  /// The effect of a change on the file.
  enum Effect {
    case newText(Patch)
    case removal
  }

  /// What the history keeps about a change, besides the text before it.
  struct Change {
    /// The command that makes the change; for `undo` and `redo`, the command that they reverse.
    let command: String
    /// The title of the task that the change is about, if it is about one.
    var title: String?
    /// How the change treats an older one; `nil` for a command.
    var reversal: (way: Way, entry: Entry)?
    /// Whether this shell didn't make the older one, if that is known.
    var isOfOther = false
    /// When a command left the text that the change restores, if it repairs a damaged file.
    var restoredDate: Timestamp?
    /// A copy that was merged in full. If it is a conflict copy next to the file, it is moved into
    /// the history, even if the change has no effect on the file.
    var mergedCopy: MergedCopy?
    /// The text that the file has in common with a commit of a repository from then on.
    var common: CommonText?
  }

  /// Makes a change, keeps the text before it, and returns the new front of the queue when both are
  /// on the disk. A patch that changes nothing ends the transaction without a change; without an
  /// effect, only the history changes.
  @discardableResult
  func commit(_ effect: Effect?, as change: Change) throws(QueueError) -> (
    front: QueueFront, isChanged: Bool
  ) {
    guard let effect else { return (try leave(as: change), true) }
    if case .newText(let patch) = effect, patch.isIdentity(on: text) {
      // A repair or a sync may create a missing file that had no task.
      let createsFile = snapshot == nil && [Entry.repair, Entry.sync].contains(change.command)
      if !createsFile {
        try attempt(archiveCopy(of: change, for: newEntry(change)))
        return (try confirm(), false)
      }
    }
    if case .newText(let patch) = effect {
      Document.checkInvariants(of: patch.applied(to: text))
    }
    let front = front(after: effect)
    let entry = try attempt(newEntry(change))
    do throws(QueueError) {
      try attempt(prepare(effect, entry, change, front))
      guard try attempt(isUntouched()) else { throw .rewrittenMeanwhile(lock.path) }
    } catch {
      // Entries of failed commands would push others out of the history.
      try? history?.remove(entry.files)
      throw error
    }
    guard try attempt(makeVisible(effect)) else { throw .rewrittenMeanwhile(lock.path) }
    // From here on the change is made, even if a system call fails.
    do throws(FileError) {
      try finish(entry, change)
      if case .newText = effect, let narrowing = lock.narrowing { throw narrowing }
    } catch {
      throw .incomplete(error)
    }
    return (front, true)
  }

  /// The front of the queue after a change.
  private func front(after effect: Effect) -> QueueFront {
    guard case .newText(let patch) = effect else { return QueueFront() }
    return QueueFront(of: patch, from: text)
  }

  /// The entry of a change in the history.
  private func newEntry(_ change: Change) throws(FileError) -> Entry {
    var entry = Entry(
      try openedHistory()?.nextNumber ?? 1, change.command,
      change.reversal.map { ($0.way, $0.entry.number) }, at: .now, hasFile: snapshot != nil)
    if change.common != nil { entry.common = entry.commonName }
    return entry
  }

  /// Writes the new text and keeps the one before; both are on the disk when this returns.
  private func prepare(
    _ effect: Effect, _ entry: Entry, _ change: Change, _ front: QueueFront
  ) throws(FileError) {
    var record = try newRecord(of: change, front: front)
    // The file that is in place from then on has no common text from before.
    if snapshot == nil || change.command == Entry.repair {
      try history?.removeSyncs { $0.number < entry.number }
    }
    guard case .newText(var patch) = effect else {
      record.removesFile = true
      return try keep(entry, record, change)
    }
    if !isMarked { lock.removeOldTexts() }
    let newText = try lock.createNewText(replacing: snapshot)
    // In chunks, so that the disk begins to write in the meantime.
    try patch.forEachChunk(ofPages: 64, from: text) { (bytes) throws(FileError) in
      try newText.write(bytes)
      newText.beginSync()
    }
    if snapshot == nil {
      patch = Patch([.new(patch.applied(to: text) ?? [])])
      // Directories may have been created for the first file.
      try lock.directory.syncParents()
    }
    record.patch = patch
    try keep(entry, record, change)
    // Synced after the history's files, because their syncs make a journaling file system write
    // most of this file, too.
    try newText.sync()
  }

  private func keep(_ entry: Entry, _ record: ChangeRecord, _ change: Change)
    throws(FileError)
  {
    if let common = change.common { try history?.keep(common.text, for: entry) }
    try history?.append(entry, record, replacing: snapshot)
    try history?.putBackCopy(of: change, nextTo: lock)
  }

  /// The record of a change, without its pieces.
  private func newRecord(of change: Change, front: QueueFront) throws(FileError)
    -> ChangeRecord
  {
    var record = ChangeRecord(title: change.title, patch: Patch())
    record.commit = change.common?.commit
    guard let prompt else { return record }
    record.shell = prompt.shell
    if try isKnown(currentFront.task) { record.front = front.task.checksum }
    return record
  }

  /// Adds only an entry: an older change stays as it is, or a sync has nothing for the file.
  private func leave(as change: Change) throws(QueueError) -> QueueFront {
    var entry = try attempt(newEntry(change))
    entry.text = nil
    try attempt(keep(entry, newRecord(of: change, front: currentFront), change))
    try attempt(finishHistory(entry, change))
    return try confirm()
  }

  /// Replaces or removes the file. Returns `false` if another program has removed the new text.
  private func makeVisible(_ effect: Effect) throws(FileError) -> Bool {
    switch effect {
    case .newText: return try lock.replaceFile()
    case .removal:
      try lock.removeFile()
      return true
    }
  }

  private func archiveCopy(of change: Change, for entry: Entry) throws(FileError) {
    if let copy = change.mergedCopy { try history?.archive(copy, for: entry, nextTo: lock) }
  }

  /// Removes what isn't kept any longer.
  private func finishHistory(_ entry: Entry, _ change: Change) throws(FileError) {
    if change.common != nil { try history?.removeSyncs { $0.number < entry.number } }
    try history?.prune()
  }

  /// Syncs the change, and brings the history up to date.
  private func finish(_ entry: Entry, _ change: Change) throws(FileError) {
    // Determined before the sync, during which another program may write the file. Where that may
    // happen elsewhere, the kernel would keep the status for a second, and readers would see an old
    // size.
    let status = lock.directory.mayChangeElsewhere ? nil : try lock.stackFile?.status()
    try lock.directory.file.sync(.full)
    try history?.mark(entry, status, with: change.mergedCopy)
    try archiveCopy(of: change, for: entry)
    try finishHistory(entry, change)
    if try !lock.directory.isAtItsPath() {
      throw FileError(.findAgain, lock.directory.path, code: ENOENT)
    }
  }

  /// Whether no program that ignores the lock has changed the file, and the paths still lead to the
  /// opened directories.
  private func isUntouched() throws(FileError) -> Bool {
    guard try lock.directory.isAtItsPath(), try history?.opened?.isAtItsPath() != false,
      try lock.isHeld()
    else { return false }
    let now = try lock.directory.status(of: lock.name)
    guard let snapshot, let now else { return snapshot == nil && now == nil }
    guard now.isSame(asideFromSizeAs: snapshot.status) else { return false }
    if now.size == snapshot.status.size { return true }
    // A file system may report another size for a while after a hard link was made; then the bytes
    // decide.
    return try snapshot.file.bytes() == snapshot.text
  }
}
