import CSystem

/// An operation on a file that failed: what was tried, on which file, and why.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An operation that can fail. The raw value is the English verb for it. Minor releases may add
  /// cases, so a `switch` needs a `default`.
  public enum Operation: String, Sendable {
    /// An operation on a file or a directory itself.
    case open, read, write, sync, replace, remove, create
    /// Waiting for other writers.
    case lock
    /// Giving a file its owner or its permissions.
    case prepare
    /// Giving a file the access control list of the file that it replaces.
    case keepAccess = "keep the access control list of"
    /// Keeping a version of a file.
    case keep
    /// Using the place where the new text of a file is written.
    case takeOver = "take over"
    /// Changing a file or a directory as root.
    case change
    /// Following a symbolic link.
    case follow = "follow the symbolic link"
    /// Finding a directory by its path, after the change.
    case findAgain = "find again"
    /// Starting another program.
    case start
    /// Waiting for the end of another program.
    case waitFor = "wait for"
  }

  /// The operation that failed.
  public let operation: Operation
  /// The file or directory on which it was tried.
  public let path: Pathname
  /// Why it failed.
  public let cause: Cause

  /// The cause of an error. Minor releases may add cases, so a `switch` needs a `default`.
  public enum Cause: Equatable, Sendable {
    /// A system call failed with this code, as in `errno`.
    case system(code: Int32)
    /// A rule of the module doesn't allow it, because the file belongs to this user.
    case policy(owner: UInt32)
  }

  /// The reason, such as `No space left on device`: in the words of POSIX, unless they would
  /// mislead; `error 123` for a code of a system call that is rare.
  public var reason: String {
    switch (operation, cause) {
    case (.open, .system(EWOULDBLOCK)): "another program holds a lease on it; try again"
    case (.read, .system(ESPIPE)): "it is not a regular file"
    case (.follow, .policy(let owner)):
      "it belongs to user \(owner), in a directory that other users can change"
    case (_, .policy(let owner)): "it belongs to user '\(System.name(of: owner))'"
    case (_, .system(let code)): Self.text(ofCode: code)
    }
  }

  /// What failed, where and why, as a sentence without a full stop.
  public var description: String {
    if case .policy(let owner) = cause, operation == .change {
      return "\(path) belongs to user '\(System.name(of: owner))'"
    }
    let consequence = operation == .keepAccess ? ", so only its owner can use the file now" : ""
    return "cannot \(operation.rawValue) \(path): \(reason)\(consequence)"
  }

  /// Creates an error, such as one for a test of an app.
  public init(_ operation: Operation, _ path: Pathname, _ cause: Cause) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// The error of the last system call, or of another one.
  package init(_ operation: Operation, _ path: Pathname, code: Int32 = stack_error_code()) {
    self.init(operation, path, .system(code: code))
  }
}
