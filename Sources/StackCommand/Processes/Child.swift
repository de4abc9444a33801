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
  ///   - pause: Called again and again until the program has ended.
  static func run(
    chosenBy variables: [String] = [], else standard: [String], with arguments: [[UInt8]],
    input: OpenFile? = nil, output: OpenFile? = nil, errors: OpenFile? = nil,
    whileItRuns pause: (() -> Void)? = nil
  ) throws(FileError) -> ChildStatus {
    let handlers = [
      SignalHandler(SIGINT, stack_ignoring()), SignalHandler(SIGQUIT, stack_ignoring()),
      // If the parent of this process ignores it, the system doesn't keep the status of a child.
      SignalHandler(SIGCHLD, stack_default()),
    ]
    defer { for handler in handlers { handler.remove() } }
    let child: pid_t
    if let command = System.firstVariable(variables) {
      let shell = [Array("sh".utf8), Array("-c".utf8), command + Array(" \"$@\"".utf8), command]
      child = try start(shell + arguments, [input, output, errors])
    } else {
      child = try start(firstOf: standard[...], arguments, [input, output, errors])
    }
    var status: Int32 = 0
    let options = pause == nil ? 0 : WNOHANG
    while try Pathname(unchecked: "a program").call(.waitFor, { waitpid(child, &status, options) })
      == 0
    {
      pause?()
    }
    // The macros of waitpid(2), which Swift doesn't import.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Starts the first of some programs that is in `PATH`.
  private static func start(
    firstOf programs: ArraySlice<String>, _ arguments: [[UInt8]], _ streams: [OpenFile?]
  ) throws(FileError) -> pid_t {
    do throws(FileError) {
      return try start([Array((programs.first ?? "").utf8)] + arguments, streams)
    } catch {
      guard programs.count > 1, error.isMissing else { throw error }
      return try start(firstOf: programs.dropFirst(), arguments, streams)
    }
  }

  /// Starts a program with default signals, and with these standard streams; `nil` for that of this
  /// process.
  private static func start(_ arguments: [[UInt8]], _ streams: [OpenFile?]) throws(FileError)
    -> pid_t
  {
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
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
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
