// Git, as the few calls that `stack sync` makes.

import CSystem
import Stack

/// A bare repository of git, without a working tree. It is only a cache of another one.
struct Git {
  let directory: Pathname
  /// Whether someone can answer git's questions, and reads its progress.
  private let isAttended = OpenFile.standardError.isTerminal
  /// The branch of the other repository is fetched as one below this.
  private static let fetched = "refs/stack/"
  private static let nowhere = Pathname(unchecked: "/dev/null")

  /// Whether the repository was made.
  var exists: Bool { (try? FileSystem.exists(directory.appending("HEAD"))) == true }

  /// Makes the repository, unless it exists.
  func create() throws(GitError) {
    if exists { return }
    try run(["init", "--quiet", "--bare", "--template="])
  }

  /// Removes the repository, which has nothing that the other one hasn't.
  func remove() { FileSystem.removeDirectory(directory, levels: .max) }

  // MARK: The other repository

  /// The names of its branches, and which of them HEAD is.
  func branches(of url: String) throws(GitError) -> (names: [String], head: String?) {
    // Not in the cache, which may be damaged.
    let output = try run(
      ["ls-remote", "--symref", "--", url, "HEAD", "refs/heads/*"], in: Self.nowhere,
      orThrow: .refused)
    var names: [String] = []
    var head: String?
    for line in output.lines {
      let fields = line.split(separator: "\t").map { String($0) }
      guard fields.count == 2 else { continue }
      if let name = fields[1].removing("refs/heads/") { names.append(name) }
      if fields[1] == "HEAD", let name = fields[0].removing("ref: refs/heads/") { head = name }
    }
    return (names, head)
  }

  /// Fetches a branch. As a pattern, because a branch that is missing isn't an error then.
  func fetch(_ branch: String, from url: String) throws(GitError) {
    try reach([
      "fetch", progress, "--no-tags", "--prune", "--no-recurse-submodules", "--", url,
      "+refs/heads/\(branch)*:\(Self.fetched)\(branch)*",
    ])
  }

  func push(_ commit: String, to branch: String, of url: String) throws(GitError) {
    try reach([
      "push", progress, "--no-verify", "--no-signed", "--recurse-submodules=no", "--", url,
      "\(commit):refs/heads/\(branch)",
    ])
  }

  private var progress: String { isAttended ? "--progress" : "--quiet" }

  // MARK: Reading

  /// The commit of a fetched branch; `nil` if there is none.
  func commit(of branch: String) throws(GitError) -> String? {
    let name = Self.fetched + branch
    // Other branches below that name are listed, too.
    return try run(["for-each-ref", "--format=%(refname) %(objectname)", name]).lines
      .compactMap { $0.removing("\(name) ") }.first
  }

  /// A name at the top of a commit's tree.
  struct TreeEntry {
    var mode: String
    var type: String
    var object: String
    let name: [UInt8]

    var isFile: Bool { type == "blob" && mode.beginsExactly(with: "100") }
  }

  func tree(of commit: String) throws(GitError) -> [TreeEntry] {
    try run(["ls-tree", "-z", commit]).split(separator: 0).compactMap { line in
      let words = line.prefix { $0 != UInt8(ascii: "\t") }.split(separator: .space)
      guard words.count == 3 else { return nil }
      let texts = words.map { String(decoding: $0, as: UTF8.self) }
      let name = line.drop { $0 != UInt8(ascii: "\t") }.dropFirst()
      return TreeEntry(mode: texts[0], type: texts[1], object: texts[2], name: Array(name))
    }
  }

  /// The bytes of some objects.
  func contents(of objects: [String]) throws(GitError) -> [[UInt8]] {
    if objects.isEmpty { return [] }
    var rest = try run(["cat-file", "--batch"], Array(objects.joined(separator: "\n").utf8))[...]
    var contents: [[UInt8]] = []
    for _ in objects {
      // A line with the object's name, its type and its size, and then the bytes.
      let words = rest.prefix { $0 != .lineFeed }.split(separator: .space)
      rest = rest.drop { $0 != .lineFeed }.dropFirst()
      guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)),
        rest.count > size
      else { throw GitError(.unreadable) }
      contents.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }

  /// How many commits follow an older one, up to a newer one that has it as an ancestor; `nil` if
  /// it isn't one.
  func distance(from old: String, to new: String) throws(GitError) -> Int? {
    if old == new { return 0 }
    let found = try run(["cat-file", "--batch-check"], Array(old.utf8)).lines
    if found.first?.split(separator: " ").dropFirst().first != "commit" { return nil }
    let counts = try run(["rev-list", "--count", "--left-right", "\(old)...\(new)"]).lines.first?
      .split(separator: "\t").compactMap { Int($0) }
    guard let counts, counts.count == 2 else { throw GitError(.unreadable) }
    return counts[0] == 0 ? counts[1] : nil
  }

  /// The names that a commit after an older one, up to a newer one, has removed.
  func removedNames(from old: String, to new: String) throws(GitError) -> [String] {
    let commits = try run(["rev-list", "\(old)..\(new)"])
    return try run(
      ["diff-tree", "--stdin", "-m", "--no-commit-id", "--name-only", "--diff-filter=D"], commits
    ).lines
  }

  // MARK: Writing

  /// Adds a file, and returns its name.
  func add(_ text: [UInt8]) throws(GitError) -> String {
    try name(run(["hash-object", "-w", "--stdin", "--no-filters"], text))
  }

  /// Adds a tree and a commit with it, and returns the commit's name.
  func addCommit(_ tree: [TreeEntry], over parent: String?, _ message: String) throws(GitError)
    -> String
  {
    let lines = tree.flatMap { (entry) -> [UInt8] in
      Array("\(entry.mode) \(entry.type) \(entry.object)\t".utf8) + entry.name + [0]
    }
    let tree = try name(run(["mktree", "-z"], lines))
    let parents = parent.map { ["-p", $0] } ?? []
    return try name(run(["commit-tree", tree] + parents + ["-m", message]))
  }

  private func name(_ output: [UInt8]) throws(GitError) -> String {
    guard let name = output.lines.first else { throw GitError(.unreadable) }
    return name
  }
}

/// Why a call of git failed.
struct GitError: Error {
  enum Kind: Equatable {
    /// Git can't be started.
    case missing(FileError)
    /// The user has pressed Ctrl-C.
    case interrupted
    /// The cache can't be read or written.
    case unreadable
    /// The other repository can't be reached, or refused.
    case refused
  }

  let kind: Kind
  /// What git has said and nobody has seen yet.
  var words = ""

  init(_ kind: Kind, _ words: String = "") {
    self.kind = kind
    self.words = words
  }
}

extension GitError {
  /// Prints what git has said, and returns the error that ends the command.
  var commandError: CommandError {
    StandardError.write(words)
    let kept = "what changed is kept here, and the next sync goes on"
    return switch kind {
    case .missing(let error):
      CommandError(.unavailable, "sync needs git, but \(error); nothing was changed")
    case .interrupted: CommandError(.nothingToDo, "interrupted; \(kept)")
    case .unreadable: CommandError(.inputOutput, "git failed; \(kept)")
    case .refused:
      CommandError(.unavailable, "the repository could not be reached, or refused; \(kept)")
    }
  }
}

// MARK: - Running git

extension Git {
  /// Prepares the environment of this process, which git inherits.
  func prepareEnvironment() throws(GitError) {
    for name in Self.ignoredVariables { unsetenv(name) }
    for role in ["AUTHOR", "COMMITTER"] {
      setenv("GIT_\(role)_NAME", "stack", 1)
      setenv("GIT_\(role)_EMAIL", "stack@\(System.hostName)", 1)
    }
    if isAttended { return }
    // Nobody answers. GIT_ASKPASS and core.askPass stay, because programs give passwords by them.
    unsetenv("SSH_ASKPASS")
    setenv("GIT_TERMINAL_PROMPT", "0", 1)
    if System.firstVariable(["GIT_SSH_COMMAND", "GIT_SSH"]) == nil,
      try run(
        ["config", "--default", "", "--get", "core.sshCommand"], in: Self.nowhere
      ).lines.isEmpty
    {
      setenv("GIT_SSH_COMMAND", "ssh -o BatchMode=yes -o ConnectTimeout=20", 1)
    }
  }

  /// The variables that `git rev-parse --local-env-vars` prints, and those that change what is
  /// committed or created.
  private static let ignoredVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE",
    "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE", "GIT_DEFAULT_HASH", "GIT_TEMPLATE_DIR",
  ]

  /// The configuration of each call. Fetching would leave a process behind that collects garbage.
  private var configuration: [String] {
    [
      "core.hooksPath=/dev/null", "transfer.fsckObjects=true", "fetch.fsckObjects=true",
      "gc.auto=0", "maintenance.auto=false", "core.fsync=all",
    ] + (isAttended ? [] : ["credential.interactive=false"])
  }

  /// Calls git for something with the other repository.
  @discardableResult private func reach(_ command: [String]) throws(GitError) -> [UInt8] {
    try run(command, orThrow: .refused)
  }

  /// Calls git, and returns what it has printed.
  @discardableResult private func run(
    _ command: [String], _ input: [UInt8] = [], in place: Pathname? = nil,
    orThrow kind: GitError.Kind = .unreadable
  ) throws(GitError) -> [UInt8] {
    let options = configuration.flatMap { ["-c", $0] }
    let start = [
      Array("-C".utf8), Array("/".utf8), Array("--git-dir=".utf8) + (place ?? directory).bytes,
    ]
    let status: ChildStatus
    let output: [UInt8]
    let progress: GitProgress
    do throws(FileError) {
      let file = try OpenFile.temporary()
      progress = GitProgress(file: try OpenFile.temporary())
      status = try Child.run(
        else: ["git"], with: start + (options + command).map { Array($0.utf8) },
        input: OpenFile.temporary(holding: input), output: file, errors: progress.file,
        whileItRuns: kind == .refused ? { progress.pause() } : nil)
      output = try file.bytes()
    } catch {
      throw GitError(.missing(error))
    }
    switch status {
    case .exited(0): return output
    case .killed(SIGINT), .killed(SIGQUIT): throw GitError(.interrupted)
    case .exited: throw GitError(kind, progress.rest)
    case .killed: throw GitError(kind, progress.rest + "git was ended by \(status.inWords)\n")
    }
  }
}

/// What git prints to standard error, which a person sees if it takes longer than a second.
private final class GitProgress {
  let file: OpenFile
  private let start = stack_uptime().tv_sec
  private var shownCount = 0

  init(file: OpenFile) { self.file = file }

  /// Waits a moment for git, and shows its progress.
  func pause() {
    usleep(1000)
    if stack_uptime().tv_sec > start + 1, OpenFile.standardError.isTerminal {
      StandardError.write(rest)
    }
  }

  /// What wasn't shown yet. The other machine may have sent control characters.
  var rest: String {
    let bytes = ((try? file.bytes()) ?? []).dropFirst(shownCount)
    shownCount += bytes.count
    return bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).map { line in
      line.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self).visible }.joined(separator: "\r")
    }.joined(separator: "\n")
  }
}

extension [UInt8] {
  /// The lines that a program has printed.
  fileprivate var lines: [String] {
    split(separator: .lineFeed).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The rest of the text after its beginning; `nil` if it begins with anything else.
  fileprivate func removing(_ start: String) -> String? {
    beginsExactly(with: start)
      ? String(decoding: utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
  }
}
