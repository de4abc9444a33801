// The system calls that the package uses, as Swift functions with typed errors. What differs between
// Linux and macOS is decided here and nowhere else.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system call that failed: what was tried, on which file, and the reason the system gave.
public struct SystemError: Error, Equatable, Sendable {
  /// What was tried. The raw value is the English verb for it.
  public enum Operation: String, Sendable {
    /// Opening a file, or creating it.
    case open
    /// Reading a file or a folder.
    case read
    /// Writing a file.
    case write
    /// Asking the system to put a file or a folder on the disk.
    case sync
    /// Waiting for other writers.
    case lock
    /// Giving a file its owner, its permissions or its time.
    case prepare
    /// Keeping a version of a file under a second name.
    case keep
    /// Putting a file in the place of another.
    case replace
    /// Removing a file.
    case remove
    /// Creating a folder.
    case create
    /// Starting another program.
    case start
  }

  /// What was tried.
  public let operation: Operation
  /// The file or the folder that it was tried on.
  public let path: FilePath
  /// The number of the reason, as in `errno`.
  public let code: Int32

  /// The reason in the system's words, such as `No space left on device`.
  public var reason: String { String(cString: strerror(code)) }

  package init(_ operation: Operation, _ path: FilePath, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  var isMissingFile: Bool { code == ENOENT }

  /// Whether a file system says with this error that it has no hard links, or none from here to there.
  var meansNoHardLinks: Bool { [EXDEV, EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }
}

/// What kind of file something is, as far as `stack` cares.
package enum FileKind: Sendable {
  case regular
  case symbolicLink
  case other
}

/// What the system knows of a file without opening it.
package struct FileStatus: Equatable, Sendable {
  package let kind: FileKind
  package let identity: FileIdentity
  /// In bytes.
  package let size: Int
  package let modified: Timestamp
  let owner: uid_t
  let group: gid_t
  let permissions: mode_t

  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Timestamp(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
  }
}

/// Which file something is, whatever its names are.
package struct FileIdentity: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
}

// MARK: - Open files

/// A file that is open; it is closed when nobody refers to it any more.
package final class OpenFile: Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// For reading.
    case reading
    /// For reading and writing; the file must be there, and is not reached through a link.
    case updating
    /// For reading and writing; a file that is missing is created for its owner alone, and what is there
    /// is not touched.
    case creating

    fileprivate var flags: Int32 {
      // Without O_NONBLOCK a pipe in the place of the file would hold the command for ever.
      switch self {
      case .reading: O_RDONLY | O_CLOEXEC | O_NONBLOCK
      case .updating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
      case .creating: O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_CREAT
      }
    }
  }

  let descriptor: Int32
  package let path: FilePath

  package init(_ path: FilePath, for mode: Mode) throws(SystemError) {
    let opened = path.withCString { name in retrying { open(name, mode.flags, 0o600) } }
    guard opened >= 0 else { throw SystemError(.open, path) }
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
    guard let stream = retrying({ tmpfile() }) else { throw SystemError(.create, path) }
    defer { fclose(stream) }
    return OpenFile(descriptor: try copy(of: fileno(stream), path), path: path)
  }

  /// Another descriptor for the same open file, out of the way of the standard ones.
  private static func copy(of descriptor: Int32, _ path: FilePath) throws(SystemError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(.open, path) }
    return copy
  }

  deinit {
    if descriptor > 2 { close(descriptor) }
  }

  /// What is read by this process as its standard input.
  package static let standardInput = OpenFile(descriptor: 0, path: FilePath("standard input"))
  /// What this process writes as its standard output.
  package static let standardOutput = OpenFile(descriptor: 1, path: FilePath("standard output"))
  /// What this process writes as its standard error.
  package static let standardError = OpenFile(descriptor: 2, path: FilePath("standard error"))

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard retrying({ fstat(descriptor, &status) }) == 0 else { throw SystemError(.read, path) }
    return FileStatus(status)
  }

  /// Reads bytes from a place in the file; returns how many, 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    let count = retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    guard count >= 0 else { throw SystemError(.read, path) }
    return count
  }

  /// Reads the bytes that come next; returns how many, 0 at the end.
  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = retrying { systemRead(descriptor, buffer) }
      if count >= 0 { return count }
      guard errno == EAGAIN else { throw SystemError(.read, path) }
      waitUntilReady(POLLIN)
    }
  }

  /// Writes all the bytes where the file's position is.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = retrying { systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        waitUntilReady(POLLOUT)
      } else {
        throw SystemError(.write, path, code: count == 0 ? ENOSPC : errno)
      }
    }
  }

  /// Writes all the bytes where the file's position is.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Makes the file empty and goes to its beginning.
  func truncate() throws(SystemError) {
    guard retrying({ ftruncate(descriptor, 0) }) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw SystemError(.write, path)
    }
  }

  /// Goes to the beginning of the file.
  package func rewind() throws(SystemError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemError(.read, path) }
  }

  /// How far the file was read or written, in bytes, by this process or one that it started.
  package func position() throws(SystemError) -> Int {
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard position >= 0 else { throw SystemError(.read, path) }
    return Int(position)
  }

  /// Returns when the file's bytes are on the disk.
  func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync(2) on macOS leaves the bytes in the drive's cache; not every file system has the other.
      if retrying({ fcntl(descriptor, F_FULLFSYNC) }) == 0 { return }
    #endif
    guard retrying({ fsync(descriptor) }) == 0 else { throw SystemError(.sync, path) }
  }

  /// Takes the file's permissions and, as far as the system allows, its owner and group from another's.
  func adoptOwnership(of status: FileStatus) throws(SystemError) {
    let own = try self.status()
    if own.owner != status.owner || own.group != status.group,
      retrying({ fchown(descriptor, status.owner, status.group) }) != 0
    {
      // Only root gives files away; a group of one's own can be kept all the same.
      _ = retrying { fchown(descriptor, uid_t.max, status.group) }
    }
    try setPermissions(status.permissions)
  }

  func setPermissions(_ permissions: mode_t) throws(SystemError) {
    guard retrying({ fchmod(descriptor, permissions) }) == 0 else { throw SystemError(.prepare, path) }
  }

  func setModified(_ time: Timestamp) throws(SystemError) {
    let moment = timespec(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds))
    let times = [moment, moment]
    guard retrying({ futimens(descriptor, times) }) == 0 else { throw SystemError(.prepare, path) }
  }

  private func waitUntilReady(_ events: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&waiting, 1, -1)
  }
}

// MARK: - Locks

extension OpenFile {
  /// Locks the file for this process alone, waiting in the system's queue.
  ///
  /// - Parameter isStuck: Asked when the waiting begins and once a second from then on; `true` ends it.
  /// - Returns: Whether the file is locked now.
  func lock(unless isStuck: () -> Bool) throws(SystemError) -> Bool {
    if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(.lock, path) }
    let timer = RepeatingTimer()
    defer { timer.stop() }
    while !isStuck() {
      if flock(descriptor, LOCK_EX) == 0 { return true }
      guard errno == EINTR else { throw SystemError(.lock, path) }
    }
    return false
  }
}

/// Interrupts, once a second, whatever system call is waiting. (flock(2) knows no time limit of its own.)
private struct RepeatingTimer {
  private let handler = SignalHandler(SIGALRM) { _ in }

  init() {
    // Programs with many threads block signals, and what they start inherits that.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
    Self.set(seconds: 1)
  }

  func stop() {
    Self.set(seconds: 0)
    handler.remove()
  }

  private static func set(seconds: Int) {
    let interval = timeval(tv_sec: time_t(seconds), tv_usec: 0)
    var timer = itimerval(it_interval: interval, it_value: interval)
    #if canImport(Glibc)
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #else
      setitimer(ITIMER_REAL, &timer, nil)
    #endif
  }
}

/// What this process does at a signal, in the place of what it did before. A system call that is waiting is
/// interrupted.
private struct SignalHandler {
  private let signal: Int32
  private let previous: sigaction

  init(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    self.signal = signal
    self.previous = previous
  }

  func remove() {
    var action = previous
    sigaction(signal, &action, nil)
  }
}

// MARK: - Names in the file system

package enum FileSystem {
  /// What is at a path, `nil` for nothing; a link is not followed.
  package static func status(of path: FilePath) throws(SystemError) -> FileStatus? {
    var status = stat()
    let result = path.withCString { name in retrying { lstat(name, &status) } }
    if result == 0 { return FileStatus(status) }
    guard errno == ENOENT else { throw SystemError(.read, path) }
    return nil
  }

  /// Whether something can be reached by this path, through links.
  package static func exists(_ path: FilePath) throws(SystemError) -> Bool {
    if path.withCString({ name in retrying { access(name, F_OK) } }) == 0 { return true }
    guard [ENOENT, ENOTDIR].contains(errno) else { throw SystemError(.open, path) }
    return false
  }

  /// Where a symbolic link points to, as it is written in the link.
  static func destination(of link: FilePath) throws(SystemError) -> FilePath {
    let capacity = Int(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: capacity + 1)
    let count = link.withCString { name in retrying { readlink(name, &buffer, capacity) } }
    guard count >= 0 else { throw SystemError(.read, link) }
    return FilePath(cString: buffer)
  }

  /// The path of something that is there, absolute and without links.
  package static func realPath(of path: FilePath) throws(SystemError) -> FilePath {
    let found: UnsafeMutablePointer<CChar>? = path.withCString { name in retrying { realpath(name, nil) } }
    guard let resolved = found else { throw SystemError(.open, path) }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }

  /// Creates a folder for its owner alone, with those above it that are missing.
  package static func createFolder(_ path: FilePath) throws(SystemError) {
    if makeFolder(path) { return }
    switch errno {
    case EEXIST:
      return
    case ENOENT where path.folder != path:
      try createFolder(path.folder)
      guard makeFolder(path) || errno == EEXIST else { fallthrough }
    default:
      throw SystemError(.create, path)
    }
  }

  private static func makeFolder(_ path: FilePath) -> Bool {
    path.withCString { name in retrying { mkdir(name, 0o700) } } == 0
  }

  /// Creates a folder for its owner alone under a name that was free, made from `prefix`.
  package static func createTemporaryFolder(prefix: FilePath) throws(SystemError) -> FilePath {
    let template = (prefix.bytes + Array("XXXXXX".utf8)).map { CChar(bitPattern: $0) } + [0]
    var name = template
    let made = retrying {
      name = template
      return mkdtemp(&name)
    }
    guard made != nil else { throw SystemError(.create, prefix) }
    return FilePath(cString: name)
  }

  /// The names in a folder, in no order.
  static func names(in folder: FilePath) throws(SystemError) -> [String] {
    #if canImport(Darwin)
      let opened: UnsafeMutablePointer<DIR>? = folder.withCString { name in retrying { opendir(name) } }
    #else
      let opened: OpaquePointer? = folder.withCString { name in retrying { opendir(name) } }
    #endif
    guard let stream = opened else { throw SystemError(.read, folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      let next = retrying {
        errno = 0
        return readdir(stream)
      }
      guard let entry = next else {
        if errno != 0 { throw SystemError(.read, folder) }
        return names
      }
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
  }

  /// Gives a file a second name.
  static func link(_ path: FilePath, to second: FilePath) throws(SystemError) {
    let result = path.withCString { from in second.withCString { to in retrying { systemLink(from, to) } } }
    guard result == 0 else { throw SystemError(.keep, second) }
  }

  /// Gives a file another name, in the place of what had it.
  static func rename(_ path: FilePath, to other: FilePath) throws(SystemError) {
    let result = path.withCString { from in other.withCString { to in retrying { systemRename(from, to) } } }
    guard result == 0 else { throw SystemError(.replace, other) }
  }

  /// Removes a file; one that is gone already is no error.
  package static func remove(_ path: FilePath) throws(SystemError) {
    let result = path.withCString { name in retrying { unlink(name) } }
    guard result == 0 || errno == ENOENT else { throw SystemError(.remove, path) }
  }

  /// Removes a folder if it is empty.
  package static func removeFolder(_ path: FilePath) {
    _ = path.withCString { name in retrying { rmdir(name) } }
  }

  /// Returns when the names in a folder are on the disk, where the file system offers that.
  static func syncFolder(_ folder: FilePath) throws(SystemError) {
    let opened = try OpenFile(folder, for: .reading)
    do {
      try opened.sync()
    } catch  where [EINVAL, ENOTSUP, EOPNOTSUPP].contains(error.code) {
      // Some network and user-space file systems have no such thing; the rename itself was done.
    }
  }
}

// MARK: - The process and its surroundings

/// What a program that was started came to.
package enum ChildStatus: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
}

package enum System {
  /// The bytes of an environment variable, `nil` where it is not set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return FilePath(cString: value).bytes
  }

  /// The bytes of the path or name by which this program was called; empty where none was given.
  package static var programPath: [UInt8] {
    guard CommandLine.argc > 0, let path = CommandLine.unsafeArgv[0] else { return [] }
    return FilePath(cString: path).bytes
  }

  /// The bytes of the arguments, without the name of the program.
  package static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).map { index in
      guard let argument = CommandLine.unsafeArgv[index] else { return [] }
      return FilePath(cString: argument).bytes
    }
  }

  /// Ends this process.
  package static func exit(_ status: Int32) -> Never {
    systemExit(status)
  }

  /// Milliseconds since some moment in the past, never going back.
  static var uptime: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  /// The name of this machine.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The program that opens a file or a URL with whatever the desktop has for it.
  package static var desktopOpener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }

  /// Makes writing to a pipe that nobody reads, or beyond the size that the user's limits allow, an error, in
  /// place of the end of the process.
  package static func ignoreSignalsOfWriting() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Reads a line that a person types. Ctrl-C ends the process with status 1.
  ///
  /// - Parameter ask: Says what is wanted, when Ctrl-C is being listened for already.
  /// - Returns: The line without its end, or `nil` after Ctrl-D on an empty line.
  package static func readTypedLine(_ ask: () -> Void) throws(SystemError) -> [UInt8]? {
    // A handler that returned could do so just before the read begins, and then the read would wait on.
    let handler = SignalHandler(SIGINT) { _ in
      _ = write(2, "\n", 1)
      _exit(1)
    }
    defer { handler.remove() }
    ask()
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = retrying { systemRead(0, &byte) }
      guard count >= 0 else { throw SystemError(.read, OpenFile.standardInput.path) }
      if count == 0 { return line.isEmpty ? nil : line }
      if byte == 0x0A { return line }
      line.append(byte)
    }
  }

  /// Runs a program to its end, with default signals.
  ///
  /// What the keyboard sends meanwhile (Ctrl-C, Ctrl-\) is for that program alone.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, looked up in `PATH`, and its arguments.
  ///   - redirections: The files that the program gets as its descriptors of these numbers.
  package static func run(
    _ arguments: [[UInt8]], redirections: [(descriptor: Int32, file: OpenFile)] = []
  ) throws(SystemError) -> ChildStatus {
    let program = FilePath((arguments.first ?? [])[...])
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for redirection in redirections {
      posix_spawn_file_actions_adddup2(&actions, redirection.file.descriptor, redirection.descriptor)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ, SIGALRM] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    // Where whoever started this process ignores it, the system doesn't keep how a child ended.
    signal(SIGCHLD, SIG_DFL)
    let previousInterrupt = signal(SIGINT, SIG_IGN)
    let previousQuit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, previousInterrupt)
      signal(SIGQUIT, previousQuit)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
      FilePath(word[...]).withCString { strdup($0) }
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = program.withCString { posix_spawnp(&child, $0, &actions, &attributes, words, environ) }
    guard code == 0 else { throw SystemError(.start, program, code: code) }
    var status: Int32 = 0
    guard retrying({ waitpid(child, &status, 0) }) == child else { throw SystemError(.start, program) }
    // The macros of wait(2) that Swift doesn't import.
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signalNumber)
  }
}

extension Timestamp {
  /// The time now, as precise as the system's clock.
  package static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(seconds: Int(now.tv_sec), nanoseconds: Int(now.tv_nsec))
  }

  /// Date and time of day in UTC: year, month, day, hour, minute, second.
  var components: [Int] {
    var seconds = time_t(self.seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map(Int.init)
  }

  /// The moment of a date and a time of day in UTC.
  init(components: [Int], nanoseconds: Int) {
    var parts = tm()
    parts.tm_year = Int32(clamping: components[0] - 1900)
    parts.tm_mon = Int32(clamping: components[1] - 1)
    parts.tm_mday = Int32(clamping: components[2])
    parts.tm_hour = Int32(clamping: components[3])
    parts.tm_min = Int32(clamping: components[4])
    parts.tm_sec = Int32(clamping: components[5])
    self.init(seconds: Int(timegm(&parts)), nanoseconds: nanoseconds)
  }
}

// MARK: - Helpers

/// Calls again as long as a signal interrupts the call.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Calls again as long as a signal interrupts the call.
private func retrying<Pointer>(_ call: () -> Pointer?) -> Pointer? {
  while true {
    let result = call()
    if result != nil || errno != EINTR { return result }
  }
}

// Inside a type that has a method of the same name, Swift no longer finds these.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
  read(descriptor, &byte, 1)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemLink(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
  link(path, other)
}

private func systemRename(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
  rename(path, other)
}

private func systemExit(_ status: Int32) -> Never {
  exit(status)
}
