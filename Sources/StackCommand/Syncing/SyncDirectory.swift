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
  func connection(of stack: StackName?) -> Connection {
    Connection(stack, in: lock.path)
  }

  /// The stacks that are shared, by name.
  func shared() throws(CommandError) -> [StackName] {
    var names: [StackName] = []
    for path in FileSystem.directories(prefix: lock.path.appending(StackName.branchPrefix)) {
      guard let name = StackName(sharedBranch: path.name.description),
        try connection(of: name).url() != nil
      else { continue }
      names.append(name)
    }
    return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}
