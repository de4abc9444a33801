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
  private var isCommitted = false

  /// Waits for the lock, and reads the file.
  ///
  /// - Parameter state: The folder of all histories; `nil` if nothing is to be kept of the file's past.
  init(on file: QueueFile, keepingIn state: FilePath?) throws(QueueError) {
    self.state = state
    let path: FilePath
    let lock: WriterLock?
    var current: FileInUse?
    do throws(SystemError) {
      path = try file.resolved()
      lock = try WriterLock(path)
      current = try lock?.current.map { (file) throws(SystemError) in try FileInUse(file) }
    } catch {
      throw .system(error)
    }
    guard let lock else { throw .locked(path) }
    if let current, current.status.kind != .regular { throw .notAFile(path) }
    self.lock = lock
    self.current = current
  }

  /// The whole text; `nil` where there is no file.
  var text: [UInt8]? { current?.text }

  /// Does what the system may refuse.
  func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(QueueError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw isCommitted ? .incomplete(error) : .system(error)
    }
  }

  /// Ends the transaction without a change.
  ///
  /// A killed writer leaves no trace of having renamed; so what was found may not be on the disk yet.
  func confirm() throws(QueueError) {
    try attempt { () throws(SystemError) in try FileSystem.syncFolder(lock.path.folder, .forGood) }
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
    text = status.kind == .regular ? try file.bytes() : []
  }

  /// Whether nobody who doesn't wait for the lock has changed the file.
  func isUntouched() throws(SystemError) -> Bool {
    guard let now = try FileSystem.status(of: file.path) else { return false }
    if now == status { return true }
    // A file system may tell another size for a while after a link; then the bytes decide.
    guard now.isSame(asideFromSizeAs: status) else { return false }
    return try file.bytes() == text
  }
}

// MARK: - The history

extension Transaction {
  /// Opens the history of the file, without what a killed command left half done.
  private func openHistory() throws(SystemError) {
    guard history == nil, let state else { return }
    var opened = try History(of: lock.path, in: state)
    try opened.reconcile(with: current)
    history = opened
  }

  /// The texts of the versions that are kept, the oldest first and one at a time. One that can't be read is passed
  /// over.
  func keptTexts() throws(QueueError) -> History.KeptTexts? {
    try attempt { () throws(SystemError) in try openHistory() }
    return history?.texts()
  }

  /// The versions of a role, the newest first.
  func versions(for role: Version.Role) throws(QueueError) -> [Version] {
    try attempt { () throws(SystemError) in try openHistory() }
    return history?.versions.reversed().filter { $0.role == role } ?? []
  }

  /// Notes that a version couldn't be brought back.
  ///
  /// - Returns: Where it is.
  func refuse(_ version: Version) throws(QueueError) -> FilePath {
    try attempt { () throws(SystemError) in try history?.refuse(version) ?? lock.path }
  }

  /// Where the copy is that the merge took in which a version was brought back from.
  func mergedCopy(of version: Version) -> FilePath? {
    history?.versions.last { $0.restored == version.number }.flatMap { history?.copy(mergedAfter: $0) }
  }
}

// MARK: - Committing

extension Transaction {
  /// What becomes of the file.
  enum Change {
    /// It gets the text that a patch makes of the one there is; where there is no file, of that of an empty queue.
    case patch(Patch, of: [UInt8])
    /// It is removed.
    case removal
  }

  /// Makes the change, keeps the version that it replaces, and returns when both are on the disk.
  ///
  /// - Parameters:
  ///   - change: What becomes of the file.
  ///   - command: The command that makes the change, or made the one that is taken back.
  ///   - title: The title of the task that the change is about.
  ///   - role: What the version is kept for.
  ///   - restored: The version that the change brings back, and that is none afterwards.
  ///   - copy: A copy that the change takes in whole.
  func commit(
    _ change: Change, as command: String, about title: String? = nil, keepingFor role: Version.Role = .undo,
    restoring restored: Version? = nil, taking copy: MergedCopy? = nil
  ) throws(QueueError) {
    var record = ChangeRecord(title: title, patch: Patch())
    try attempt { () throws(SystemError) in
      try openHistory()
      var version = Version(number: history?.nextNumber ?? 1, time: .now, role: role, command: command)
      version.isFromRedo = role == .undo && restored != nil
      version.isTombstone = current == nil
      version.restored = restored?.number
      switch change {
      case .patch(let patch, let text):
        record.patch = current == nil ? Patch([.new(patch.applied(to: text) ?? [])]) : patch
        try write(patch, of: text)
        // Nobody else looks after the folders that may have been made for the first file.
        if current == nil { try FileSystem.syncFolders(above: lock.path.folder) }
        try history?.keep(current, as: version, record)
        // Behind those of the history, because a journal takes in one go what else has been written.
        try lock.replacement.sync()
      case .removal:
        version.isBeforeRemoval = true
        try history?.keep(current, as: version, record)
      }
      guard try isUntouched else { return try history?.remove(version) ?? () }
      switch change {
      case .patch: try lock.replaceFile()
      case .removal: try FileSystem.remove(lock.path)
      }
      isCommitted = true
      try FileSystem.syncFolder(lock.path.folder, .forGood)
      try history?.removeRestored(by: version)
      if let copy { try history?.take(copy, for: version) }
      try history?.prune()
    }
    if !isCommitted { throw .rewrittenMeanwhile(lock.path) }
  }

  private var isUntouched: Bool {
    get throws(SystemError) {
      guard let current else { return try FileSystem.status(of: lock.path) == nil }
      return try current.isUntouched()
    }
  }

  /// Writes the new text, which is not certain to be on the disk then.
  private func write(_ patch: Patch, of text: [UInt8]) throws(SystemError) {
    let replacement = lock.replacement
    try replacement.truncate()
    // Small pieces are written together, and what is large in steps, so that the disk gets to work meanwhile.
    var gathered: [UInt8] = []
    let step = 256 * 1024
    func writeGathered() throws(SystemError) {
      try replacement.write(gathered[...])
      gathered.removeAll(keepingCapacity: true)
    }
    for piece in patch.pieces {
      switch piece {
      case .original(let range) where range.count > step:
        try writeGathered()
        for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
          try replacement.write(text[start..<min(start + step, range.upperBound)])
          replacement.beginSync()
        }
      case .original(let range): gathered += text[range]
      case .new(let bytes): gathered += bytes
      }
      if gathered.count > step { try writeGathered() }
    }
    try writeGathered()
    replacement.beginSync()
    if let current {
      try replacement.adoptOwnership(of: current.status)
    } else {
      try replacement.setPermissions(0o600)
    }
  }
}
