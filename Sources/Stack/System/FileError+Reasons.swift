// What error codes of the system mean, and which ones do no harm.

import CSystem

extension FileError {
  /// Error codes with one meaning.
  struct Reasons {
    fileprivate let codes: [Int32]

    static var missing: Reasons { Reasons(codes: [ENOENT]) }
    /// The path leads nowhere.
    static var unreachable: Reasons { Reasons(codes: [ENOENT, ENOTDIR]) }
    /// The file was there, and another program has removed it.
    static var removed: Reasons { Reasons(codes: [ENOENT, ESTALE]) }
    static var existing: Reasons { Reasons(codes: [EEXIST]) }
    /// The file has no access control list, or its file system has none.
    static var noAccessList: Reasons {
      Reasons(codes: [stack_no_attribute(), ENOTSUP, EOPNOTSUPP, ENOSYS])
    }
    /// Another process holds the lock or a lease, or nothing can be read or written at this moment.
    static var unready: Reasons { Reasons(codes: [EWOULDBLOCK, EAGAIN]) }
    /// The permissions of the file don't allow this.
    static var notAllowed: Reasons { Reasons(codes: [EACCES]) }
    /// The user isn't allowed to do this, or no one is.
    static var notPermitted: Reasons { Reasons(codes: [EACCES, EPERM, EROFS]) }
    /// The system refuses this to the owner too, whatever the permissions are.
    static var protected: Reasons {
      #if canImport(Darwin)
        // The directories of iCloud and others, until the user allows the terminal to read them
        // (https://developer.apple.com/forums/thread/678819), and the sealed volume at `/`.
        Reasons(codes: [EPERM, EROFS])
      #else
        Reasons(codes: [])
      #endif
    }
    static var mounted: Reasons { Reasons(codes: [EBUSY]) }
    static var otherFileSystem: Reasons { Reasons(codes: [EXDEV]) }
    /// The file system doesn't offer this (permissions, owners, syncing a directory), and it isn't
    /// necessary.
    static var notOffered: Reasons {
      Reasons(codes: [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM, ENOTTY])
    }
    static var noHardLinks: Reasons { Reasons(codes: notOffered.codes + [EXDEV, EMLINK]) }
  }

  func means(_ reasons: Reasons) -> Bool { reasons.codes.contains { cause == .system(code: $0) } }

  /// Whether there is no such file.
  package var isMissing: Bool { means(.missing) }

  /// Whether the other end of a pipe or a socket was closed.
  package var isDisconnection: Bool { cause == .system(code: EPIPE) }
}

/// Does something; returns `nil` if it fails for one of these reasons.
@discardableResult func unless<Result>(
  _ reasons: @autoclosure () -> FileError.Reasons,
  _ operation: @autoclosure () throws(FileError) -> Result
) throws(FileError) -> Result? {
  do throws(FileError) {
    return try operation()
  } catch {
    guard error.means(reasons()) else { throw error }
    return nil
  }
}
