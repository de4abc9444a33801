import CSystem

/// The metadata of a file.
package struct FileStatus: Equatable, Sendable {
  let identity: FileIdentity
  /// In bytes.
  package let size: Int
  /// When its bytes were last changed, in nanoseconds, as precisely as the file system stores it. An equal time doesn't
  /// prove that the bytes are the same.
  private let modified: Int
  /// The number of its hard links.
  let nameCount: Int
  let owner: UInt32
  let group: UInt32
  private let mode: UInt32

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    nameCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    mode = UInt32(status.st_mode)
  }

  package var isRegular: Bool { type == UInt32(S_IFREG) }
  var isSymbolicLink: Bool { type == UInt32(S_IFLNK) }
  var isPipe: Bool { type == UInt32(S_IFIFO) }
  private var type: UInt32 { mode & UInt32(S_IFMT) }

  /// The nine permission bits. The others, such as set-user-ID, are never copied from a file.
  var permissions: UInt32 { mode & 0o777 }

  var allowsWritingByGroup: Bool { mode & 0o020 != 0 }
  var allowsWritingByOthers: Bool { mode & 0o002 != 0 }

  /// Whether its mode has other bits too.
  var hasSpecialMode: Bool { mode & 0o7000 != 0 }

  /// Whether two are the same file in the same state. The size isn't compared, and neither is the number of hard links,
  /// because keeping a version adds one.
  func isSame(asideFromSizeAs other: FileStatus) -> Bool { hasSameAccess(as: other) && modified == other.modified }

  /// Whether two are the same file, with the same owner, group and mode.
  func hasSameAccess(as other: FileStatus) -> Bool {
    identity == other.identity && owner == other.owner && group == other.group && mode == other.mode
  }
}

/// Identifies a file, whatever its names are.
struct FileIdentity: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
}
