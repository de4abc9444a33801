// The file of a queue on the disk: how it is found, read, locked and replaced.

/// The file of a queue.
struct QueueFile: Sendable {
  /// How much of a file is read at a time to show the current task, in bytes.
  private static let showingBufferSize = 16 * 1024

  /// The path as the folders and the name of the queue give it.
  let path: FilePath

  /// Opens the file as it is now, without waiting for writers.
  ///
  /// - Returns: `nil` if there is no file.
  func opened() throws(QueueError) -> OpenFile? {
    do throws(SystemError) {
      return try OpenFile(path, for: .reading)
    } catch {
      if error.isMissingFile { return nil }
      throw .system(error)
    }
  }

  static func outline(
    of content: Content, at path: FilePath, _ extent: ReadingExtent
  ) throws(QueueError) -> Outline {
    let isShowing = extent != .whole && extent != .wholeWithElements
    var reader = OutlineReader(content, bufferSize: isShowing ? showingBufferSize : Content.step)
    do throws(ScanError) {
      return try reader.read(extent)
    } catch {
      throw QueueError(error, in: content, at: path)
    }
  }

  /// Where the file really is: behind symbolic links, with the path of its folder free of them.
  ///
  /// A link that leads to nothing is followed all the same, so that the file is created at its end.
  func resolved() throws(SystemError) -> FilePath {
    if try FileSystem.status(of: path) == nil { try FileSystem.createFolder(path.folder) }
    var target = path
    // As many links as Linux follows itself.
    for _ in 0..<40 {
      guard try FileSystem.status(of: target)?.kind == .symbolicLink else { break }
      let destination = try FileSystem.destination(of: target)
      target = destination.isAbsolute ? destination : target.folder.appending(destination)
    }
    return try FileSystem.realPath(of: target.folder).appending(target.name)
  }
}

extension QueueError {
  /// Calls `body`; what the system refuses there leaves the file as it is.
  static func wrapping<Result>(_ body: () throws(SystemError) -> Result) throws(QueueError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  /// Calls `body` after the file was changed.
  static func wrappingAfterChange<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(QueueError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .incomplete(error)
    }
  }

  init(_ error: ScanError, in content: Content, at path: FilePath) {
    switch error {
    case .system(let error):
      self = .system(error)
    case .malformed(let problem, let offset):
      do throws(SystemError) {
        self = .malformed(path, try TextPosition(of: offset, in: content), problem)
      } catch {
        self = .system(error)
      }
    }
  }
}

// MARK: - Changing the file

/// One writer's turn at a file: from the lock, over the new text, to the file that has been replaced.
///
/// Beside the file stands, for as long as the turn lasts, `.NAME.new`. It is the lock and the new text in
/// one: a writer who is killed leaves nothing that the next one doesn't take over, and its lock dies with
/// it. Readers never wait, because the file is replaced by renaming.
final class WriterTurn {
  /// The real path of the file.
  let path: FilePath
  /// The file as it is now; `nil` while there is none.
  private(set) var current: OpenFile?
  /// What the system knew of the file when the turn began.
  private(set) var status: FileStatus?
  private let replacement: OpenFile
  private var isOver = false

  /// Waits for the turn.
  init(at path: FilePath) throws(QueueError) {
    self.path = path
    let replacementPath = path.folder.appending(
      FilePath(([UInt8(ascii: ".")] + path.name.bytes + ".new".utf8)[...]))
    var patience = Patience(path)
    do throws(SystemError) {
      replacement = try Self.lockedFile(at: replacementPath, for: .creating, &patience)
      // From here on `deinit` removes that file, also when what follows fails.
      // The last writer holds this lock, through the rename, until its history is in order.
      current = try Self.lockedFileIfPresent(at: path, &patience)
      status = try current?.status()
    } catch {
      throw patience.isExhausted ? .locked(path) : .system(error)
    }
    if let status, status.kind != .regular { throw .notAFile(path) }
  }

  deinit {
    // While the lock is held, the name is this writer's own; after the rename it isn't any more.
    if !isOver { try? FileSystem.remove(replacement.path) }
  }

  /// Opens a file and locks it, and makes sure that the path still names what was locked.
  private static func lockedFile(
    at path: FilePath, for mode: OpenFile.Mode, _ patience: inout Patience
  ) throws(SystemError) -> OpenFile {
    while true {
      let file = try OpenFile(path, for: mode)
      guard try file.lock(unless: { patience.isExhaustedNow() }) else { throw SystemError(.lock, path) }
      if try FileSystem.status(of: path)?.identity == file.status().identity { return file }
    }
  }

  private static func lockedFileIfPresent(
    at path: FilePath, _ patience: inout Patience
  ) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      return try lockedFile(at: path, for: .updating, &patience)
    } catch {
      guard error.isMissingFile else { throw error }
      return nil
    }
  }

  /// Replaces the file.
  ///
  /// - Parameters:
  ///   - write: Writes the new text; returns whether all that it is made from could be read.
  ///   - keep: Is told the time that the new file carries, just before it takes the place of the old one.
  /// - Returns: The new file.
  func replace(
    _ write: (inout TextWriter) throws(SystemError) -> Bool,
    keeping keep: (Timestamp) throws(SystemError) -> Void
  ) throws(QueueError) -> OpenFile {
    let isComplete = try QueueError.wrapping { () throws(SystemError) in
      try replacement.truncate()
      var writer = TextWriter(replacement, bufferSize: Content.step)
      let isComplete = try write(&writer)
      try writer.flush()
      if let status {
        try replacement.adoptOwnership(of: status)
      } else {
        try replacement.setPermissions(0o600)
      }
      // A time of its own for each version tells them apart, also within one tick of the file system.
      let now = Timestamp.now
      try replacement.setModified(now == status?.modified ? now.next : now)
      try replacement.sync()
      return isComplete
    }
    guard isComplete else { throw .rewrittenMeanwhile(path) }
    try checkUntouched()
    try QueueError.wrapping { () throws(SystemError) in
      try keep(try replacement.status().modified)
      try FileSystem.rename(replacement.path, to: path)
    }
    isOver = true
    try syncFolder()
    return replacement
  }

  /// Removes the file.
  ///
  /// - Parameter keep: Is called just before the file is removed.
  func remove(keeping keep: () throws(SystemError) -> Void) throws(QueueError) {
    try checkUntouched()
    try QueueError.wrapping { () throws(SystemError) in
      try keep()
      try FileSystem.remove(path)
    }
    try syncFolder()
  }

  /// Fails if somebody who doesn't wait for a turn has changed the file.
  private func checkUntouched() throws(QueueError) {
    let named = try QueueError.wrapping { () throws(SystemError) in try FileSystem.status(of: path) }
    guard named == status else { throw .rewrittenMeanwhile(path) }
  }

  private func syncFolder() throws(QueueError) {
    try QueueError.wrappingAfterChange { () throws(SystemError) in try FileSystem.syncFolder(path.folder) }
  }
}

/// How long a writer waits for its turn: until the file has stood unchanged for five seconds.
private struct Patience {
  private static let milliseconds = 5000

  private let path: FilePath
  private var seen: (status: FileStatus?, at: Int)?
  private(set) var isExhausted = false

  init(_ path: FilePath) {
    self.path = path
  }

  mutating func isExhaustedNow() -> Bool {
    let status = try? FileSystem.status(of: path)
    if let seen, seen.status == status {
      isExhausted = System.uptime - seen.at >= Self.milliseconds
    } else {
      seen = (status, System.uptime)
    }
    return isExhausted
  }
}
