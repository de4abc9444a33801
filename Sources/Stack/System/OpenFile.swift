// Open files.

import CSystem

/// An open file, which is closed with the last reference to it.
package final class OpenFile: Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// For reading.
    case reading
    /// For reading; a symbolic link is not followed.
    case readingInPlace
    /// For reading and writing; the file must exist, and a symbolic link is not followed.
    case updating
    /// For reading and writing; a missing file is created for the user alone, and an existing one is not truncated.
    case creating
    /// For reading and writing; the file must be missing, and is created for the user alone.
    case creatingExclusively
    /// A directory, for reading its names and syncing it; or only for entering it. A symbolic link is not followed.
    case directory, directoryToEnter
    /// A symbolic link itself, to ask for its owner and its destination.
    case link

    fileprivate var flags: Int32 {
      // Without O_NONBLOCK, opening a named pipe would wait for its other end.
      switch self {
      case .reading: O_RDONLY | O_CLOEXEC | O_NONBLOCK
      case .readingInPlace: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
      case .updating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
      case .creating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_CREAT
      case .creatingExclusively: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_CREAT | O_EXCL
      case .directory: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY
      case .directoryToEnter: stack_search_flags
      case .link: stack_link_flags
      }
    }
  }

  package let descriptor: Int32
  package let path: Pathname

  /// Opens the file of this path.
  package init(_ path: Pathname, for mode: Mode) throws(SystemCallError) {
    descriptor = try Self.opened(path) { path.withCString { stack_open(AT_FDCWD, $0, mode.flags, 0o600) } }
    self.path = path
  }

  /// Opens the file of this name in a directory.
  init(_ name: Pathname, in directory: Directory, for mode: Mode) throws(SystemCallError) {
    path = directory.path(of: name)
    descriptor = try Self.opened(path) {
      name.withCString { stack_open(directory.file.descriptor, $0, mode.flags, 0o600) }
    }
  }

  /// Opens a file. While another program holds a lease on it (fcntl(2), F_SETLEASE), that fails, but the system asks
  /// the program to give the lease back. So this tries again for 0.1 to 0.2 seconds.
  private static func opened(_ path: Pathname, _ call: () -> Int32) throws(SystemCallError) -> Int32 {
    var attemptCount = 1
    while true {
      do throws(SystemCallError) {
        let opened = try path.call(.open, call)
        if opened > 2 { return opened }
        // A caller may have closed the standard descriptors; what is written there must not land in a file.
        defer { close(opened) }
        return try copy(of: opened, path)
      } catch {
        guard error.means(.unready), attemptCount < 100 else { throw error }
        attemptCount += 1
        Clock.pauseBriefly()
      }
    }
  }

  private init(descriptor: Int32, path: Pathname) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Creates a file for this process alone, without a name.
  package static func temporary() throws(SystemCallError) -> OpenFile {
    let path = Pathname(unchecked: "a temporary file")
    let stream = try path.call(.create) { tmpfile() }
    defer { fclose(stream) }
    return OpenFile(descriptor: try copy(of: fileno(stream), path), path: path)
  }

  /// Creates a pipe: what is written to one end is read from the other.
  package static func makePipe() throws(SystemCallError) -> (reading: OpenFile, writing: OpenFile) {
    let path = Pathname(unchecked: "a pipe")
    var ends: [Int32] = [-1, -1]
    try path.call(.create) { pipe(&ends) }
    defer { for end in ends { close(end) } }
    return (
      OpenFile(descriptor: try copy(of: ends[0], path), path: path),
      OpenFile(descriptor: try copy(of: ends[1], path), path: path)
    )
  }

  /// Another descriptor for the same open file, out of the way of the standard ones.
  private static func copy(of descriptor: Int32, _ path: Pathname) throws(SystemCallError) -> Int32 {
    try path.call(.open) { stack_duplicate(descriptor, 3) }
  }

  deinit { if descriptor > 2 { close(descriptor) } }

  package static let standardInput = OpenFile(descriptor: 0, path: Pathname(unchecked: "standard input"))
  package static let standardOutput = OpenFile(descriptor: 1, path: Pathname(unchecked: "standard output"))
  package static let standardError = OpenFile(descriptor: 2, path: Pathname(unchecked: "standard error"))

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has, if that is known.
  package var columns: Int? {
    let columns = Int(stack_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  package func status() throws(SystemCallError) -> FileStatus {
    var status = stat()
    try path.call(.read) { fstat(descriptor, &status) }
    return FileStatus(status)
  }
}

// MARK: - Reading and writing

extension OpenFile {
  /// The size of large pages of memory on most systems.
  private static let largePage = 2 << 20

  /// All bytes of the file, however many there are by now; of a device, which may have no end, the first ones.
  package func bytes() throws(SystemCallError) -> [UInt8] {
    let status = try status()
    let isDevice = !status.isRegular
    // Some file systems allow any size that an Int can hold.
    var room = isDevice ? 4096 : min(status.size, .max - 1) + 1
    while true {
      let bytes = try bytes(atMost: room)
      if bytes.count < room || isDevice { return bytes }
      // It has grown meanwhile, or the file system tells its size late.
      room = max(room * 2, 4096)
    }
  }

  /// The first bytes of the file, as many of so many as come at once.
  func beginning(_ size: Int) throws(SystemCallError) -> [UInt8] { try bytes(atMost: size, inOneGo: true) }

  private func bytes(atMost room: Int, inOneGo: Bool = false) throws(SystemCallError) -> [UInt8] {
    // Swift ends the process where there is too little memory; and a file may pretend to any size.
    if room >= Self.largePage, !stack_has_memory(room) { throw SystemCallError(.read, path, code: ENOMEM) }
    var failure: SystemCallError?
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      if let start = buffer.baseAddress, room >= Self.largePage { stack_use_large_pages(start, room) }
      do throws(SystemCallError) {
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
  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
    try whenReady(for: POLLIN, .read) { read(descriptor, buffer.baseAddress, portion(buffer.count)) }
  }

  /// Makes a system call, and again as soon as the file is ready for it.
  private func whenReady(
    for events: Int32, _ operation: SystemCallError.Operation, _ call: () -> Int
  ) throws(SystemCallError) -> Int {
    while true {
      if let count = try unless(.unready, path.call(operation, call)) { return count }
      waitUntilReady(events)
    }
  }

  /// Reads what comes through a pipe to its end, or until there is more than so many bytes.
  package func rest(beyond limit: Int) throws(SystemCallError) -> [UInt8] {
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
  func rest(atMost limit: Int) throws(SystemCallError) -> [UInt8] {
    let bytes = try rest(beyond: limit)
    if bytes.count > limit { throw SystemCallError(.read, path, code: EFBIG) }
    return bytes
  }

  /// Writes all the bytes where the file's position is.
  package func write(_ bytes: [UInt8]) throws(SystemCallError) { try write(bytes[...]) }

  /// Writes all the bytes where the file's position is.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try whenReady(for: POLLOUT, .write) {
        // Of the methods of this name here none is meant.
        rest.withUnsafeBytes { CSystem.write(descriptor, $0.baseAddress, portion($0.count)) }
      }
      if count == 0 { throw SystemCallError(.write, path, code: ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the file empty and goes to its beginning.
  func truncate() throws(SystemCallError) {
    try path.call(.write) { ftruncate(descriptor, 0) }
    try rewind()
  }

  /// Goes to the beginning of the file.
  package func rewind() throws(SystemCallError) { try path.call(.read) { lseek(descriptor, 0, SEEK_SET) } }

  /// How far the file was read or written, in bytes, by this process or one that it started.
  package func position() throws(SystemCallError) -> Int {
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

  /// What a sync guarantees; only Apple's systems distinguish the two.
  enum Durability {
    /// What was written so far is on the disk before all that is written later.
    case barrier
    /// What was written so far is on the disk.
    case full
  }

  /// Returns when the file's bytes are on the disk; where the file system offers that.
  func sync(_ durability: Durability = .barrier) throws(SystemCallError) {
    #if canImport(Darwin)
      // fsync(2) there leaves the bytes in the drive's cache, in any order. Keeping an order costs little, emptying the
      // cache costs much; and of the file systems that offer the latter (fcntl(2): HFS, FAT, UDF, APFS) not all offer
      // the former (HFS, APFS). Others refuse with one of three codes: https://github.com/libuv/libuv/pull/2135
      for request in durability == .full ? [F_FULLFSYNC] : [F_BARRIERFSYNC, F_FULLFSYNC] {
        if try unless(.notOffered, path.call(.sync) { stack_request(descriptor, request) }) != nil { return }
      }
    #endif
    // Some network and user-space file systems can't sync, at least not directories.
    try unless(.notOffered, path.call(.sync) { fsync(descriptor) })
  }
}

// MARK: - Access and locks

extension OpenFile {
  /// Gives this new, empty file the permissions and the access control list of another file and, as far as the system
  /// allows, its owner and group. At no moment does it allow more than the other one.
  ///
  /// - Returns: Why access was narrowed to the owner, if the list could not be copied.
  func adoptAccess(of other: OpenFile, _ status: FileStatus) throws(SystemCallError) -> SystemCallError? {
    let own = try self.status()
    var permissions = status.permissions
    var keepsGroup = own.group == status.group
    if own.owner != status.owner || !keepsGroup {
      // Only root gives files away; the group can be kept by its members.
      keepsGroup =
        retrying { fchown(descriptor, status.owner, status.group) } == 0 || keepsGroup
        || retrying { fchown(descriptor, uid_t.max, status.group) } == 0
    }
    let list = try other.accessList()
    if list.isEmpty {
      try removeAccessList()
    } else if !keepsGroup || retrying({ stack_set_access_list(descriptor, list, list.count) }) != 0 {
      // The list may speak of a group that the new file can't have.
      let refusal = SystemCallError(.keepAccess, other.path, code: keepsGroup ? stack_error_code() : EPERM)
      try makePrivate(permissions)
      return refusal
    }
    if !keepsGroup {
      // The members of the old group now count as others, and those of the new group did so before.
      let common = permissions & permissions >> 3 & 0o007
      permissions = permissions & 0o700 | common << 3 | common
    }
    if own.permissions != permissions { try setPermissions(permissions) }
    return nil
  }

  /// Takes access from all others than the owner.
  func makePrivate(_ permissions: UInt32 = 0o600) throws(SystemCallError) {
    try removeAccessList()
    try setPermissions(permissions & 0o700)
  }

  /// The access control list of the file, as the system keeps it; empty if there is none.
  func accessList() throws(SystemCallError) -> [UInt8] {
    // As large as an extended attribute can be.
    let limit = 65536
    var list = [UInt8](repeating: 0, count: limit)
    let size = try unless(.noAccessList, path.call(.prepare) { stack_access_list(descriptor, &list, limit) })
    return Array(list[..<(size ?? 0)])
  }

  /// Removes an access control list, such as one that the directory gives to new files.
  private func removeAccessList() throws(SystemCallError) {
    if try !accessList().isEmpty { try path.call(.prepare) { stack_remove_access_list(descriptor) } }
  }

  /// Gives the file its permissions, where the file system has them.
  private func setPermissions(_ permissions: UInt32) throws(SystemCallError) {
    try unless(.notOffered, path.call(.prepare) { fchmod(descriptor, mode_t(permissions)) })
  }

  /// Where a symbolic link leads that was opened itself.
  func linkDestination() throws(SystemCallError) -> Pathname {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try path.call(.read) { stack_read_link(descriptor, &buffer, Int(PATH_MAX)) }
    return Pathname(cString: buffer)
  }

  /// Locks the file for this process alone, unless another one holds the lock.
  func lockWithoutWaiting() throws(SystemCallError) -> Bool {
    try unless(.unready, path.call(.lock) { flock(descriptor, LOCK_EX | LOCK_NB) }) != nil
  }
}

/// How many bytes of so many are read or written in one call. Asked for more, Linux takes a part, and Apple's
/// systems refuse: https://bugs.python.org/issue24658
private func portion(_ count: Int) -> Int { min(count, Int(Int32.max)) }
