import CSystem

/// The lock's file of a queue: how a writer gets it, and what it does with one that a killed writer
/// left (<doc:AtomicCommit#The-lock-protocol>).
struct LockFile {
  private let names: WriterNames
  private let directory: Directory
  private var name: Pathname { names.lock }

  init(_ names: WriterNames, in directory: Directory) {
    self.names = names
    self.directory = directory
  }

  /// Creates and locks the file. Returns `nil` if others held the lock for too long.
  func lock() throws(FileError) -> OpenFile? {
    var wait = LockWait()
    while true {
      var refusal: FileError?
      do throws(FileError) {
        if let file = try created(), try isLocked(file) { return file }
        try removeLeftover(&wait)
      } catch {
        guard try mayBeTemporary(error) else { throw error }
        refusal = error
      }
      if wait.pause() { continue }
      guard let refusal, !refusal.means(.unready) else { return nil }
      if try directory.status(of: name) == nil { throw refusal }
      throw FileError(.takeOver, directory.path(of: name), refusal.cause)
    }
  }

  /// A new file; `nil` if there is one.
  private func created() throws(FileError) -> OpenFile? {
    try unless(.existing, OpenFile(name, in: directory, for: .creating))
  }

  /// Locks a file, and checks that its name still leads to it.
  private func isLocked(_ file: OpenFile) throws(FileError) -> Bool {
    do throws(FileError) {
      guard try file.lockWithoutWaiting() else { return false }
      return try directory.status(of: name)?.identity == file.status().identity
    } catch {
      // If the file system has no locks, every writer fails here, before it writes anything, so the
      // empty file can be removed.
      if error.operation == .lock, try file.status().size == 0 { try? directory.remove(name) }
      throw error
    }
  }

  /// Whether trying again may succeed: the file may have been removed at this moment, another
  /// user's file may not have its permissions yet, and another program may hold a lease.
  private func mayBeTemporary(_ error: FileError) throws(FileError) -> Bool {
    let isRefused =
      error.operation == .open && (error.means(.unready) || error.means(.notAllowed))
    guard isRefused || error.means(.removed) else { return false }
    return try directory.allowsChanges()
  }
}

// MARK: - Leftovers

extension LockFile {
  /// Removes the file if its writer was killed, and the new text of that writer.
  private func removeLeftover(_ wait: inout LockWait) throws(FileError) {
    guard let file = try opened() else { return }
    let status = try file.status()
    let text = try file.beginning(names.newTextLength + 1, inOneCall: true)
    wait.observe(LockWait.Holder(identity: status.identity, changed: status.changed, text: text))
    // A lock doesn't exclude writers that use another mount of the directory, so a live writer gets
    // the time that it usually needs.
    guard wait.holderTime >= patience, try isLocked(file) else { return }
    let newText = Pathname(text[...])
    if names.isNewText(newText), (try? directory.status(of: newText))?.isRegular == true {
      try? directory.remove(newText)
    }
    try directory.remove(name, as: .takeOver)
  }

  /// How long the same unlocked file must have been there, in nanoseconds.
  private var patience: Int {
    directory.mayChangeElsewhere ? 2_000_000_000 : 100_000_000
  }

  /// Opens the file that another writer has there; removes what isn't a regular file. Returns `nil`
  /// if none is left.
  private func opened() throws(FileError) -> OpenFile? {
    guard let status = try directory.status(of: name) else { return nil }
    guard status.isRegular else {
      try directory.remove(name, as: .takeOver)
      return nil
    }
    do throws(FileError) {
      return try OpenFile(name, in: directory, for: .updating)
    } catch {
      // Another user's file can be locked if it can be read.
      guard error.means(.notAllowed),
        let file = try? OpenFile(name, in: directory, for: .readingInPlace)
      else { throw error }
      return file
    }
  }
}

// MARK: - Waiting

/// Limits how long a writer waits: 5 seconds for one holder of the lock, and 30 for all holders
/// together. This uses no signal and no timer, because it may run on any thread of any program.
struct LockWait {
  /// A lock's file as another writer has it. Its identity isn't enough, because the file system may
  /// give its inode number to the next one.
  struct Holder: Equatable {
    let identity: FileIdentity
    let changed: Int
    let text: [UInt8]
  }

  private let begin = Clock.uptime
  private var holder: Holder?
  /// When this writer saw that holder first.
  private var start = Clock.uptime

  /// How long the last observed holder has been the same, in nanoseconds.
  var holderTime: Int { holder == nil ? 0 : Clock.uptime - start }

  mutating func observe(_ holder: Holder) {
    if holder == self.holder { return }
    self.holder = holder
    start = Clock.uptime
  }

  /// How long a writer waits for one holder, in nanoseconds. Tests set it, in seconds, with
  /// `STACK_LOCK_SECONDS`.
  private static var longestWait: Int {
    let text = System.environmentVariable("STACK_LOCK_SECONDS")
    let digit = text.flatMap { $0.count == 1 ? $0.first : nil } ?? UInt8(ascii: "5")
    return Int(digit & 0xF) * 1_000_000_000
  }

  /// Pauses before the next try, and returns whether to make it.
  func pause() -> Bool {
    let now = Clock.uptime
    guard now - start < Self.longestWait, now - begin < 30_000_000_000 else { return false }
    // Many waiting writers could slow down the writer that they wait for, so the pauses grow by 1
    // to 2 ms every 8 ms.
    Clock.pauseBriefly(times: min(1 + (now - start) / 8_000_000, 32))
    return true
  }
}
