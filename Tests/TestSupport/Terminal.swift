import Foundation

/// A pseudo-terminal and the program in it, which behaves as it does for a person.
public final class Terminal {
  private let controller: Int32
  private let child: SpawnedProcess
  private var received: [UInt8] = []
  private var status: Int32?

  /// The screen that a person sees.
  public private(set) var screen: Screen

  /// Starts a program in a new terminal, in the home.
  public init(
    _ home: Home, _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24
  ) throws {
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&ends.controller, &ends.device, &name, nil, &size) == 0 else {
      throw POSIXError(.ENOTTY)
    }
    controller = ends.controller
    screen = Screen(columns: columns, rows: rows)
    defer { close(ends.device) }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.device, F_SETFD, FD_CLOEXEC)

    let device = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The first terminal that a session's leader opens becomes its controlling terminal.
    child = try SpawnedProcess(
      program, arguments, environment: home.environment, directory: home.directory,
      inNewSession: true,
      [.open(0, device, flags: O_RDWR), .duplicate(0, as: 1), .duplicate(0, as: 2)])
  }

  deinit {
    if status == nil {
      signal(SIGKILL)
      _ = child.wait()
    }
    close(controller)
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) { kill(child.identifier, number) }

  /// Everything that was written to the terminal so far.
  public var text: String { text(from: 0) }

  /// What was written to the terminal after the first `start` bytes.
  public func text(from start: Int) -> String {
    String(decoding: received.dropFirst(start), as: UTF8.self)
  }

  /// Types a text.
  public func type(_ text: String) { type(Array(text.utf8)) }

  /// Types bytes.
  public func type(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  /// Reads until a text was written (after the first `start` bytes). Returns whether that happened
  /// in time.
  @discardableResult public func wait(for text: String, from start: Int = 0, seconds: Double = 60)
    -> Bool
  {
    wait(seconds: seconds) { $0.text(from: start).contains(text) }
  }

  /// Reads until a condition is true. Returns whether that happened in time.
  @discardableResult public func wait(seconds: Double = 60, until condition: (Terminal) -> Bool)
    -> Bool
  {
    let deadline = Date().addingTimeInterval(seconds)
    while !condition(self), Date() < deadline {
      if !readSome(milliseconds: 50), status != nil { break }
    }
    return condition(self)
  }

  /// The number of bytes that were written so far.
  public var position: Int { received.count }

  /// Waits for the end of the program; returns its exit status, as in a shell.
  public func end(seconds: Double = 60) -> Int32? {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
      let more = readSome(milliseconds: 20)
      if let status, !more { return status }
    }
    return status
  }

  private func readSome(milliseconds: Int32) -> Bool {
    if status == nil { status = child.statusIfEnded() }
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    // Linux reads no more at once.
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    received += buffer[..<count]
    let answer = screen.show(buffer[..<count])
    if !answer.isEmpty { type(answer) }
    return true
  }
}
