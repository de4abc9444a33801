// Other programs that are run.

import CSystem

/// What a program that was started came to.
package enum ChildStatus: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)

  /// A status as wait(2) gives it, whose macros Swift doesn't import.
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

/// A file that a child gets as one of its descriptors.
package typealias Redirection = (descriptor: Int32, file: OpenFile)

/// A program that was started and runs.
///
/// What the keyboard sends meanwhile (Ctrl-C, Ctrl-\) is for that program alone.
package final class Child {
  private let program: Pathname
  private let identifier: pid_t
  private let handlers: [SignalHandler]

  /// Starts a program, with default signals.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, looked up in `PATH`, and its arguments.
  ///   - redirections: The files that the program gets as its descriptors.
  package init(_ arguments: [[UInt8]], redirections: [Redirection] = []) throws(SystemCallError) {
    let program = Pathname((arguments.first ?? [])[...])
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
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    let handlers = [
      SignalHandler(SIGINT, stack_ignoring()), SignalHandler(SIGQUIT, stack_ignoring()),
      // Where whoever started this process ignores it, the system doesn't keep how a child ended.
      SignalHandler(SIGCHLD, stack_default()),
    ]
    let words = arguments.map { word in Pathname(word[...]).withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = program.withCString {
      posix_spawnp(&child, $0, &actions, &attributes, words, stack_environment())
    }
    guard code == 0 else {
      for handler in handlers { handler.remove() }
      throw SystemCallError(.start, program, code: code)
    }
    self.program = program
    self.handlers = handlers
    identifier = child
  }

  /// Waits for the program's end, and takes in meanwhile what comes through pipes.
  ///
  /// The end of the pipes is not waited for: what the program leaves running behind it, as ssh(1) may with
  /// `ControlPersist`, can hold them open for hours, or write into them without end.
  ///
  /// - Parameters:
  ///   - pipes: Where to read; nobody here may hold their other ends any more.
  ///   - take: Called with the place of a pipe and the bytes that came through it, as often as some come.
  package func wait(
    reading pipes: [OpenFile] = [], _ take: (_ pipe: Int, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws(SystemCallError) -> ChildStatus {
    // As much as a pipe holds, so that reading once empties it.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer {
      buffer.deallocate()
      for handler in handlers { handler.remove() }
    }
    var open = Array(pipes.indices)
    while true {
      // Asked before the look into the pipes: what the program wrote up to its end is in them by then.
      let status = try status(open.isEmpty ? 0 : WNOHANG)
      let ready = OpenFile.readable(open.map { pipes[$0] }, withinMilliseconds: status == nil ? 100 : 0)
      for place in ready.reversed() {
        let count = try pipes[open[place]].readNext(into: buffer)
        take(open[place], UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if count == 0 { open.remove(at: place) }
      }
      if let status { return status }
    }
  }

  /// What the program came to, `nil` where the options of waitpid(2) don't wait for it and it still runs.
  private func status(_ options: Int32) throws(SystemCallError) -> ChildStatus? {
    var status: Int32 = 0
    let ended = retrying { waitpid(identifier, &status, options) }
    if ended == 0 { return nil }
    guard ended == identifier else { throw SystemCallError(.start, program) }
    return ChildStatus(status)
  }
}
