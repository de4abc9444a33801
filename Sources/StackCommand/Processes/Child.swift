import CSystem
import Stack

/// Other programs that the command runs: the user's editor, ssh, git, and the program that opens an
/// attachment.
enum Child {
  /// Runs a program that the user may choose by a variable, and waits until it has ended.
  ///
  /// As in git, a shell interprets the variable's value. It gets the arguments as positional
  /// parameters, so it doesn't parse them. Meanwhile, this process ignores Ctrl-C and Ctrl-\, for
  /// which the terminal sends signals to both processes.
  ///
  /// - Parameters:
  ///   - variables: They may hold a command, such as `code --wait`; the first that isn't empty
  ///     counts.
  ///   - standard: The program if all of them are empty: the first that is in `PATH`.
  ///   - input: The program's standard input; `nil` for that of this process.
  ///   - output: The program's standard output; `nil` for that of this process.
  ///   - errors: The program's standard error; `nil` for that of this process.
  ///   - limit: When the program is ended; `nil` if it may run for ever.
  static func run(
    chosenBy variables: [String] = [], else standard: [String], with arguments: [[UInt8]],
    input: OpenFile? = nil, output: OpenFile? = nil, errors: OpenFile? = nil,
    until limit: ChildLimit? = nil
  ) throws(FileError) -> ChildStatus {
    // In a process group of its own, the program doesn't get what a terminal sends.
    let hasOwnGroup = limit?.usesTerminal == false
    var handlers = (hasOwnGroup ? [] : [SIGINT, SIGQUIT]).map {
      SignalHandler($0, stack_ignoring())
    }
    // If the parent of this process ignores it, the system doesn't keep the status of a child.
    handlers.append(SignalHandler(SIGCHLD, stack_default()))
    defer { for handler in handlers { handler.remove() } }
    let signals = limit.map { _ in DelayedSignals() }
    defer { signals?.deliver() }
    let streams = [input, output, errors]
    let child: pid_t
    if let command = System.firstVariable(variables) {
      let shell = [Array("sh".utf8), Array("-c".utf8), command + Array(" \"$@\"".utf8), command]
      child = try start(shell + arguments, streams, inOwnGroup: hasOwnGroup)
    } else {
      child = try start(firstOf: standard[...], arguments, streams, inOwnGroup: hasOwnGroup)
    }
    var status: Int32 = 0
    var isRunning = true
    func wait(_ options: Int32) throws(FileError) {
      let path = Pathname(unchecked: "a program")
      isRunning = try path.call(.waitFor) { waitpid(child, &status, options) } == 0
    }
    try wait(limit == nil ? 0 : WNOHANG)
    while isRunning, let limit {
      if !limit.isReached(), signals?.arePending != true {
        try wait(WNOHANG)
        continue
      }
      // An interactive shell gives this process a group of its own.
      let group = getpgrp() == getpid() ? 0 : child
      kill(hasOwnGroup ? -child : group, SIGTERM)
      let end = stack_uptime().tv_sec + 2
      while isRunning, stack_uptime().tv_sec <= end {
        usleep(10_000)
        try wait(WNOHANG)
      }
      // Also what is left of its children.
      if hasOwnGroup || isRunning { kill(hasOwnGroup ? -child : child, SIGKILL) }
      if isRunning { try wait(0) }
    }
    // The macros of waitpid(2), which Swift doesn't import.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Starts the first of some programs that is in `PATH`.
  private static func start(
    firstOf programs: ArraySlice<String>, _ arguments: [[UInt8]], _ streams: [OpenFile?],
    inOwnGroup: Bool
  ) throws(FileError) -> pid_t {
    let program = Array((programs.first ?? "").utf8)
    do throws(FileError) {
      return try start([program] + arguments, streams, inOwnGroup: inOwnGroup)
    } catch {
      guard programs.count > 1, error.isMissing else { throw error }
      return try start(
        firstOf: programs.dropFirst(), arguments, streams, inOwnGroup: inOwnGroup)
    }
  }

  /// Starts a program with default signals, and with these standard streams; `nil` for that of this
  /// process.
  private static func start(
    _ arguments: [[UInt8]], _ streams: [OpenFile?], inOwnGroup: Bool
  ) throws(FileError) -> pid_t {
    let program = Pathname(arguments[0][...])
    func require(_ code: Int32) throws(FileError) {
      if code != 0 { throw FileError(.start, program, code: code) }
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
    for (descriptor, file) in streams.enumerated() {
      if let file {
        try require(posix_spawn_file_actions_adddup2(&actions, file.descriptor, Int32(descriptor)))
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
        | (inOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
    let words = arguments.map { word in Pathname(word[...]).withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    try require(
      program.withCString {
        posix_spawnp(&child, $0, &actions, &attributes, words, stack_environment())
      })
    return child
  }
}

/// When a program and its children are ended. They also are if a signal ends this process.
struct ChildLimit {
  /// Whether the program may use the terminal, for which it has to be in the process group of this
  /// process.
  let usesTerminal: Bool
  /// Called again and again while the program runs, so it has to wait a moment.
  let isReached: () -> Bool
}

/// How a program ended.
enum ChildStatus: Equatable {
  case exited(Int32)
  case killed(signal: Int32)

  /// The status as part of a sentence.
  var inWords: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}

extension OpenFile {
  /// Creates a file for this process and its child processes, without a name, and with these bytes
  /// to read.
  static func temporary(holding bytes: [UInt8] = []) throws(FileError) -> OpenFile {
    let path = Pathname(unchecked: "a temporary file")
    let stream = try path.call(.create) { tmpfile() }
    defer { fclose(stream) }
    let file = try OpenFile(copyOf: fileno(stream), path)
    try file.write(bytes[...])
    try file.rewind()
    return file
  }

  /// The last bytes of what a program has written to this file, at most `count`.
  func tail(_ count: Int) throws(FileError) -> [UInt8] {
    let end = try path.call(.read) { lseek(descriptor, 0, SEEK_END) }
    try path.call(.read) { lseek(descriptor, max(0, end - off_t(count)), SEEK_SET) }
    return try rest(beyond: count)
  }
}
