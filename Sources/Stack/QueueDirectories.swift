/// The directories of the queues and of their kept versions: by default, `stack` in
/// `$XDG_CONFIG_HOME` (else `$HOME/.config`) and in `$XDG_STATE_HOME` (else `$HOME/.local/state`).
/// A variable that is empty or not an absolute path counts as unset, as in the XDG Base Directory
/// Specification.
public struct QueueDirectories: Sendable {
  private let configurationDirectory: Pathname?
  private let stateDirectory: Pathname?
  /// The system's error code if root couldn't switch to the user who owns the queues' directory.
  /// Queues can be read anyway.
  private var refusal: FileError.Cause?

  /// The directories from the environment of this process.
  public init() { self.init(environment: { System.environmentVariable($0) }) }

  /// Other directories, such as ones for tests: `configuration` for the queues, and `state` for
  /// their kept versions.
  public init(configuration: Pathname, state: Pathname) {
    configurationDirectory = configuration
    stateDirectory = state
  }

  init(environment: (String) -> [UInt8]?) {
    func absolutePath(_ name: String) -> Pathname? {
      guard let value = environment(name) else { return nil }
      let path = Pathname(value[...])
      return path.isAbsolute ? path : nil
    }
    let home = absolutePath("HOME")
    configurationDirectory =
      absolutePath("XDG_CONFIG_HOME")?.appending("stack") ?? home?.appending(".config/stack")
    stateDirectory =
      absolutePath("XDG_STATE_HOME")?.appending("stack") ?? home?.appending(".local/state/stack")
  }

  /// If root runs this process, and the directory of the queues belongs to another user, becomes
  /// that user permanently (setuid(2)). So root leaves no files among that user's, and that user's
  /// symbolic links can't lead root elsewhere.
  ///
  /// Of the directories on the path, the deepest one that doesn't belong to root decides. So if one
  /// of root's directories is below another user's, it counts as that user's, whose symbolic link
  /// may lead there.
  package mutating func becomeOwner() {
    guard System.effectiveUser == 0, let path = configurationDirectory?.bytes else { return }
    do throws(FileError) {
      var found: (directory: Pathname, status: FileStatus)?
      for index in path.indices where index + 1 == path.endIndex || path[index + 1] == .slash {
        let directory = Pathname(path[...index])
        guard let status = try unless(.unreachable, FileSystem.status(of: directory)) ?? nil else {
          break
        }
        if status.owner != 0 { found = (directory, status) }
        // The link may lead to a third user's directory, but the owner of the link has chosen that.
        if found != nil, status.isSymbolicLink { break }
      }
      if let found, System.isMapped(found.status.owner) {
        try System.becomeOwner(of: found.directory, found.status)
      }
    } catch {
      refusal = error.cause
    }
  }

  /// The directory of the queues.
  ///
  /// - Throws: `QueueError.noHome` if neither `XDG_CONFIG_HOME` nor `HOME` is set.
  public func configuration() throws(QueueError) -> Pathname {
    guard let configurationDirectory else { throw .noHome(variable: "XDG_CONFIG_HOME") }
    return configurationDirectory
  }

  /// The directory of the kept versions, and of texts that are being edited.
  ///
  /// - Throws: `QueueError.noHome` if neither `XDG_STATE_HOME` nor `HOME` is set;
  ///   `QueueError.system` if root has to become the owner of the queues' directory and can't. Then
  ///   nothing may be changed.
  public func state() throws(QueueError) -> Pathname {
    if let refusal, let configurationDirectory {
      throw .system(FileError(.actForOwner, configurationDirectory, refusal))
    }
    guard let stateDirectory else { throw .noHome(variable: "XDG_STATE_HOME") }
    return stateDirectory
  }
}
