import CSystem
import Stack

/// The directory in which `stack sync` keeps what it has to know about repositories. It is locked
/// until this object is released.
struct SyncDirectory {
  private let lock: LockedDirectory

  /// How many seconds to wait for another sync.
  private static let patience = 60

  /// Waits until no other sync runs.
  init(_ session: Session) throws(CommandError) {
    let path = try session.attempt(queue: session.directories.sync())
    let end = stack_uptime().tv_sec + Self.patience
    var isWaiting = false
    while true {
      do throws(FileError) {
        _ = try PathWalk.ownDirectory(path, creatingMissing: true)
        self.lock = try LockedDirectory(path)
        return
      } catch {
        guard error.cause == .system(code: EWOULDBLOCK) else {
          throw CommandError(.inputOutput, "\(error); nothing was changed")
        }
        if stack_uptime().tv_sec >= end {
          throw CommandError(
            .tryAgain, "another \(Program.name) sync is running; nothing was changed, so try again")
        }
        if !isWaiting { StandardError.printNote("Another sync is running; waiting for it …") }
        isWaiting = true
        usleep(50_000)
      }
    }
  }

  /// The connection for all stacks, or for one that is shared.
  func connection(of stack: QueueName?) -> Connection {
    Connection(stack, in: lock.path)
  }

  /// The stacks that are shared, by name.
  func shared() throws(CommandError) -> [QueueName] {
    var names: [QueueName] = []
    for path in FileSystem.directories(prefix: lock.path.appending(QueueName.branchPrefix)) {
      guard let name = QueueName(sharedBranch: path.name.description),
        try connection(of: name).url() != nil
      else { continue }
      names.append(name)
    }
    return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}

/// What this machine keeps of a repository: its address, and a cache.
struct Connection {
  /// The stack that is shared; `nil` for the repository of all stacks.
  let stack: QueueName?
  private let path: Pathname

  init(_ stack: QueueName?, in directory: Pathname) {
    self.stack = stack
    path = stack.map { directory.appending($0.sharedBranch) } ?? directory
  }

  /// The branch of an empty repository.
  var branch: String { stack?.sharedBranch ?? "stack" }

  /// The command for a stack, or for all.
  static func command(for stack: QueueName?) -> String {
    "\(Program.name)\(stack.map { " -s \($0.text)" } ?? "") sync"
  }

  private static let urlName = Pathname(unchecked: "url")

  /// The cache.
  var git: Git { Git(path.appending("git")) }

  /// The address; `nil` if there is none.
  func url() throws(CommandError) -> String? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile(path.appending(Self.urlName), for: .reading).bytes()
    } catch {
      if error.isMissing { return nil }
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    // Release 1.3 also kept the branch, on a second line.
    return bytes.split(separator: .lineFeed).first.map { String(decoding: $0, as: UTF8.self) }
  }

  func keep(_ url: String) throws(CommandError) {
    let new = Pathname(unchecked: "url.new")
    let directory = try attempt(system: PathWalk.ownDirectory(path, creatingMissing: true))
    // A sync that was killed may have left it.
    try attempt(system: directory.remove(new))
    try attempt(system: directory.write(Array("\(url)\n".utf8), as: Self.urlName, by: new))
  }

  /// Removes the address and the cache.
  func forget() throws(CommandError) {
    let directory = try attempt(system: PathWalk.ownDirectory(path, creatingMissing: false))
    try attempt(system: directory.remove(Self.urlName))
    try attempt(git.remove()) { (error: SyncError) in error.commandError(isConnected: false) }
  }
}

// MARK: - Addresses

extension String {
  /// The address of a repository that a word of the command line means. A relative path becomes an
  /// absolute one.
  func repositoryURL() throws(CommandError) -> String {
    let invalid = CommandError(
      .usage, "invalid repository '\(self)'",
      "use a URL or a path, as in: \(Program.name) sync sam@desk.example:stack.git")
    if isEmpty || isUnsafeToShow || beginsExactly(with: "-") { throw invalid }
    // As git decides it: a colon before the first slash follows a host.
    let start = unicodeScalars.prefix { $0 != "/" }
    if start.isEmpty || start.contains(":") { return self }
    let here = try StackCommand.attempt(system: FileSystem.realPath(of: Pathname(unchecked: ".")))
    let path = here.appending(self)
    guard let url = String(exactly: path.bytes[...]), !url.isUnsafeToShow else { throw invalid }
    let isWord = start.count == unicodeScalars.count
    if isWord, try !StackCommand.attempt(system: FileSystem.exists(path)) {
      throw CommandError(
        .usage, "there is no repository '\(url)'",
        .init(text: "to see with which one you sync", command: "\(Program.name) sync"),
        .init(text: "to leave it", command: "\(Program.name) sync --forget"))
    }
    return url
  }

  /// The address without the user's name and password for a web server.
  var withoutPassword: String {
    let parts = utf8.split(separator: .slash, maxSplits: 3, omittingEmptySubsequences: false)
    guard beginsExactly(with: "http"), parts.count > 2,
      let at = parts[2].lastIndex(of: UInt8(ascii: "@"))
    else { return self }
    let host = parts[2][at...].dropFirst()
    let rest = parts.dropFirst(3).first.map { "/\(Substring($0))" } ?? ""
    return "\(Substring(parts[0]))//\(Substring(host))\(rest)"
  }
}
