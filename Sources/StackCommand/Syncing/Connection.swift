import CSystem
import Stack

/// What this machine keeps of a repository: its address, and a cache.
struct Connection {
  /// The stack that is shared; `nil` for the repository of all stacks.
  let stack: StackName?
  private let path: Pathname

  init(_ stack: StackName?, in directory: Pathname) {
    self.stack = stack
    path = stack.map { directory.appending($0.sharedBranch) } ?? directory
  }

  /// The command for a stack, or for all.
  static func command(for stack: StackName?) -> String {
    "\(Program.command(for: stack)) sync"
  }

  private static let urlName = Pathname(unchecked: "url")

  /// The cache.
  var git: Git { Git(path.appending("git")) }

  /// The address; `nil` if there is none.
  func url() throws(CommandError) -> String? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.bytes(of: path.appending(Self.urlName))
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
    try attempt(git.remove()) { (error: SyncError) in
      error.commandError(of: "the repository", isConnected: false)
    }
  }
}
