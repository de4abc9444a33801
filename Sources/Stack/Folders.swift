// Where the files are, after the XDG Base Directory Specification.

/// The folders that hold the queues and what is kept of their past.
///
/// They are found as the XDG Base Directory Specification has it: a variable that is empty or not an
/// absolute path counts as not set.
public struct Folders: Sendable {
  private let configurationHome: FilePath?
  private let stateHome: FilePath?

  /// The folders that the environment of this process names.
  public init() {
    self.init(environment: System.environmentVariable)
  }

  init(environment: (String) -> [UInt8]?) {
    func absolutePath(_ name: String) -> FilePath? {
      guard let value = environment(name) else { return nil }
      let path = FilePath(value[...])
      return path.isAbsolute ? path : nil
    }
    let home = absolutePath("HOME")
    configurationHome = absolutePath("XDG_CONFIG_HOME") ?? home?.appending(".config")
    stateHome = absolutePath("XDG_STATE_HOME") ?? home?.appending(".local/state")
  }

  /// The folder of the queues.
  ///
  /// - Throws: `QueueError.noHome` where nothing says where it is.
  public func configuration() throws(QueueError) -> FilePath {
    guard let configurationHome else { throw .noHome(variable: "XDG_CONFIG_HOME") }
    return configurationHome.appending("stack")
  }

  /// The folder of what is kept of their past, and of texts that are being edited.
  ///
  /// - Throws: `QueueError.noHome` where nothing says where it is.
  public func state() throws(QueueError) -> FilePath {
    guard let stateHome else { throw .noHome(variable: "XDG_STATE_HOME") }
    return stateHome.appending("stack")
  }
}

/// The name of a queue: ASCII letters, digits, `-`, `_` and inner dots, at most 64 of them.
public struct QueueName: Equatable, Sendable {
  /// The queue that is used when no other is chosen.
  public static let standard = QueueName(unchecked: "stack")

  /// The name as text.
  public let text: String

  /// A name from its text, or `nil` if it doesn't fit.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.first != ".", text.last != ".",
      text.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) {
    self.text = text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
