/// The directories of the stacks and of their kept versions: by default, `stack` in
/// `$XDG_CONFIG_HOME` (else `$HOME/.config`) and in `$XDG_STATE_HOME` (else `$HOME/.local/state`).
/// A variable that is empty or not an absolute path counts as unset, as in the XDG Base Directory
/// Specification.
public struct StackDirectories: Sendable {
  private let configurationDirectory: Pathname?
  private let stateDirectory: Pathname?

  /// The directories from the environment of this process.
  public init() { self.init(environment: { System.environmentVariable($0) }) }

  /// Other directories, such as ones for tests: `configuration` for the stacks, and `state` for
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

  /// The directory of the stacks.
  ///
  /// - Throws: `QueueError.noHome` if neither `XDG_CONFIG_HOME` nor `HOME` is set.
  public func configuration() throws(QueueError) -> Pathname {
    guard let configurationDirectory else { throw .noHome(variable: "XDG_CONFIG_HOME") }
    return configurationDirectory
  }

  /// The directory of the kept versions, and of texts that are being edited.
  ///
  /// - Throws: `QueueError.noHome` if neither `XDG_STATE_HOME` nor `HOME` is set.
  public func state() throws(QueueError) -> Pathname {
    guard let stateDirectory else { throw .noHome(variable: "XDG_STATE_HOME") }
    return stateDirectory
  }

  /// The directory for what `stack sync` needs to exchange the stacks.
  package func sync() throws(QueueError) -> Pathname {
    let stacks = try configuration()
    let state = try state()
    return FileSystem.directory(
      mirroring: try attempt(FileSystem.nearestRealPath(of: stacks)), below: state
    ).appending("sync")
  }
}
