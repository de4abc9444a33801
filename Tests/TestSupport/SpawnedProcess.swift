// Starts programs with posix_spawn(2), for what Foundation's Process can't do: new sessions, and
// thousands of starts. (Foundation checks only twenty times a second whether a program has ended.)

import Foundation

/// A program that was started.
public struct SpawnedProcess: Sendable {
  /// An action on a file descriptor before the program starts.
  public enum FileAction {
    case open(Int32, String, flags: Int32, mode: mode_t = 0)
    case duplicate(Int32, as: Int32)
  }

  /// The process identifier.
  public let identifier: pid_t
  private static let startLock = NSLock()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: Its variables.
  ///   - directory: Its working directory.
  ///   - inNewSession: Whether it leads a new session; the first terminal that it opens controls
  ///     that.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], directory: URL,
    inNewSession: Bool = false, _ fileActions: [FileAction]
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
    // A child inherits the blocked signals of the test's thread.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // It also inherits the signals that the tests' process ignores, as in a script's background.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGTERM, SIGPIPE] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Otherwise its own group, so that a signal to one group doesn't reach the other.
    let group = inNewSession ? newSession : Int16(POSIX_SPAWN_SETPGROUP)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | group
    posix_spawnattr_setflags(&attributes, flags)
    addChangeOfDirectory(&actions, directory.path)
    for action in fileActions {
      switch action {
      case .open(let descriptor, let path, let flags, let mode):
        posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, mode)
      case .duplicate(let descriptor, let other):
        posix_spawn_file_actions_adddup2(&actions, descriptor, other)
      }
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child = pid_t()
    // It returns after the program was loaded and the descriptors were closed that it doesn't
    // inherit.
    let error = Self.whileNoProgramStarts {
      posix_spawn(&child, program, &actions, &attributes, words, variables)
    }
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    identifier = child
  }

  /// Calls a function while no program is being started, which would inherit the descriptors that
  /// the function opens.
  static func whileNoProgramStarts<Result>(_ function: () throws -> Result) rethrows -> Result {
    try startLock.withLock(function)
  }

  /// Waits for the end; returns the exit status as in a shell: 128 and its number after a signal.
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
}

// Glibc declares POSIX_SPAWN_SETSID and this function only for C with GNU extensions.
#if canImport(Darwin)
  private let newSession: Int16 = 0x400
  private typealias FileActions = posix_spawn_file_actions_t?
#else
  private let newSession: Int16 = 0x80
  private typealias FileActions = posix_spawn_file_actions_t
#endif

@_silgen_name("posix_spawn_file_actions_addchdir_np") @discardableResult
private func addChangeOfDirectory(
  _ actions: UnsafeMutablePointer<FileActions>, _ path: UnsafePointer<CChar>
) -> Int32
