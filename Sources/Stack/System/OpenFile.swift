import CSystem

/// An open file, which is closed with the last reference to it.
package final class OpenFile: Sendable {
  /// What a file is opened for. Without O_NONBLOCK, opening a named pipe would wait for its other
  /// end.
  package struct Mode {
    fileprivate let flags: Int32

    package static var reading: Mode { Mode(flags: O_RDONLY | O_NONBLOCK) }
    /// For reading; a symbolic link is not followed.
    static var readingInPlace: Mode { Mode(flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW) }
    /// For reading and writing; the file must exist, and a symbolic link is not followed.
    package static var updating: Mode { Mode(flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW) }
    /// For reading and writing; the file must be missing, and is created for the user alone.
    package static var creating: Mode { Mode(flags: updating.flags | O_CREAT | O_EXCL) }
    /// A directory, for reading its names and syncing it. A symbolic link is not followed.
    static var directory: Mode { Mode(flags: O_RDONLY | O_NOFOLLOW | O_DIRECTORY) }
    /// A directory, only for entering it. A symbolic link is not followed.
    static var directoryToEnter: Mode { Mode(flags: stack_search_flags) }
    /// A symbolic link itself, to ask for its owner and its destination.
    static var link: Mode { Mode(flags: stack_link_flags) }
  }

  package let descriptor: Int32
  package let path: Pathname

  /// Opens the file at this path, which is relative to the directory if there is one.
  package init(_ name: Pathname, in directory: Directory? = nil, for mode: Mode)
    throws(FileError)
  {
    path = directory?.path(of: name) ?? name
    let start = directory?.file.descriptor ?? AT_FDCWD
    let opened = try Self.opened(path) {
      name.withCString { stack_open(start, $0, mode.flags | O_CLOEXEC, 0o600) }
    }
    // If the parent process has closed a standard descriptor, a file in its place would get the
    // program's messages.
    defer { if opened <= 2 { close(opened) } }
    descriptor = opened > 2 ? opened : try path.call(.open) { stack_duplicate(opened, 3) }
  }

  /// Opens a file. While another program holds a lease on it, tries again
  /// (<doc:AtomicCommit#The-lock-protocol>).
  private static func opened(_ path: Pathname, _ call: () -> Int32) throws(FileError) -> Int32 {
    for _ in 1..<100 {
      if let opened = try unless(.unready, path.call(.open, call)) { return opened }
      Clock.pauseBriefly()
    }
    return try path.call(.open, call)
  }

  /// Duplicates the descriptor of a file that is already open. Messages name the file by `path`.
  package init(copyOf descriptor: Int32, _ path: Pathname) throws(FileError) {
    self.descriptor = try path.call(.open) { stack_duplicate(descriptor, 3) }
    self.path = path
  }

  private init(standard descriptor: Int32, _ name: String) {
    self.descriptor = descriptor
    path = Pathname(unchecked: name)
  }

  deinit { if descriptor > 2 { close(descriptor) } }

  package static let standardInput = OpenFile(standard: 0, "standard input")
  package static let standardOutput = OpenFile(standard: 1, "standard output")
  package static let standardError = OpenFile(standard: 2, "standard error")

  package func status() throws(FileError) -> FileStatus {
    var status = stat()
    try path.call(.read) { fstat(descriptor, &status) }
    return FileStatus(status)
  }
}

// MARK: - Reading and writing

extension OpenFile {
  /// All bytes of the file, even if it grows meanwhile; only the first ones of a device, because it
  /// may have no end.
  ///
  /// - Throws: `EFBIG` if the file is larger than 1 GiB. Swift aborts the process if memory is
  ///   short, and a file system may report any size.
  package func bytes(_ status: FileStatus? = nil) throws(FileError) -> [UInt8] {
    let status = if let status { status } else { try self.status() }
    if !status.isRegular { return try beginning(4096) }
    var room = status.size
    while room <= Self.maximumSize {
      let bytes = try beginning(room + 1)
      if bytes.count <= room { return bytes }
      // The file has grown, or the file system had reported an old size.
      room = max(room * 2, 4096)
    }
    throw FileError(.read, path, code: EFBIG)
  }

  private static let maximumSize = 1 << 30

  /// The first `size` bytes of the file, or what one call reads of them.
  func beginning(_ size: Int, inOneCall: Bool = false) throws(FileError) -> [UInt8] {
    try [UInt8](upTo: size) { (buffer) throws(FileError) in
      // 2 MiB is the size of large pages on most systems.
      if size >= 2 << 20, let start = buffer.baseAddress { stack_use_large_pages(start, size) }
      var count = 0
      repeat {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let copied = try path.call(.read) {
          pread(descriptor, rest.baseAddress, portion(rest.count), off_t(count))
        }
        if copied == 0 { break }
        count += copied
      } while count < size && !inOneCall
      return count
    }
  }

  /// The next bytes, as many as one call reads, and at most `limit`; none at the end.
  package func next(atMost limit: Int) throws(FileError) -> [UInt8] {
    try [UInt8](upTo: limit) { (buffer) throws(FileError) in
      try whenReady(for: POLLIN, .read) { read(descriptor, buffer.baseAddress, buffer.count) }
    }
  }

  /// Makes a system call. If the file isn't ready, waits until it is, and tries again.
  private func whenReady(
    for events: Int32, _ operation: FileError.Operation, _ call: () -> Int
  ) throws(FileError) -> Int {
    while true {
      if let count = try unless(.unready, path.call(operation, call)) { return count }
      waitUntilReady(events)
    }
  }

  /// Reads a pipe to its end, or until there are more than `limit` bytes, because endless input
  /// would fill the memory.
  package func rest(beyond limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let next = try next(atMost: 64 * 1024)
      if next.isEmpty { break }
      bytes += next
    }
    return bytes
  }

  /// Writes all the bytes at the file's offset.
  package func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try whenReady(for: POLLOUT, .write) {
        rest.withUnsafeBytes { CSystem.write(descriptor, $0.baseAddress, portion($0.count)) }
      }
      if count == 0 { throw FileError(.write, path, code: ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  package func rewind() throws(FileError) {
    try path.call(.read) { lseek(descriptor, 0, SEEK_SET) }
  }

  /// The file's offset, which this process shares with the child processes that have inherited the
  /// file.
  package func position() throws(FileError) -> Int {
    Int(try path.call(.read) { lseek(descriptor, 0, SEEK_CUR) })
  }

  /// Waits until the file can be read or written; for a pipe, also until someone opens its other
  /// end.
  func waitUntilReady(_ events: Int32 = POLLIN) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&waiting, 1, -1)
    #if canImport(Darwin)
      // On macOS, poll(2) returns at once for devices such as `/dev/tty` (its manual, under BUGS).
      if waiting.revents & Int16(POLLNVAL) != 0 { Clock.pauseBriefly() }
    #endif
  }
}

// MARK: - Links and locks

extension OpenFile {
  /// The destination of a symbolic link that was itself opened.
  func linkDestination() throws(FileError) -> Pathname {
    let bytes = try [UInt8](upTo: Int(PATH_MAX)) { (buffer) throws(FileError) in
      try path.call(.read) { stack_read_link(descriptor, buffer.baseAddress, buffer.count) }
    }
    return Pathname(bytes[...])
  }

  /// Locks the file exclusively. Returns `false` if another process holds the lock.
  func lockWithoutWaiting() throws(FileError) -> Bool {
    try unless(.unready, path.call(.lock) { flock(descriptor, LOCK_EX | LOCK_NB) }) != nil
  }
}

extension [UInt8] {
  /// Creates an array from at most `capacity` bytes, which `fill` writes into a buffer and counts.
  init(
    upTo capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) {
    var failure: FileError?
    self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(FileError) { count = try fill(UnsafeMutableRawBufferPointer(buffer)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The number of bytes that one call may read or write. For more, Linux reads or writes a part, and
/// Apple's systems return an error: https://bugs.python.org/issue24658
private func portion(_ count: Int) -> Int { min(count, Int(Int32.max)) }
