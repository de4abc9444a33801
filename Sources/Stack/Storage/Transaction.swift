import CSystem

/// One change of a queue's file (<doc:AtomicCommit>). Only the transaction knows whether it has
/// committed, so it alone decides whether a failed system call left the change incomplete.
final class Transaction {
  let lock: WriterLock
  /// The file as it was found; `nil` if there was none.
  let snapshot: FileSnapshot?
  /// What the user's prompt shows of the queue.
  let prompt: ShownTask?
  /// The history of the file.
  let history: History
  /// The front of the queue before the change.
  let frontBefore: QueueFront
  /// Whether the user knows which task is the current one.
  let isFrontKnown: Bool

  /// Waits for the lock, and reads the file at a path. Its history is below `state`; with `nil`, no
  /// change is kept. `prompt` is what the user's prompt shows of the queue.
  init(on path: Pathname, keepingIn state: Pathname?, prompt: ShownTask? = nil) throws(QueueError) {
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
    let text = snapshot?.text
    let history = try attempt(History(of: lock.path, in: state) { text })
    self.history = history
    let front = text.map { QueueFront(of: $0) } ?? QueueFront()
    frontBefore = front
    isFrontKnown =
      try prompt.map { (prompt) throws(QueueError) in
        try attempt(prompt.isKnown(front.task, history))
      } ?? true
  }

  /// The whole text; if there is no file, that of an empty queue.
  var text: [UInt8] { snapshot?.text ?? Document.emptyText }

  /// Whether the file is the one that the last command left, which has ended.
  var isMarked: Bool {
    guard let snapshot, let mark = history.newestMark else { return false }
    return mark.describes(snapshot.status)
  }

  /// Ends the transaction without a change. Syncs the directory if the last command may have been
  /// killed before it did so.
  func confirm() throws(QueueError) {
    if !isMarked { try attempt(lock.directory.file.sync(.full)) }
  }
}

// MARK: - Committing

extension Transaction {
  /// Makes a change, keeps the text before it, and returns when both are on the disk. A patch that
  /// changes nothing ends the transaction without a change, unless it creates a file or the history
  /// has something to note.
  @discardableResult func commit(_ change: Change) throws(QueueError) -> QueueChange {
    // A repair or a sync may create a missing file that had no task.
    let createsFile =
      snapshot == nil && change.reversed == nil
      && [Entry.repair, Entry.sync].contains(change.command)
    if change.isIdentity(on: text) && !createsFile {
      if change.isNoted { return try note(change) }
      let copy = try attempt(archiveCopy(of: change, for: newEntry(change)))
      try confirm()
      return unchanged(change, copy: copy)
    }
    if let patch = change.patch { Document.checkInvariants(of: patch.applied(to: text)) }
    let front = change.patch.map { QueueFront(of: $0, from: text) } ?? QueueFront()
    var entry = newEntry(change)
    let preparation: Preparation
    do throws(QueueError) {
      preparation = try attempt(prepare(change, &entry, front))
      guard try attempt(isUntouched()) else { throw .rewrittenMeanwhile(lock.path) }
    } catch {
      // Entries of failed commands would push others out of the history.
      try? history.remove(entry.files)
      throw error
    }
    guard try attempt(makeVisible(change)) else { throw .rewrittenMeanwhile(lock.path) }
    // From here on the change is made, even if a system call fails.
    do throws(FileError) {
      let archived = try finish(entry, change)
      if let narrowing = preparation.narrowing { throw narrowing }
      return QueueChange(
        tasks: change.tasks, title: change.title, front: front, wasEmpty: frontBefore.task == nil,
        isChanged: true, copy: archived ?? preparation.copyBack,
        textBefore: history.path(ofText: entry))
    } catch {
      throw .incomplete(error)
    }
  }

  /// The result of a change that left the file as it was.
  private func unchanged(_ change: Change, copy: KeptCopy? = nil) -> QueueChange {
    QueueChange(
      tasks: change.tasks, title: change.title, front: frontBefore,
      wasEmpty: frontBefore.task == nil, isChanged: false, copy: copy, textBefore: nil)
  }

  /// The entry of a change in the history.
  private func newEntry(_ change: Change) -> Entry {
    Entry(
      history.nextNumber, change.command, change.reversed, at: .now,
      hasFile: snapshot != nil, hasCommon: change.common != nil)
  }

  /// What came of preparing a change.
  private struct Preparation {
    /// The conflict copy that is back, if the change undoes its merge.
    let copyBack: KeptCopy?
    /// Why only the owner can use the new file: its access control list couldn't be copied.
    let narrowing: FileError?
  }

  /// Writes the new text and keeps the one before; both are on the disk when this returns.
  private func prepare(
    _ change: Change, _ entry: inout Entry, _ front: QueueFront
  ) throws(FileError) -> Preparation {
    try keepLeftText(for: &entry)
    guard var patch = change.patch else {
      return Preparation(
        copyBack: try keep(entry, record(of: change, nil, front), change), narrowing: nil)
    }
    if !isMarked { lock.removeOldTexts() }
    let (newText, narrowing) = try lock.createNewText(replacing: snapshot)
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
    let copyBack = try keep(entry, record(of: change, patch, front), change)
    // Synced after the history's files, because their syncs make a journaling file system write
    // most of this file, too.
    try newText.sync()
    return Preparation(copyBack: copyBack, narrowing: narrowing)
  }

  /// If the queue is synced, keeps the text that the last command had left and another program has
  /// replaced, for the next sync. A sync has merged it already, and a repair restores it.
  private func keepLeftText(for entry: inout Entry) throws(FileError) {
    guard history.hasCommonTexts, !isMarked,
      entry.kind != .sync, entry.kind != .repair,
      let left = try history.leftText(), left != snapshot?.text
    else { return }
    try history.preparedDirectory()?.write(
      left ?? Document.emptyText, as: entry.leftName, by: History.incompleteCopy)
    entry.left = entry.leftName
  }

  /// Adds an entry. Returns the conflict copy that is back, if the change undoes its merge.
  private func keep(_ entry: Entry, _ record: ChangeRecord, _ change: Change) throws(FileError)
    -> KeptCopy?
  {
    try keepCommonText(of: change, for: entry)
    try history.append(entry, record, replacing: snapshot)
    return try history.putBackCopy(of: change, nextTo: lock)
  }

  private func keepCommonText(of change: Change, for entry: Entry) throws(FileError) {
    guard let common = change.common, let name = entry.common else { return }
    // The removal of older entries would hide that the newest one was made.
    try history.markNewest()
    try history.preparedDirectory()?.write(common.text, as: name, by: History.incompleteCopy)
  }

  /// The record of a change that has made a patch of the text, or removed the file.
  private func record(of change: Change, _ patch: Patch?, _ front: QueueFront) -> ChangeRecord {
    ChangeRecord(
      title: change.title.map { $0 + change.detail }, patch: patch ?? Patch(),
      removesFile: patch == nil, shell: prompt?.shell,
      front: prompt != nil && isFrontKnown ? front.task.checksum : nil,
      commit: change.common?.commit, repository: change.common?.repository)
  }

  /// Adds only an entry: an older change stays as it is, or a sync has nothing for the file. A sync
  /// also keeps the text that it leaves, unless that is the common text.
  private func note(_ change: Change) throws(QueueError) -> QueueChange {
    var status: FileStatus?
    // What a repository has in common with the file must not be on the disk before the file.
    if change.common != nil, !isMarked, let snapshot {
      try attempt(snapshot.file.sync(.bytes))
      try confirm()
      if !lock.directory.mayChangeElsewhere { status = snapshot.status }
    }
    var entry = newEntry(change)
    if change.common == nil || change.common?.text == snapshot?.text { entry.text = nil }
    let record = record(of: change, change.patch, frontBefore)
    try attempt(keepCommonText(of: change, for: entry))
    try attempt(history.append(entry, record, replacing: snapshot, asNote: true, of: status))
    try attempt(finishHistory(change))
    try confirm()
    return unchanged(change)
  }

  /// Replaces or removes the file. Returns `false` if another program has removed the new text.
  private func makeVisible(_ change: Change) throws(FileError) -> Bool {
    if change.patch != nil { return try lock.replaceFile() }
    try lock.removeFile()
    return true
  }

  private func archiveCopy(of change: Change, for entry: Entry) throws(FileError) -> KeptCopy? {
    guard let copy = change.mergedCopy else { return nil }
    return try history.archive(copy, for: entry, nextTo: lock)
  }

  /// Removes what isn't kept any longer.
  private func finishHistory(_ change: Change) throws(FileError) {
    if change.common != nil { try history.removeCommonTexts(except: change.base) }
    try history.prune()
  }

  /// Syncs the change, and brings the history up to date. Returns the merged copy that moved into
  /// it.
  private func finish(_ entry: Entry, _ change: Change) throws(FileError) -> KeptCopy? {
    // Determined before the sync, during which another program may write the file. Where that may
    // happen elsewhere, the kernel would keep the status for a second, and readers would see an old
    // size.
    let status = lock.directory.mayChangeElsewhere ? nil : try lock.stackFile?.status()
    try lock.directory.file.sync(.full)
    try history.mark(entry, status, with: change.mergedCopy)
    let copy = try archiveCopy(of: change, for: entry)
    try finishHistory(change)
    if try !lock.directory.isAtItsPath() {
      throw FileError(.findAgain, lock.directory.path, code: ENOENT)
    }
    return copy
  }

  /// Whether no program that ignores the lock has changed the file, and the paths still lead to the
  /// opened directories.
  private func isUntouched() throws(FileError) -> Bool {
    guard try lock.directory.isAtItsPath(), try history.opened?.isAtItsPath() != false,
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
