// A terminal: a program runs in it and believes that a person sits there.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pseudo-terminal with a program in it.
public final class Terminal {
  private let controller: Int32
  private let child: pid_t
  private var received: [UInt8] = []
  private var status: Int32?

  /// What a person would see.
  public private(set) var screen: Screen

  /// Starts a program in a terminal of its own, in the folder of the home.
  public init(_ home: Home, _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24)
    throws
  {
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&ends.controller, &ends.device, &name, nil, &size) == 0 else { throw POSIXError(.ENOTTY) }
    controller = ends.controller
    screen = Screen(columns: columns, rows: rows)
    defer { close(ends.device) }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.device, F_SETFD, FD_CLOEXEC)

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
    // The first terminal that the leader of a session opens becomes the one that controls it.
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let environment = home.environment.map { "\($0)=\($1)" }
    // Glibc shows the file action that changes the folder to C with extensions only.
    let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", home.folder.path, program] + arguments
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child = pid_t()
    let result = posix_spawn(&child, command[0], &actions, &attributes, words, variables)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .ENOENT) }
    self.child = child
  }

  deinit {
    if status == nil {
      signal(SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    close(controller)
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) { kill(child, number) }

  /// All that was written to the terminal so far.
  public var text: String { String(decoding: received, as: UTF8.self) }

  /// Types something.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  /// Reads until the terminal shows a text (from `start` on, in bytes). Returns whether it came in time.
  @discardableResult
  public func wait(for text: String, from start: Int = 0, seconds: Double = 20) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
      if String(decoding: received[min(start, received.count)...], as: UTF8.self).contains(text) {
        return true
      }
      if !readSome(milliseconds: 50), status != nil { break }
    }
    return String(decoding: received[min(start, received.count)...], as: UTF8.self).contains(text)
  }

  /// Reads until something is so. Returns whether it came in time.
  @discardableResult
  public func wait(seconds: Double = 20, until condition: (Terminal) -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while !condition(self), Date() < deadline {
      if !readSome(milliseconds: 50), status != nil { break }
    }
    return condition(self)
  }

  /// How many bytes came so far.
  public var position: Int { received.count }

  /// Waits for the end of the program; returns its exit status, as the shell has it.
  public func end(seconds: Double = 20) -> Int32? {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
      let more = readSome(milliseconds: 20)
      if let status, !more { return status }
    }
    return status
  }

  private func readSome(milliseconds: Int32) -> Bool {
    if status == nil {
      var code: Int32 = 0
      if waitpid(child, &code, WNOHANG) == child {
        status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + code & 0x7F
      }
    }
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    received += buffer[..<count]
    let answer = screen.show(buffer[..<count])
    if !answer.isEmpty { type(answer) }
    return true
  }
}

/// POSIX_SPAWN_SETSID, which Glibc shows to C with extensions only.
#if canImport(Darwin)
  private let newSession: Int16 = 0x400
#else
  private let newSession: Int16 = 0x80
#endif
