// The right to change a file, which one writer at a time has.

/// The right to change a file, until this object goes or the file has been replaced.
///
/// Beside the file stands, for as long as somebody has that right, `.NAME.json.new`. It is the lock and the new text
/// in one: a writer who is killed leaves nothing that the next one doesn't take over, and its lock dies with
/// it. Readers never wait, because the file is replaced by renaming.
final class WriterLock {
  /// The real path of the file.
  let path: FilePath
  /// The file as it is now; `nil` while there is none.
  private(set) var current: OpenFile?
  /// Where the new text is written.
  let replacement: OpenFile
  private var isReplaced = false

  /// Waits for the lock. There is none if somebody else had it for too long.
  ///
  /// - Parameter path: The real path of the file.
  init?(_ path: FilePath) throws(SystemError) {
    self.path = path
    var backoff = Backoff(path)
    guard let locked = try Self.lockedReplacement(of: path, &backoff) else { return nil }
    replacement = locked
    // From here on `deinit` removes that file, also when what follows fails.
    // It is emptied before others may read it: somebody may have moved a private file of this user's there.
    try replacement.truncate()
    // Those who share the file's group can take the new text over then, should this writer be killed.
    if let status = try FileSystem.status(of: path), status.isRegular {
      try replacement.adoptOwnership(of: status)
    }
    while let file = try unless(.missing, OpenFile(path, for: .updating)) {
      if try Self.tryLock(file) {
        current = file
        return
      }
      guard backoff.pause() else { return nil }
    }
  }

  deinit {
    // While the lock is held, the name is this writer's own; after the rename it isn't any more.
    if !isReplaced { try? FileSystem.remove(replacement.path) }
  }

  /// Puts the new text in the place of the file.
  func replaceFile() throws(SystemError) {
    try FileSystem.move(replacement.path, to: path)
    isReplaced = true
  }
}

// MARK: - The new text

extension WriterLock {
  /// Creates the file for the new text, or takes over what a killed writer left, and locks it.
  ///
  /// - Returns: `nil` if it was locked by somebody else for too long.
  private static func lockedReplacement(
    of path: FilePath, _ backoff: inout Backoff
  ) throws(SystemError) -> OpenFile? {
    let name = [UInt8(ascii: ".")] + path.name.bytes + Array(".new".utf8)
    let replacement = path.folder.appending(FilePath(name[...]))
    while true {
      var refusal: SystemError?
      do throws(SystemError) {
        let file = try openedReplacement(replacement)
        if try tryLock(file) {
          if try file.status().isOwn { return file }
          try FileSystem.remove(replacement, as: .takeOver)
          continue
        }
      } catch {
        // Another user's file may not be ready yet for those who share its group, and some file systems say that
        // there is none when it is removed at this moment.
        guard error.operation == .open, error.means(.notAllowed) || error.means(.missing),
          try FileSystem.allowsChanges(in: path.folder)
        else { throw error }
        refusal = error
      }
      guard !backoff.pause() else { continue }
      guard let refusal else { return nil }
      if try FileSystem.status(of: replacement) == nil { throw refusal }
      throw SystemError(.takeOver, replacement, code: refusal.code)
    }
  }

  private static func openedReplacement(_ path: FilePath) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(path, for: .creating)
    } catch {
      if let status = try FileSystem.status(of: path), !status.isRegular {
        try FileSystem.remove(path, as: .takeOver)
        return try OpenFile(path, for: .creating)
      }
      // Another user's can be locked all the same, and then taken away.
      if error.means(.notAllowed), let file = try? OpenFile(path, for: .readingInPlace) { return file }
      throw error
    }
  }

  /// Locks a file unless somebody else has it, and makes sure that the path still names what was locked.
  private static func tryLock(_ file: OpenFile) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard try file.lockWithoutWaiting() else { return false }
    } catch {
      // Where files can't be locked, one that was made just now is nobody's.
      if let status = try? file.status(), status.size == 0, status.isOwn { try? FileSystem.remove(file.path) }
      throw error
    }
    return try FileSystem.status(of: file.path)?.identity == file.status().identity
  }
}

extension FileStatus {
  /// Whether a writer of this user made the file, so that nothing else is written to.
  fileprivate var isOwn: Bool { isRegular && nameCount == 1 && owner == System.effectiveUser }
}

// MARK: - Waiting

/// How a writer waits: it tries again and again, without a signal or a timer, because this may run on any thread of
/// any program, until the file has stood unchanged for five seconds.
private struct Backoff {
  private static let millisecond = 1_000_000
  private static let limit = 5000 * millisecond

  private let path: FilePath
  private var status: FileStatus?
  /// Since when the file stands as it is.
  private var start = Clock.uptime

  init(_ path: FilePath) { self.path = path }

  /// Pauses before the next try; returns whether there is to be one.
  mutating func pause() -> Bool {
    let now = Clock.uptime
    let status = try? FileSystem.status(of: path)
    if status != self.status { (self.status, start) = (status, now) }
    guard now - start < Self.limit else { return false }
    // Many who ask all the time can keep the system from the work that they wait for. So the pauses grow as long as
    // the file stands still.
    Clock.pauseBriefly(times: min(1 + (now - start) / (8 * Self.millisecond), 32))
    return true
  }
}
