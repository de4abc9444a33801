/// The exclusive right to change a file, until this object is released (<doc:AtomicCommit#The-lock-protocol>).
final class WriterLock {
  let directory: Directory, name: Pathname
  /// The file as it is now; `nil` if there is none.
  private(set) var current: OpenFile?
  /// The file for the new text, which has the access of the file that it will replace.
  let replacement: OpenFile
  /// Why only the owner can use the new file: the access control list couldn't be copied.
  private(set) var narrowing: SystemCallError?
  private let replacementName: Pathname
  private var isReplaced = false

  var path: Pathname { directory.path(of: name) }

  /// Waits for the lock. Returns `nil` if others held it, or a lease on the file, for too long.
  init?(on name: Pathname, in directory: Directory) throws(SystemCallError) {
    self.directory = directory
    self.name = name
    replacementName = Pathname(([UInt8(ascii: ".")] + name.bytes + Array(".new".utf8))[...])
    var wait = LockWait()
    guard let locked = try Self.lockedReplacement(replacementName, in: directory, &wait) else { return nil }
    replacement = locked
    // From here on, `deinit` removes that file, even if one of the next steps fails.
    while true {
      var holder: FileIdentity?
      // If another program holds a lease on the file, this waits as for the lock.
      let opened = try unless(.unready, unless(.missing, OpenFile(name, in: directory, for: .updating)))
      if let opened {
        guard let file = opened else { break }
        let status = try file.status()
        // Before the lock is taken, so that members of the group can remove the new file if this writer is killed.
        if status.isRegular { narrowing = try replacement.adoptAccess(of: file, status) }
        if try file.lockWithoutWaiting(), try directory.status(of: name)?.hasSameAccess(as: status) == true {
          current = file
          return
        }
        holder = status.identity
      }
      guard wait.pause(heldBy: holder) else { return nil }
    }
    narrowing = nil
    try replacement.makePrivate()
  }

  deinit {
    // After the rename, or if another program has removed the file, the name may belong to another writer.
    if !isReplaced, (try? hasReplacement()) == true { try? directory.remove(replacementName) }
  }

  /// Whether the name of the new text still leads to it.
  func hasReplacement() throws(SystemCallError) -> Bool {
    try directory.status(of: replacementName)?.identity == replacement.status().identity
  }

  func replaceFile() throws(SystemCallError) {
    try directory.move(replacementName, as: name)
    isReplaced = true
  }
}

// MARK: - The new text

extension WriterLock {
  /// Creates the file for the new text, and locks it. Returns `nil` if others held the lock for too long.
  private static func lockedReplacement(
    _ name: Pathname, in directory: Directory, _ wait: inout LockWait
  ) throws(SystemCallError) -> OpenFile? {
    while true {
      var holder: FileIdentity?
      var refusal: SystemCallError?
      do throws(SystemCallError) {
        if let file = try unless(.existing, OpenFile(name, in: directory, for: .creatingExclusively)) {
          holder = try lock(file, in: directory)
          if holder == nil { return file }
        } else if let file = try openedLeftover(name, in: directory) {
          holder = try lock(file, in: directory)
          if holder == nil { try directory.remove(name, as: .takeOver) }
        }
      } catch {
        // Some errors of opening may be temporary, so this tries again: another user's file may not have its
        // permissions yet, some file systems call a file missing if it is removed at this moment, and another program
        // may hold a lease.
        let isLeased = error.means(.unready)
        guard error.operation == .open, isLeased || error.means(.notAllowed) || error.means(.missing),
          try directory.allowsChanges()
        else { throw error }
        refusal = isLeased ? nil : error
      }
      guard !wait.pause(heldBy: holder) else { continue }
      guard let refusal else { return nil }
      if try directory.status(of: name) == nil { throw refusal }
      throw SystemCallError(.takeOver, directory.path(of: name), code: refusal.code)
    }
  }

  /// Opens the file that another writer has there; removes what isn't a regular file. Returns `nil` if none is left.
  private static func openedLeftover(_ name: Pathname, in directory: Directory) throws(SystemCallError) -> OpenFile? {
    do throws(SystemCallError) {
      return try OpenFile(name, in: directory, for: .updating)
    } catch {
      guard let status = try directory.status(of: name) else { return nil }
      if !status.isRegular {
        try directory.remove(name, as: .takeOver)
        return nil
      }
      // Another user's file can be locked if it can be read.
      if error.means(.notAllowed), let file = try? OpenFile(name, in: directory, for: .readingInPlace) { return file }
      throw error
    }
  }

  /// Locks a file, and checks that its name still leads to it. Returns `nil` on success, else the identity of the file.
  private static func lock(_ file: OpenFile, in directory: Directory) throws(SystemCallError) -> FileIdentity? {
    do throws(SystemCallError) {
      let isLocked = try file.lockWithoutWaiting()
      let identity = try file.status().identity
      guard isLocked else { return identity }
      return try directory.status(of: file.path.name)?.identity == identity ? nil : identity
    } catch {
      // If the file system has no locks, every writer fails here, before it writes anything, so the empty file can be
      // removed.
      if error.operation == .lock, try file.status().size == 0 { try? directory.remove(file.path.name) }
      throw error
    }
  }
}

// MARK: - Waiting

/// Limits how long a writer waits: 5 seconds for one holder of the lock, and 30 for all holders together. This uses no
/// signal and no timer, because it may run on any thread of any program.
private struct LockWait {
  private let begin = Clock.uptime
  private var holder: FileIdentity?
  /// When this writer began to wait for that holder.
  private var start = Clock.uptime

  /// Pauses before the next attempt, and returns whether to make it. The holder is known by the file that it has
  /// locked.
  mutating func pause(heldBy holder: FileIdentity?) -> Bool {
    let now = Clock.uptime
    if let holder, holder != self.holder {
      // For the first holder, the time counts from the beginning.
      if self.holder != nil { start = now }
      self.holder = holder
    }
    guard now - start < 5_000_000_000, now - begin < 30_000_000_000 else { return false }
    // Many waiting writers could slow down the writer that they wait for, so the pauses grow by 1 to 2 ms every 8 ms.
    Clock.pauseBriefly(times: min(1 + (now - start) / 8_000_000, 32))
    return true
  }
}
