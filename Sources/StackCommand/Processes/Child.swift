import CSystem
import Stack

/// Other programs that the command runs: the user's editor, ssh, and the program that opens an
/// attachment.
enum Child {
  /// Runs a program that the user may choose by a variable, and waits until it has ended.
  ///
  /// As in git, a shell interprets the variable's value. It gets the arguments as positional
  /// parameters, so it doesn't parse them. Meanwhile, this process ignores Ctrl-C and Ctrl-\, for
  /// which the terminal sends signals to both processes.
  ///
  /// This doesn't wait for the end of the program's output: a process that the program leaves
  /// running, as ssh(1) may with `ControlPersist`, can keep the pipes open for hours, or write into
  /// them without end.
  ///
  /// - Parameters:
  ///   - variables: They may hold a command, such as `code --wait`; the first that isn't empty
  ///     counts.
  ///   - standard: The program if all of them are empty, looked up in `PATH`.
  ///   - input: The program's standard input; `nil` for that of this process.
  ///   - receive: Called with what the program writes to its standard output (0) or standard error
  ///     (1). Without it,
  ///     they are `output` (`nil` for that of this process) and this process's standard error.
  static func run(
    chosenBy variables: [String], else standard: String, with arguments: [[UInt8]],
    input: OpenFile? = nil,
    output: OpenFile? = nil, _ receive: ((_ pipe: Int, [UInt8]) -> Void)? = nil
  ) throws(FileError) -> ChildStatus {
    let command = System.firstVariable(variables)
    let shell = command.map {
      [Array("sh".utf8), Array("-c".utf8), $0 + Array(" \"$@\"".utf8), $0]
    }
    let words = (shell ?? [Array(standard.utf8)]) + arguments
    let program = Pathname(words[0][...])
    let handlers = [
      SignalHandler(SIGINT, stack_ignoring()), SignalHandler(SIGQUIT, stack_ignoring()),
      // If the parent of this process ignores it, the system doesn't keep the status of a child.
      SignalHandler(SIGCHLD, stack_default()),
    ]
    defer { for handler in handlers { handler.remove() } }
    let (child, pipes) = try start(program, words, input, output, isRead: receive != nil)
    var waiting = pipes.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    while true {
      let isOpen = waiting.contains { $0.fd >= 0 }
      var status: Int32 = 0
      // Checked before the pipes are read: if the program has ended, they already hold everything
      // that it wrote.
      let hasEnded = try program.call(.start) { waitpid(child, &status, isOpen ? WNOHANG : 0) } != 0
      _ = poll(&waiting, nfds_t(waiting.count), hasEnded ? 0 : 100)
      for index in waiting.indices where waiting[index].revents != 0 {
        // As large as a pipe, so that one read empties it.
        let bytes = try pipes[index].next(atMost: 65536)
        receive?(index, bytes)
        // At the end of the pipe: poll(2) skips negative descriptors.
        if bytes.isEmpty { waiting[index].fd = -1 }
      }
      if hasEnded {
        // The macros of waitpid(2), which Swift doesn't import.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
      }
    }
  }

  /// Starts a program with default signals. If its output is read, returns the reading ends of the
  /// pipes; only the program has the other ends.
  private static func start(
    _ program: Pathname, _ arguments: [[UInt8]], _ input: OpenFile?, _ output: OpenFile?,
    isRead: Bool
  ) throws(FileError) -> (pid_t, pipes: [OpenFile]) {
    func require(_ code: Int32) throws(FileError) {
      if code != 0 { throw FileError(.start, program, code: code) }
    }
    let pipes = isRead ? [try OpenFile.makePipe(), try OpenFile.makePipe()] : []
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
    let files = [input, output ?? pipes.first?.writing, pipes.last?.writing]
    for (descriptor, file) in files.enumerated() {
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
    return (child, pipes.map { $0.reading })
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
  static func temporary(holding bytes: [UInt8]) throws(FileError) -> OpenFile {
    let path = Pathname(unchecked: "a temporary file")
    let stream = try path.call(.create) { tmpfile() }
    defer { fclose(stream) }
    let file = try OpenFile(copyOf: fileno(stream), path)
    try file.write(bytes[...])
    try file.rewind()
    return file
  }

  /// Creates a pipe: what is written to one end is read from the other.
  fileprivate static func makePipe() throws(FileError) -> (
    reading: OpenFile, writing: OpenFile
  ) {
    let path = Pathname(unchecked: "a pipe")
    var ends: [Int32] = [-1, -1]
    try path.call(.create) { pipe(&ends) }
    defer { for end in ends { close(end) } }
    return (try OpenFile(copyOf: ends[0], path), try OpenFile(copyOf: ends[1], path))
  }
}
