// A system call that failed.

#if os(Linux)
  import CSystem
#else
  import Darwin
#endif

/// A system call that failed: what was tried, on which file, and the reason the system gave.
public struct SystemError: Error, Equatable, Sendable {
  /// What was tried. The raw value is the English verb for it.
  public enum Operation: String, Sendable {
    /// Opening a file, or creating it.
    case open
    /// Reading a file or a folder.
    case read
    /// Writing a file.
    case write
    /// Asking the system to put a file or a folder on the disk.
    case sync
    /// Waiting for other writers.
    case lock
    /// Giving a file its owner or its permissions.
    case prepare
    /// Keeping a version of a file under a second name.
    case keep
    /// Putting a file in the place of another.
    case replace
    /// Removing a file.
    case remove
    /// Using what stands where the new text of a file is written.
    case takeOver = "take over"
    /// Creating a folder.
    case create
    /// Becoming the user to whom a folder belongs.
    case actForOwner = "act for the owner of"
    /// Starting another program.
    case start
  }

  /// What was tried.
  public let operation: Operation
  /// The file or the folder that it was tried on.
  public let path: FilePath
  /// The number of the reason, as in `errno`.
  public let code: Int32

  /// The reason in the system's words, such as `No space left on device`.
  public var reason: String { String(cString: strerror(code)) }

  /// The failure of the system call that was made last.
  init(_ operation: Operation, _ path: FilePath) {
    self.init(operation, path, code: stack_error_code())
  }

  package init(_ operation: Operation, _ path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension SystemError: CustomStringConvertible {
  /// What failed, where and why, as a sentence without its end.
  public var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }
}

// MARK: - What an error means

extension SystemError {
  /// A path says that something is a folder, and it is none.
  static func notAFolder(_ path: FilePath) -> SystemError { SystemError(.open, path, code: ENOTDIR) }

  /// The same error, as that of another attempt.
  func during(_ operation: Operation) -> SystemError { SystemError(operation, path, code: code) }

  var isMissingFile: Bool { code == ENOENT }

  /// Whether somebody else has the file at this moment.
  var meansLocked: Bool { code == EWOULDBLOCK || code == EAGAIN }

  /// Whether the permissions of a file don't allow this.
  var meansNotAllowed: Bool { code == EACCES }

  /// Whether the user may not do this, or nobody may.
  var meansNotPermitted: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Whether this is withheld from the owner, too, for no want of permissions.
  var meansProtected: Bool {
    #if canImport(Darwin)
      // The folders of iCloud and others, as long as nobody has allowed the terminal to read them
      // (https://developer.apple.com/forums/thread/678819), and the sealed volume at `/`.
      code == EPERM || code == EROFS
    #else
      false
    #endif
  }

  /// Whether something is mounted in the place of this file alone, so that no other can take it.
  var meansMounted: Bool { operation == .replace && code == EBUSY }

  /// Whether a file system says with this error that it has no such thing (permissions, owners, the syncing
  /// of a folder); what was asked for is done without.
  var meansNotOffered: Bool {
    code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP || code == ENOSYS || code == EPERM
  }

  /// Whether a file system says with this error that it has no hard links, or none from here to there.
  var meansNoHardLinks: Bool { meansNotOffered || meansOtherFileSystem || code == EMLINK }

  var meansOtherFileSystem: Bool { code == EXDEV }
}
