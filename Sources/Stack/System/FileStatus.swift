// What the system knows of a file.

#if os(Linux)
  import CSystem
#else
  import Darwin
#endif

/// What the system knows of a file without reading it.
package struct FileStatus: Sendable {
  /// What kind of file something is, as far as `stack` cares.
  package enum Kind: Sendable {
    case regular
    case symbolicLink
    case pipe
    case other
  }

  package let kind: Kind
  package let identity: FileIdentity
  /// In bytes.
  package let size: Int
  /// When its bytes were changed last, as precisely as the file system knows it. Never proof of anything.
  private let modified: (seconds: Int, nanoseconds: Int)
  /// How many names it has in its file system.
  let nameCount: Int
  let owner: UInt32
  let group: UInt32
  /// Who may read, write and run it. What else a mode holds, such as set-uid, is never taken over from a file.
  let permissions: UInt32
  /// Whether its mode holds more than that.
  let hasSpecialMode: Bool

  init(_ status: stat) {
    let mode = UInt32(status.st_mode)
    let type = mode & UInt32(S_IFMT)
    switch type {
    case UInt32(S_IFREG): kind = .regular
    case UInt32(S_IFLNK): kind = .symbolicLink
    case UInt32(S_IFIFO): kind = .pipe
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = (Int(time.tv_sec), Int(time.tv_nsec))
    nameCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    permissions = mode & 0o777
    hasSpecialMode = mode & 0o7000 != 0
  }
}

extension FileStatus: Equatable {
  /// Whether two are the same file in the same state. How many names it has doesn't count: keeping a version
  /// gives it one more.
  package static func == (one: FileStatus, other: FileStatus) -> Bool {
    one.size == other.size && one.isSame(asideFromSizeAs: other)
  }

  /// Whether two are the same file in the same state, as far as that can be said without their sizes.
  func isSame(asideFromSizeAs other: FileStatus) -> Bool {
    kind == other.kind && identity == other.identity && modified == other.modified && owner == other.owner
      && group == other.group && permissions == other.permissions
  }
}

/// Which file something is, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}
