// Other programs that the command runs: the user's editor, ssh, and whatever opens an attachment.

import CSystem
import Stack

/// How a program ended.
enum ChildStatus: Equatable {
  case exited(Int32)
  case killed(signal: Int32)

  /// A status from waitpid(2), whose macros Swift doesn't import.
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// The status as part of a sentence.
  var inWords: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}

/// A file that a child gets as one of its descriptors.
typealias Redirection = (descriptor: Int32, file: OpenFile)

/// A program that this process has started.
///
/// Until it has ended, this process ignores Ctrl-C and Ctrl-\, which the keyboard sends to both.
final class Child {
  private let program: Pathname
  private let identifier: pid_t
  private let handlers: [SignalHandler]

  /// Starts a program, with default signals.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, looked up in `PATH`, and its arguments.
  ///   - redirections: The files that the program gets as its descriptors.
  init(_ arguments: [[UInt8]], redirections: [Redirection] = []) throws(SystemCallError) {
    let program = Pathname((arguments.first ?? [])[...])
    func require(_ code: Int32) throws(SystemCallError) {
      if code != 0 { throw SystemCallError(.start, program, code: code) }
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    try require(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try require(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    for (descriptor, file) in redirections {
      try require(posix_spawn_file_actions_adddup2(&actions, file.descriptor, descriptor))
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    let handlers = [
      SignalHandler(SIGINT, stack_ignoring()), SignalHandler(SIGQUIT, stack_ignoring()),
      // If the parent of this process ignores it, the system doesn't keep the status of a child.
      SignalHandler(SIGCHLD, stack_default()),
    ]
    let words = arguments.map { word in Pathname(word[...]).withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = program.withCString { posix_spawnp(&child, $0, &actions, &attributes, words, stack_environment()) }
    if code != 0 { for handler in handlers { handler.remove() } }
    try require(code)
    self.program = program
    self.handlers = handlers
    identifier = child
  }

  /// Starts a program that the user may choose by a variable.
  ///
  /// A shell reads the variable's value, as git does it, and gets the arguments as its own, so it doesn't parse them.
  ///
  /// - Parameters:
  ///   - variables: They may hold a command, such as `code --wait`; the first that isn't empty counts.
  ///   - standard: The program if all of them are empty.
  ///   - redirections: The files that the program gets as its descriptors.
  convenience init(
    chosenBy variables: [String], else standard: String, with arguments: [[UInt8]], redirections: [Redirection] = []
  ) throws(SystemCallError) {
    let command = variables.lazy.compactMap(System.environmentVariable).first { !$0.isEmpty }
    let shell = command.map { [Array("sh".utf8), Array("-c".utf8), $0 + Array(" \"$@\"".utf8), $0] }
    try self.init((shell ?? [Array(standard.utf8)]) + arguments, redirections: redirections)
  }

  /// Waits until the program has ended, and reads from pipes in the meantime.
  ///
  /// This doesn't wait for the end of the pipes: a process that the program leaves running, as ssh(1) may with
  /// `ControlPersist`, can keep them open for hours, or write into them without end.
  ///
  /// - Parameters:
  ///   - pipes: The ends to read from. This process must have closed the other ends.
  ///   - receive: Called with the index of a pipe and the bytes that were read from it.
  func wait(
    reading pipes: [OpenFile] = [], _ receive: (_ pipe: Int, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws(SystemCallError) -> ChildStatus {
    // As large as a pipe, so that one read empties it.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer {
      buffer.deallocate()
      for handler in handlers { handler.remove() }
    }
    var open = Array(pipes.indices)
    while true {
      // Before the pipes are read: by then they hold everything that an ended program wrote.
      let status = try status(open.isEmpty ? 0 : WNOHANG)
      var waiting = open.map { pollfd(fd: pipes[$0].descriptor, events: Int16(POLLIN), revents: 0) }
      _ = poll(&waiting, nfds_t(waiting.count), status == nil ? 100 : 0)
      for index in waiting.indices.reversed() where waiting[index].revents != 0 {
        let count = try pipes[open[index]].readNext(into: buffer)
        receive(open[index], UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if count == 0 { open.remove(at: index) }
      }
      if let status { return status }
    }
  }

  /// How the program ended; `nil` if the options of waitpid(2) say not to wait, and it is still running.
  private func status(_ options: Int32) throws(SystemCallError) -> ChildStatus? {
    var status: Int32 = 0
    let ended = retrying { waitpid(identifier, &status, options) }
    if ended == 0 { return nil }
    guard ended == identifier else { throw SystemCallError(.start, program) }
    return ChildStatus(status)
  }
}
