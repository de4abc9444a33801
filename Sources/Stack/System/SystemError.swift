// A system call that failed.

import CSystem

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
  /// Reasons that mean the same to whoever asked.
  enum Reasons {
    /// There is no such file.
    case missing
    /// Nothing can be reached by a path.
    case unreachable
    /// There is something by that name.
    case existing
    /// Somebody else has the file at this moment, or nothing can be read or written at this moment.
    case unready
    /// The permissions of a file don't allow this.
    case notAllowed
    /// The user may not do this, or nobody may.
    case notPermitted
    /// This is withheld from the owner, too, for no want of permissions.
    case protected
    /// Something is mounted in the place of a file.
    case mounted
    /// A name there can't be a name of what is here.
    case otherFileSystem
    /// A file system has no such thing (permissions, owners, the syncing of a folder); what was asked for is done
    /// without.
    case notOffered
    /// A file system has no hard links, or none from here to there.
    case noHardLinks
  }

  /// Whether the system's reason is one of these.
  func means(_ reasons: Reasons) -> Bool {
    switch reasons {
    case .missing: return code == ENOENT
    case .unreachable: return code == ENOENT || code == ENOTDIR
    case .existing: return code == EEXIST
    case .unready: return code == EWOULDBLOCK || code == EAGAIN
    case .notAllowed: return code == EACCES
    case .notPermitted: return code == EACCES || code == EPERM || code == EROFS
    case .protected:
      #if canImport(Darwin)
        // The folders of iCloud and others, as long as nobody has allowed the terminal to read them
        // (https://developer.apple.com/forums/thread/678819), and the sealed volume at `/`.
        return code == EPERM || code == EROFS
      #else
        return false
      #endif
    case .mounted: return code == EBUSY
    case .otherFileSystem: return code == EXDEV
    case .notOffered: return [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM, ENOTTY].contains(code)
    case .noHardLinks: return means(.notOffered) || means(.otherFileSystem) || code == EMLINK
    }
  }
}
