// Running git: its environment and its configuration.

import CSystem
import Stack

extension Git {
  /// What a call of git came to.
  struct CallResult {
    let status: ChildStatus
    let output: [UInt8]
    /// What git has said and nobody has seen yet.
    let words: String
  }

  /// Calls git, and returns what it has printed.
  @discardableResult func run(
    _ command: [String], _ input: [UInt8] = [], orThrow cause: SyncError.Cause = .cache
  ) throws(SyncError) -> [UInt8] {
    let result = try call(command, input)
    if result.status != .exited(0) { throw SyncError(cause, result.words) }
    return result.output
  }

  /// Calls git.
  ///
  /// - Throws: Only if git can't be run to its end.
  func call(_ command: [String], _ input: [UInt8] = []) throws(SyncError) -> CallResult {
    let options = configuration.flatMap { ["-c", $0] }
    let start = [
      Array("-C".utf8), Array("/".utf8), Array("--git-dir=".utf8) + directory.bytes,
    ]
    let printed = try attempt(file: GitOutput())
    let status = try attempt(
      file: Child.run(
        else: ["git"], with: start + (options + command).map { Array($0.utf8) },
        input: OpenFile.temporary(holding: input), output: printed.output, errors: printed.errors,
        until: ChildLimit(usesTerminal: Self.isAttended) { printed.isUnusual() }))
    switch status {
    case .killed(SIGINT), .killed(SIGQUIT): throw SyncError(.interrupted)
    case .killed:
      if let problem = printed.problem { throw SyncError(.ended(because: problem), printed.rest) }
      let words = printed.rest + "git was ended by \(status.inWords)\n"
      return CallResult(status: status, output: [], words: words)
    case .exited:
      let words = printed.rest
      // If git could say nothing because of a full disk, neither can this.
      if words.isEmpty { try attempt(file: printed.errors.write([.lineFeed])) }
      let output = try attempt(file: printed.output.bytes())
      return CallResult(status: status, output: output, words: words)
    }
  }

  /// Whether someone can answer git's questions, and reads its progress.
  fileprivate static var isAttended: Bool { StandardError.isTerminal }

  /// The configuration of each call. Fetching would leave a process behind that collects garbage.
  private var configuration: [String] {
    [
      "core.hooksPath=/dev/null", "transfer.fsckObjects=true", "fetch.fsckObjects=true",
      "gc.auto=0", "maintenance.auto=false", "core.fsync=all", "init.defaultObjectFormat=sha1",
      "push.pushOption=", "http.lowSpeedLimit=1", "http.lowSpeedTime=60",
    ] + (Self.isAttended ? [] : ["credential.interactive=false"])
  }

  /// Prepares the environment of this process, which git inherits, for reaching a URL.
  static func prepareEnvironment(for url: String) throws(SyncError) {
    for name in ignoredVariables { unsetenv(name) }
    // Its messages are inspected.
    setenv("LANGUAGE", "en", 1)
    // Git accepts no date before 1970, and some of its releases none after 2106.
    let date = min(max(Timestamp.wallClock.seconds, 0), Int(UInt32.max))
    for role in ["AUTHOR", "COMMITTER"] {
      setenv("GIT_\(role)_NAME", "stack", 1)
      setenv("GIT_\(role)_EMAIL", "stack@\(System.hostName)", 1)
      setenv("GIT_\(role)_DATE", "@\(date) +0000", 1)
    }
    var ssh = "ssh -o ServerAliveInterval=15"
    if !isAttended {
      // Nobody answers. GIT_ASKPASS and core.askPass stay, because programs give passwords by them.
      unsetenv("SSH_ASKPASS")
      setenv("GIT_TERMINAL_PROMPT", "0", 1)
      ssh += " -o BatchMode=yes -o ConnectTimeout=20"
    }
    if !url.beginsExactly(with: "/"),
      System.firstVariable(["GIT_SSH_COMMAND", "GIT_SSH"]) == nil,
      try Git(.nowhere).run(["config", "--default", "", "--get", "core.sshCommand"]).lines.isEmpty
    {
      setenv("GIT_SSH_COMMAND", ssh, 1)
    }
  }

  /// The variables that `git rev-parse --local-env-vars` prints, and others that change what is
  /// committed, created or accepted.
  private static let ignoredVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE",
    "GIT_DEFAULT_HASH", "GIT_TEMPLATE_DIR", "GIT_QUARANTINE_PATH",
  ]
}

extension Pathname {
  /// Where no repository is.
  static var nowhere: Pathname { Pathname(unchecked: "/dev/null") }
}

extension [UInt8] {
  /// The lines that a program has printed.
  var lines: [String] {
    split(separator: .lineFeed).map { String(decoding: $0, as: UTF8.self) }
  }
}
