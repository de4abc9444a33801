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
