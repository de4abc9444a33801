// The right to change a file, which one writer at a time has.

/// The right to change a file, until this object goes or the file has been replaced.
///
/// Beside the file stands, for as long as somebody has that right, `.NAME.new`. It is the lock and the new text
/// in one: a writer who is killed leaves nothing that the next one doesn't take over, and its lock dies with
/// it. Readers never wait, because the file is replaced by renaming.
///
/// Who waits tries again every one to two milliseconds, without a signal or a timer, because this may run on
/// any thread of any program.
final class WriterLock {
  /// The real path of the file.
  let path: FilePath
  /// The file as it is now; `nil` while there is none.
  private(set) var current: OpenFile?
  /// What the system knew of the file when the lock was taken.
  private(set) var status: FileStatus?
  /// Where the new text is written.
  let replacement: OpenFile
  private var isReplaced = false

  /// Waits for the lock.
  ///
  /// - Parameter path: The real path of the file.
  init(_ path: FilePath) throws(QueueError) {
    self.path = path
    var timeout = LockTimeout(path)
    let locked: OpenFile?
    do throws(SystemError) {
      locked = try Self.lockedReplacement(of: path, &timeout)
    } catch {
      throw .system(error)
    }
    guard let locked else { throw .locked(path) }
    replacement = locked
    // From here on `deinit` removes that file, also when what follows fails.
    do throws(SystemError) {
      // Those who share the file's group can take the new text over then, should this writer be killed.
      if let status = try FileSystem.status(of: path), status.kind == .regular {
        try replacement.adoptOwnership(of: status)
      }
      current = try Self.lockedFile(at: path, &timeout)
      status = try current?.status()
    } catch {
      throw .system(error)
    }
    if timeout.isOver { throw .locked(path) }
    if let status, status.kind != .regular { throw .notAFile(path) }
  }

  deinit {
    // While the lock is held, the name is this writer's own; after the rename it isn't any more.
    if !isReplaced { try? FileSystem.remove(replacement.path) }
  }

  /// Puts the new text in the place of the file.
  func replaceFile() throws(SystemError) {
    try FileSystem.rename(replacement.path, to: path)
    isReplaced = true
  }

  /// Whether nobody who doesn't wait for the lock has changed the file.
  func isUntouched() throws(SystemError) -> Bool {
    try FileSystem.status(of: path) == status
  }
}

// MARK: - Waiting

extension WriterLock {
  /// Creates the file for the new text, or takes over what a killed writer left, and locks it.
  ///
  /// - Returns: `nil` if it was locked by somebody else for too long.
  private static func lockedReplacement(
    of path: FilePath, _ timeout: inout LockTimeout
  ) throws(SystemError) -> OpenFile? {
    let name = [UInt8(ascii: ".")] + path.name.bytes + Array(".new".utf8)
    let replacement = path.folder.appending(FilePath(name[...]))
    while true {
      var refusal: SystemError?
      do throws(SystemError) {
        let file = try openedReplacement(replacement)
        if try isLocked(file) {
          if try isOwn(file) { return file }
          try FileSystem.remove(replacement)
          continue
        }
      } catch {
        // Another user's file may not be ready yet for those who share its group.
        guard error.code == SystemError.permissionDenied, error.operation == .open else { throw error }
        refusal = error
      }
      if timeout.isOverNow() {
        if let refusal { throw refusal }
        return nil
      }
      Clock.pauseBriefly()
    }
  }

  private static func openedReplacement(_ path: FilePath) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(path, for: .creating)
    } catch {
      if error.meansNotOpenable, try FileSystem.status(of: path)?.kind != .regular {
        try FileSystem.remove(path)
        return try OpenFile(path, for: .creating)
      }
      guard error.code == SystemError.permissionDenied else { throw error }
      // It can be locked all the same, and then taken away.
      if let file = try? OpenFile(path, for: .readingInPlace) { return file }
      throw error
    }
  }

  /// Opens a file and locks it.
  ///
  /// - Returns: `nil` if there is none, or if it was locked by somebody else for too long.
  private static func lockedFile(
    at path: FilePath, _ timeout: inout LockTimeout
  ) throws(SystemError) -> OpenFile? {
    while true {
      let file: OpenFile
      do throws(SystemError) {
        file = try OpenFile(path, for: .updating)
      } catch {
        guard error.isMissingFile else { throw error }
        return nil
      }
      if try isLocked(file) { return file }
      if timeout.isOverNow() { return nil }
      Clock.pauseBriefly()
    }
  }

  /// Locks a file unless somebody else has it, and makes sure that the path still names what was locked.
  private static func isLocked(_ file: OpenFile) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard try file.lockWithoutWaiting() else { return false }
    } catch {
      // Where files can't be locked, one that was made just now is nobody's.
      if let status = try? file.status(), status.size == 0, status.isOwn { try? FileSystem.remove(file.path) }
      throw error
    }
    return try FileSystem.status(of: file.path)?.identity == file.status().identity
  }

  /// Whether a file is one that a writer of this user made, so that nothing else is written to.
  private static func isOwn(_ file: OpenFile) throws(SystemError) -> Bool {
    try file.status().isOwn
  }
}

extension FileStatus {
  fileprivate var isOwn: Bool { kind == .regular && nameCount == 1 && owner == System.effectiveUser }
}

/// How long a writer waits: until the file has stood unchanged for five seconds.
private struct LockTimeout {
  private static let milliseconds = 5000

  private struct Sighting {
    let status: FileStatus?
    let time: Int
  }

  private let path: FilePath
  private var firstSighting: Sighting?
  private(set) var isOver = false

  init(_ path: FilePath) {
    self.path = path
  }

  mutating func isOverNow() -> Bool {
    let status = try? FileSystem.status(of: path)
    let now = Clock.uptime
    if let firstSighting, firstSighting.status == status {
      isOver = now - firstSighting.time >= Self.milliseconds
    } else {
      firstSighting = Sighting(status: status, time: now)
    }
    return isOver
  }
}
