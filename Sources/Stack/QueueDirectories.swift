// The directories of the files.

/// The directories of the queues and of their kept versions, as in the XDG Base Directory Specification: a variable
/// that is empty or not an absolute path counts as unset.
public struct QueueDirectories: Sendable {
  private let configurationDirectory: Pathname?
  /// The directory of the kept versions, as a path below another one: showing a task doesn't need it, and appending
  /// takes time.
  private let stateParent: Pathname?, stateName: String?
  /// Why root can't act as the owner of the queues' directory, as the system's error code. Showing works all the same.
  private var refusalCode: Int32?

  /// The directories from the environment of this process.
  public init() { self.init(environment: { System.environmentVariable($0) }) }

  /// Directories that a program chooses, such as temporary ones for its tests.
  ///
  /// - Parameters:
  ///   - configuration: The directory of the queues.
  ///   - state: The directory of their kept versions.
  public init(configuration: Pathname, state: Pathname) {
    configurationDirectory = configuration
    (stateParent, stateName) = (state, nil)
  }

  init(environment: (String) -> [UInt8]?) {
    func absolutePath(_ name: String) -> Pathname? {
      guard let value = environment(name) else { return nil }
      let path = Pathname(value[...])
      return path.isAbsolute ? path : nil
    }
    let home = absolutePath("HOME")
    let state = absolutePath("XDG_STATE_HOME")
    configurationDirectory =
      absolutePath("XDG_CONFIG_HOME")?.appending("stack") ?? home?.appending(".config/stack")
    (stateParent, stateName) = (state ?? home, state == nil ? ".local/state/stack" : "stack")
  }

  /// If this process runs as root and the queues' directory belongs to another user, makes the process that user,
  /// permanently. So root leaves no files of its own among that user's, and no symbolic link can lead root elsewhere.
  ///
  /// A directory that doesn't exist yet belongs to the owner of the one above it. What root owns below another user's
  /// directory counts as that user's, because a symbolic link of that user's may lead there.
  package mutating func becomeOwner() {
    guard System.effectiveUser == 0, let path = configurationDirectory?.bytes else { return }
    do throws(SystemCallError) {
      var found: (directory: Pathname, status: FileStatus)?
      var end = path.startIndex
      while end < path.endIndex {
        end = path[(end + 1)...].firstIndex(of: .slash) ?? path.endIndex
        let directory = Pathname(path[..<end])
        guard let status = try unless(.unreachable, FileSystem.status(of: directory)) ?? nil else { break }
        if status.owner != 0 { found = (directory, status) }
        // A symbolic link of one user may lead to the directory of another one.
        if found != nil, status.isSymbolicLink { break }
      }
      if let found, System.isMapped(found.status.owner) {
        try System.becomeOwner(of: found.directory, found.status)
      }
    } catch {
      refusalCode = error.code
    }
  }

  /// The directory of the queues.
  ///
  /// - Throws: `QueueError.noHome` if neither variable is set.
  public func configuration() throws(QueueError) -> Pathname {
    guard let configurationDirectory else { throw .noHome(variable: "XDG_CONFIG_HOME") }
    return configurationDirectory
  }

  /// The names of the existing queues, without conflict copies.
  package func queueNames() throws(QueueError) -> [QueueName] {
    let directory = try configuration()
    guard let files = try attempt(unless(.missing, PathWalk.directory(directory).names())) else { return [] }
    let ending = Array(".json".utf8)
    let names = files.compactMap { file -> String? in
      guard file.bytes.suffix(ending.count).elementsEqual(ending),
        // No other conflict copy has a name that a queue can have.
        !file.bytes[...].contains(Pathname.syncConflict),
        (try? OpenFile(directory.appending(file), for: .reading).status())?.isRegular == true
      else { return nil }
      return String(exactly: file.bytes.dropLast(ending.count))
    }
    return names.sorted().compactMap { QueueName($0) }
  }

  /// The directory of their kept versions, and of texts that are being edited.
  ///
  /// - Throws: `QueueError.noHome` if neither variable is set; `QueueError.system` if root should act as the owner of
  ///   the queues' directory and can't, because then nothing may be changed.
  public func state() throws(QueueError) -> Pathname {
    if let refusalCode, let configurationDirectory {
      throw .system(SystemCallError(.actForOwner, configurationDirectory, code: refusalCode))
    }
    guard let stateParent else { throw .noHome(variable: "XDG_STATE_HOME") }
    return stateName.map { stateParent.appending($0) } ?? stateParent
  }
}
