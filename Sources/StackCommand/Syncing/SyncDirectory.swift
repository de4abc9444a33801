import CSystem
import Stack

/// The repository with which this machine's stacks are exchanged.
struct SyncAddress {
  /// A URL, or an absolute path.
  let url: String
  let branch: String
}

extension SyncAddress {
  /// The URL that a word of the command line means. A relative path becomes an absolute one.
  static func url(_ word: String) throws(CommandError) -> String {
    if word.isEmpty || word.isUnsafeToShow || word.beginsExactly(with: "-") {
      throw CommandError(
        .usage, "invalid repository '\(word)'",
        "use a URL or a path, as in: \(Program.name) sync sam@desk.example:stack.git")
    }
    // As git decides it: a colon before the first slash follows a host.
    let start = word.unicodeScalars.prefix { $0 != "/" }
    if start.isEmpty || start.contains(":") { return word }
    let directory = try attempt(system: FileSystem.realPath(of: Pathname(unchecked: ".")))
    return directory.appending(word).description
  }

  /// The branch that is used from then on: that of HEAD, `main`, or the only one.
  static func branch(of url: String, _ git: Git) throws(CommandError) -> String {
    let (names, head) = try attempt(git: git.branches(of: url))
    if let head, names.contains(head) { return head }
    if names.isEmpty || names.contains("main") { return "main" }
    if names.count == 1 { return names[0] }
    throw CommandError(
      .usage, "\(url) has several branches, but neither HEAD nor main; nothing was changed")
  }
}

/// The directory in which `stack sync` keeps the address of the repository, and a cache of it. It
/// is locked until this object is released.
struct SyncDirectory {
  private let path: Pathname
  private let lock: LockedDirectory

  /// How many seconds to wait for another sync.
  private static let patience = 60

  /// Waits until no other sync runs.
  init(_ session: Session) throws(CommandError) {
    path = try session.attempt(queue: session.directories.sync())
    lock = try Self.locked(path)
  }

  private static func locked(_ path: Pathname) throws(CommandError) -> LockedDirectory {
    let end = stack_uptime().tv_sec + patience
    while true {
      do throws(FileError) {
        _ = try PathWalk.ownDirectory(path, creatingMissing: true)
        return try LockedDirectory(path)
      } catch {
        guard error.cause == .system(code: EWOULDBLOCK) else {
          throw CommandError(.inputOutput, "\(error); nothing was changed")
        }
        if stack_uptime().tv_sec >= end {
          throw CommandError(
            .tryAgain, "another \(Program.name) sync is running; nothing was changed, so try again")
        }
        usleep(50_000)
      }
    }
  }

  /// The cache.
  var git: Git { Git(directory: path.appending("git")) }

  private static let addressName = Pathname(unchecked: "url")

  /// The address that was given last; `nil` if there is none.
  func address() throws(CommandError) -> SyncAddress? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile(path.appending(Self.addressName), for: .reading).bytes()
    } catch {
      if error.isMissing { return nil }
      throw CommandError(.inputOutput, "\(error); nothing was changed")
    }
    let lines = bytes.split(separator: .lineFeed).map { String(decoding: $0, as: UTF8.self) }
    return lines.count == 2 ? SyncAddress(url: lines[0], branch: lines[1]) : nil
  }

  func keep(_ address: SyncAddress) throws(CommandError) {
    let text = Array("\(address.url)\n\(address.branch)\n".utf8)
    let new = Pathname(unchecked: "url.new")
    let directory = try attempt(system: PathWalk.ownDirectory(path, creatingMissing: false))
    // A sync that was killed may have left it.
    try attempt(system: directory.remove(new))
    try attempt(system: directory.write(text, as: Self.addressName, by: new))
  }
}
