// Where the files are, after the XDG Base Directory Specification.

/// The folders that hold the queues and what is kept of their past.
///
/// They are found as the XDG Base Directory Specification has it: a variable that is empty or not an
/// absolute path counts as not set.
public struct Folders: Sendable {
  private let configurationFolder: FilePath?
  private let stateFolder: FilePath?

  /// The folders that the environment of this process names.
  public init() { self.init(environment: { System.environmentVariable($0) }) }

  /// Folders of a program's own choice, such as temporary ones for its tests.
  ///
  /// - Parameters:
  ///   - configuration: The folder of the queues.
  ///   - state: The folder of what is kept of their past.
  public init(configuration: FilePath, state: FilePath) {
    configurationFolder = configuration
    stateFolder = state
  }

  init(environment: (String) -> [UInt8]?) {
    func absolutePath(_ name: String) -> FilePath? {
      guard let value = environment(name) else { return nil }
      let path = FilePath(value[...])
      return path.isAbsolute ? path : nil
    }
    let home = absolutePath("HOME")
    configurationFolder = (absolutePath("XDG_CONFIG_HOME") ?? home?.appending(".config"))?.appending("stack")
    stateFolder = (absolutePath("XDG_STATE_HOME") ?? home?.appending(".local/state"))?.appending("stack")
  }

  /// Makes a process of root's the owner of the folder of the queues, for good, where that is somebody else: nothing
  /// of root's is to lie among that user's files, and no link of that user's is to lead root anywhere.
  ///
  /// What doesn't exist yet belongs to whom the folder above it does; and what is root's own among a user's folders
  /// is taken for that user's, for the way there may be a link of that user's.
  package func becomeOwner() throws(SystemError) {
    guard System.effectiveUser == 0, let path = configurationFolder?.bytes else { return }
    var found: (folder: FilePath, status: FileStatus)?
    var end = path.startIndex
    while end < path.endIndex {
      end = path[(end + 1)...].firstIndex(of: .slash) ?? path.endIndex
      let folder = FilePath(path[..<end])
      guard let status = try unless(.unreachable, FileSystem.status(of: folder)) ?? nil else { break }
      if status.owner != 0 { found = (folder, status) }
      // Behind a link of one user's may be the place of another one.
      if found != nil, status.isSymbolicLink { break }
    }
    if let found { try System.becomeOwner(of: found.folder, found.status) }
  }

  /// The folder of the queues.
  ///
  /// - Throws: `QueueError.noHome` where nothing says where it is.
  public func configuration() throws(QueueError) -> FilePath {
    guard let configurationFolder else { throw .noHome(variable: "XDG_CONFIG_HOME") }
    return configurationFolder
  }

  /// The names of the existing queues, without conflict copies.
  package func queueNames() throws(QueueError) -> [QueueName] {
    let folder = try configuration()
    guard let files = try attempt(unless(.missing, FileSystem.names(in: folder))) else { return [] }
    let ending = Array(".json".utf8)
    let names = files.compactMap { file -> String? in
      guard file.bytes.suffix(ending.count).elementsEqual(ending),
        // No other conflict copy has a name that a queue can have.
        !file.bytes[...].contains(FilePath.syncConflict),
        (try? OpenFile(folder.appending(file), for: .reading).status())?.isRegular == true
      else { return nil }
      return String(exactly: file.bytes.dropLast(ending.count))
    }
    return names.sorted().compactMap { QueueName($0) }
  }

  /// The folder of what is kept of their past, and of texts that are being edited.
  ///
  /// - Throws: `QueueError.noHome` where nothing says where it is.
  public func state() throws(QueueError) -> FilePath {
    guard let stateFolder else { throw .noHome(variable: "XDG_STATE_HOME") }
    return stateFolder
  }
}
