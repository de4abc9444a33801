// Files that are open.

import CSystem

/// A file that is open; it is closed when nobody refers to it any more.
package final class OpenFile: Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// For reading.
    case reading
    /// For reading; the file is not reached through a link.
    case readingInPlace
    /// For reading and writing; the file must be there, and is not reached through a link.
    case updating
    /// For reading and writing; a file that is missing is created for its owner alone, and what is there
    /// is not touched.
    case creating

    fileprivate var flags: Int32 {
      // Without O_NONBLOCK a pipe in the place of the file would hold the command for ever.
      switch self {
      case .reading: O_RDONLY | O_CLOEXEC | O_NONBLOCK
      case .readingInPlace: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
      case .updating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
      case .creating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_CREAT
      }
    }
  }

  package let descriptor: Int32
  package let path: FilePath

  package init(_ path: FilePath, for mode: Mode) throws(SystemError) {
    let opened = try path.call(.open) { stack_open($0, mode.flags, 0o600) }
    self.path = path
    // A caller may have closed the standard descriptors; what is written there must not land in a file.
    if opened > 2 {
      descriptor = opened
    } else {
      defer { close(opened) }
      descriptor = try Self.copy(of: opened, path)
    }
  }

  private init(descriptor: Int32, path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Creates a file for this process alone, without a name that could be left behind.
  package static func temporary() throws(SystemError) -> OpenFile {
    let path = FilePath("a temporary file")
    let stream = try path.call(.create) { tmpfile() }
    defer { fclose(stream) }
    return OpenFile(descriptor: try copy(of: fileno(stream), path), path: path)
  }

  /// Creates a pipe: what is written to one end is read from the other.
  package static func makePipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
    let path = FilePath("a pipe")
    var ends: [Int32] = [-1, -1]
    try path.call(.create) { pipe(&ends) }
    defer { for end in ends { close(end) } }
    return (
      OpenFile(descriptor: try copy(of: ends[0], path), path: path),
      OpenFile(descriptor: try copy(of: ends[1], path), path: path)
    )
  }

  /// Another descriptor for the same open file, out of the way of the standard ones.
  private static func copy(of descriptor: Int32, _ path: FilePath) throws(SystemError) -> Int32 {
    try path.call(.open) { stack_duplicate(descriptor, 3) }
  }

  deinit { if descriptor > 2 { close(descriptor) } }

  /// What is read by this process as its standard input.
  package static let standardInput = OpenFile(descriptor: 0, path: FilePath("standard input"))
  /// What this process writes as its standard output.
  package static let standardOutput = OpenFile(descriptor: 1, path: FilePath("standard output"))
  /// What this process writes as its standard error.
  package static let standardError = OpenFile(descriptor: 2, path: FilePath("standard error"))

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has; `nil` where that isn't known.
  package var columns: Int? {
    let columns = Int(stack_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try path.call(.read) { fstat(descriptor, &status) }
    return FileStatus(status)
  }
}

// MARK: - Reading and writing

extension OpenFile {
  /// As large as pages of memory are on most systems that have more than one size of them.
  private static let largePage = 2 << 20

  /// All bytes of the file, however many there are by now; of a device, which may have no end, the first ones.
  package func bytes() throws(SystemError) -> [UInt8] {
    let status = try status()
    let isDevice = !status.isRegular
    // Some file systems take as a size whatever an Int can hold.
    var room = isDevice ? 4096 : min(status.size, .max - 1) + 1
    while true {
      let bytes = try bytes(atMost: room)
      if bytes.count < room || isDevice { return bytes }
      // It has grown meanwhile, or the file system tells its size late.
      room = max(room * 2, 4096)
    }
  }

  /// The first bytes of the file, as many of so many as come at once.
  func beginning(_ size: Int) throws(SystemError) -> [UInt8] { try bytes(atMost: size, inOneGo: true) }

  private func bytes(atMost room: Int, inOneGo: Bool = false) throws(SystemError) -> [UInt8] {
    // Swift ends the process where there is too little memory; and a file may pretend to any size.
    if room >= Self.largePage, !stack_has_memory(room) { throw SystemError(.read, path, code: ENOMEM) }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      if let start = buffer.baseAddress, room >= Self.largePage { stack_use_large_pages(start, room) }
      do throws(SystemError) {
        repeat {
          let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count..<room]))
          let copied = try path.call(.read) {
            pread(descriptor, rest.baseAddress, portion(rest.count), off_t(count))
          }
          if copied == 0 { return }
          count += copied
        } while count < room && !inOneGo
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the bytes that come next; returns how many, 0 at the end.
  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try whenReady(for: POLLIN, .read) { read(descriptor, buffer.baseAddress, portion(buffer.count)) }
  }

  /// Makes a system call, and again as soon as the file is ready for it.
  private func whenReady(
    for events: Int32, _ operation: SystemError.Operation, _ call: () -> Int
  ) throws(SystemError) -> Int {
    while true {
      if let count = try unless(.unready, path.call(operation, call)) { return count }
      waitUntilReady(events)
    }
  }

  /// Reads what comes through a pipe to its end, or until there is more than so many bytes.
  package func rest(beyond limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count <= limit {
      let count = try readNext(into: buffer)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads what comes through a pipe to its end. What may have no end is refused before it fills the memory.
  func rest(atMost limit: Int) throws(SystemError) -> [UInt8] {
    let bytes = try rest(beyond: limit)
    if bytes.count > limit { throw SystemError(.read, path, code: EFBIG) }
    return bytes
  }

  /// Writes all the bytes where the file's position is.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  /// Writes all the bytes where the file's position is.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try whenReady(for: POLLOUT, .write) {
        // Of the methods of this name here none is meant.
        rest.withUnsafeBytes { CSystem.write(descriptor, $0.baseAddress, portion($0.count)) }
      }
      if count == 0 { throw SystemError(.write, path, code: ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the file empty and goes to its beginning.
  func truncate() throws(SystemError) {
    try path.call(.write) { ftruncate(descriptor, 0) }
    try rewind()
  }

  /// Goes to the beginning of the file.
  package func rewind() throws(SystemError) { try path.call(.read) { lseek(descriptor, 0, SEEK_SET) } }

  /// How far the file was read or written, in bytes, by this process or one that it started.
  package func position() throws(SystemError) -> Int {
    Int(try path.call(.read) { lseek(descriptor, 0, SEEK_CUR) })
  }

  /// The places of those files from which reading returns at once, with bytes or with the end.
  static func readable(_ files: [OpenFile], withinMilliseconds time: Int32) -> [Int] {
    var waiting = files.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), time) > 0 else { return [] }
    return waiting.indices.filter { waiting[$0].revents != 0 }
  }

  /// Waits until something can be read, or something written; for a pipe also until somebody opens its other end.
  func waitUntilReady(_ events: Int32 = POLLIN) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&waiting, 1, -1)
    #if canImport(Darwin)
      // Of devices such as `/dev/tty` poll(2) there says at once that it doesn't know them (its manual, under BUGS).
      if waiting.revents & Int16(POLLNVAL) != 0 { Clock.pauseBriefly() }
    #endif
  }
}

// MARK: - The disk

extension OpenFile {
  /// Asks the system to begin putting the file's bytes on the disk, so that `sync` has less to wait for.
  func beginSync() { stack_begin_writing(descriptor) }

  /// What a sync must see to; only Apple's systems tell the two apart.
  enum Durability {
    /// What was written so far is on the disk before all that is written later.
    case inOrder
    /// What was written so far is on the disk.
    case forGood
  }

  /// Returns when the file's bytes are on the disk; where the file system offers that.
  func sync(_ durability: Durability = .inOrder) throws(SystemError) {
    #if canImport(Darwin)
      // fsync(2) there leaves the bytes in the drive's cache, in any order. To keep an order costs little, to empty the
      // cache much; and of the disks that offer the latter (fcntl(2): HFS, FAT, UDF, APFS) not all offer the former
      // (HFS, APFS). Others refuse with one of three codes: https://github.com/libuv/libuv/pull/2135
      for request in durability == .forGood ? [F_FULLFSYNC] : [F_BARRIERFSYNC, F_FULLFSYNC] {
        if try unless(.notOffered, path.call(.sync) { stack_request(descriptor, request) }) != nil { return }
      }
    #endif
    // Some network and user-space file systems have no such thing, for folders at least.
    try unless(.notOffered, path.call(.sync) { fsync(descriptor) })
  }
}

// MARK: - Owners, permissions and locks

extension OpenFile {
  /// Takes the file's permissions and, as far as the system allows, its owner and group from another's.
  func adoptOwnership(of status: FileStatus) throws(SystemError) {
    let own = try self.status()
    var permissions = status.permissions
    if own.owner != status.owner || own.group != status.group,
      retrying({ fchown(descriptor, status.owner, status.group) }) != 0,
      // Only root gives files away; a group of one's own can be kept all the same.
      own.group != status.group, retrying({ fchown(descriptor, uid_t.max, status.group) }) != 0
    {
      // Whoever is of that group is of the others now, and the other way round: all may do what both might.
      let common = permissions & permissions >> 3 & 0o007
      permissions = permissions & 0o700 | common << 3 | common
    }
    if own.permissions != permissions { try setPermissions(permissions) }
  }

  /// Gives the file its permissions, where the file system has them.
  func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try unless(.notOffered, path.call(.prepare) { fchmod(descriptor, mode_t(permissions)) })
  }

  /// Locks the file for this process alone, unless another one has it at this moment.
  func lockWithoutWaiting() throws(SystemError) -> Bool {
    try unless(.unready, path.call(.lock) { flock(descriptor, LOCK_EX | LOCK_NB) }) != nil
  }
}

/// How many bytes of so many are read or written in one go. Asked for more, Linux takes a part, and Apple's
/// systems refuse: https://bugs.python.org/issue24658
private func portion(_ count: Int) -> Int { min(count, Int(Int32.max)) }
