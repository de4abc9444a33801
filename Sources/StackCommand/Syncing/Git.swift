// Git, as the few calls that `stack sync` makes.

import CSystem
import Stack

/// A bare repository of git, without a working tree. It is only a cache of another one.
struct Git {
  let directory: Pathname
  /// Whether someone can answer git's questions, and reads its progress.
  private var isAttended: Bool { StandardError.isTerminal }
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

  /// A name at the top of a commit's tree.
  struct TreeEntry {
    let mode: String
    var object: String
    let name: [UInt8]

    var isFile: Bool { mode.beginsExactly(with: "100") }

    fileprivate var type: String { mode == "40000" ? "tree" : mode == "160000" ? "commit" : "blob" }
  }

  /// The newest commit of a fetched branch, and its tree; `nil` if there is none.
  func newest(of branch: String) throws(GitError) -> (commit: String, tree: [TreeEntry])? {
    let name = Self.fetched + branch
    let found = try objects([name, "\(name)^{tree}"])
    guard let commit = found[0], let tree = found[1] else {
      if try run(["for-each-ref", name]).isEmpty { return nil }
      throw GitError(.unreadable)
    }
    // Each entry has a mode, a space, a name, a zero, and the bytes of the object's name.
    let size = commit.name.utf8.count / 2
    var rest = tree.bytes[...]
    var entries: [TreeEntry] = []
    while let space = rest.firstIndex(of: .space), let end = rest.firstIndex(of: 0),
      end + size < rest.endIndex
    {
      let object = rest[(end + 1)...(end + size)]
      entries.append(
        TreeEntry(
          mode: String(decoding: rest[..<space], as: UTF8.self), object: object.hexadecimal,
          name: Array(rest[(space + 1)..<end])))
      rest = rest[(end + size + 1)...]
    }
    return (commit.name, entries)
  }

  /// Some objects; `nil` for those that are missing.
  func objects(_ names: [String]) throws(GitError) -> [(name: String, bytes: [UInt8])?] {
    if names.isEmpty { return [] }
    var rest = try run(["cat-file", "--batch"], Array(names.joined(separator: "\n").utf8))[...]
    var objects: [(name: String, bytes: [UInt8])?] = []
    for _ in names {
      // A line with the object's name, its type and its size, and then the bytes.
      let words = rest.prefix { $0 != .lineFeed }.split(separator: .space)
        .map { String(decoding: $0, as: UTF8.self) }
      rest = rest.drop { $0 != .lineFeed }.dropFirst()
      if words.last == "missing" {
        objects.append(nil)
        continue
      }
      guard words.count == 3, let size = Int(words[2]), rest.count > size else {
        throw GitError(.unreadable)
      }
      objects.append((words[0], Array(rest.prefix(size))))
      rest = rest.dropFirst(size + 1)
    }
    return objects
  }

  /// The names that commits have removed since an older commit, up to a newer one; `nil` if the
  /// newer one hasn't the older one.
  func removedNames(since old: String, in new: String) throws(GitError) -> [String]? {
    // The other repository may never have got it.
    if try objects([old])[0] == nil { return nil }
    let commits = try run(["rev-list", "--left-right", "\(old)...\(new)"]).lines
    if commits.contains(where: { $0.beginsExactly(with: "<") }) { return nil }
    let list = commits.map { $0.dropFirst() + "\n" }.joined()
    return try run(
      ["diff-tree", "--stdin", "-m", "--no-commit-id", "--name-only", "--diff-filter=D"],
      Array(list.utf8)
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
    StandardError.write(words.isEmpty || words.last == "\n" ? words : words + "\n")
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

/// Calls git, and maps its error to the one that ends the command.
func attempt<Result>(git operation: @autoclosure () throws(GitError) -> Result)
  throws(CommandError) -> Result
{
  try attempt(operation()) { (error: GitError) in error.commandError }
}

// MARK: - Running git

extension Git {
  /// Prepares the environment of this process, which git inherits, for reaching a URL.
  func prepareEnvironment(for url: String) throws(GitError) {
    for name in Self.ignoredVariables { unsetenv(name) }
    for role in ["AUTHOR", "COMMITTER"] {
      setenv("GIT_\(role)_NAME", "stack", 1)
      setenv("GIT_\(role)_EMAIL", "stack@\(System.hostName)", 1)
    }
    if isAttended { return }
    // Nobody answers. GIT_ASKPASS and core.askPass stay, because programs give passwords by them.
    unsetenv("SSH_ASKPASS")
    setenv("GIT_TERMINAL_PROMPT", "0", 1)
    if !url.beginsExactly(with: "/"),
      System.firstVariable(["GIT_SSH_COMMAND", "GIT_SSH"]) == nil,
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
      "gc.auto=0", "maintenance.auto=false", "core.fsync=all", "init.defaultObjectFormat=sha1",
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
    let isSlow = stack_uptime().tv_sec > start + 1
    if isSlow, StandardError.isTerminal { StandardError.write(rest) }
    usleep(isSlow ? 50_000 : 1000)
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

extension ArraySlice<UInt8> {
  /// The digits of the bytes.
  fileprivate var hexadecimal: String {
    let digits = flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 0xF)] }
    return String(decoding: digits, as: UTF8.self).lowercased()
  }
}

extension String {
  /// The rest of the text after its beginning; `nil` if it begins with anything else.
  fileprivate func removing(_ start: String) -> String? {
    beginsExactly(with: start)
      ? String(decoding: utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
  }
}
