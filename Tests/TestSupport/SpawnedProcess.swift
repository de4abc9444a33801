// A program that is started as posix_spawn(2) does it, for what Foundation's Process can't: a session of its own,
// bytes that are no UTF-8, and thousands of starts. (Foundation looks only twenty times a second whether one has ended.)

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that was started, to be waited for.
public struct SpawnedProcess: Sendable {
  /// What is done with a file descriptor of the program before it begins.
  public enum FileAction {
    case open(Int32, String, flags: Int32, mode: mode_t = 0)
    case duplicate(Int32, as: Int32)
    case changeFolder(String)
  }

  /// The process's number.
  public let identifier: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What stands behind its name.
  ///   - environment: The variables, as `NAME=VALUE`.
  ///   - inNewSession: Whether it leads a session of its own, so that no terminal controls it, or the one that it
  ///     opens first does.
  public init(
    _ program: String, _ arguments: [[UInt8]], environment: [[UInt8]], inNewSession: Bool = false,
    _ fileActions: [FileAction]
  ) throws {
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
    // The threads of a test may block signals, and a child would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Else a group of its own, so that no signal to the one is for the other.
    let group = inNewSession ? newSession : Int16(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | group)
    for action in fileActions {
      switch action {
      case .open(let descriptor, let path, let flags, let mode):
        posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, mode)
      case .duplicate(let descriptor, let other):
        posix_spawn_file_actions_adddup2(&actions, descriptor, other)
      case .changeFolder(let path): addChangeOfFolder(&actions, path)
      }
    }
    let words = ([Array(program.utf8)] + arguments).map(Self.cString) + [nil]
    let variables = environment.map(Self.cString) + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child = pid_t()
    let error = posix_spawn(&child, program, &actions, &attributes, words, variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    identifier = child
  }

  /// Waits for the end; returns the exit status as a shell has it: 128 and the number of the signal that ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    return Self.exitStatus(status)
  }

  /// The exit status if the program has ended already.
  public func statusIfEnded() -> Int32? {
    var status: Int32 = 0
    return waitpid(identifier, &status, WNOHANG) == identifier ? Self.exitStatus(status) : nil
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }

  private static func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    strdup(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

/// POSIX_SPAWN_SETSID, which Glibc shows to C with extensions only.
#if canImport(Darwin)
  private let newSession: Int16 = 0x400
#else
  private let newSession: Int16 = 0x80
#endif

#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
#else
  private typealias FileActions = posix_spawn_file_actions_t
#endif

/// Which Glibc shows to C with extensions only.
@_silgen_name("posix_spawn_file_actions_addchdir_np") @discardableResult
private func addChangeOfFolder(_ actions: UnsafeMutablePointer<FileActions>, _ path: UnsafePointer<CChar>)
  -> Int32
