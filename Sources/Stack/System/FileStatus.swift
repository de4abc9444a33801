import CSystem

/// The metadata of a file.
package struct FileStatus {
  let identity: FileIdentity
  package let size: Int
  /// When its bytes were last changed, in nanoseconds. An equal time doesn't prove that the bytes
  /// are the same.
  let modified: Int
  /// When its bytes or its metadata were last changed, in nanoseconds.
  let changed: Int
  let hardLinkCount: Int
  let owner: UInt32, group: UInt32
  private let mode: UInt32

  init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let modified = status.st_mtimespec
      let changed = status.st_ctimespec
    #else
      let modified = status.st_mtim
      let changed = status.st_ctim
    #endif
    self.modified = Self.nanoseconds(modified)
    self.changed = Self.nanoseconds(changed)
    hardLinkCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    mode = UInt32(status.st_mode)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  package var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isSymbolicLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
  var isPipe: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFIFO) }

  /// Whether it is a device, a pipe or a socket, so that opening it may have an effect.
  var isSpecial: Bool {
    ![S_IFREG, S_IFDIR, S_IFLNK].contains { mode & UInt32(S_IFMT) == UInt32($0) }
  }

  /// Whether this can be a conflict copy. Another user may have planted a link to a private file.
  var isRegularWithOneLink: Bool { isRegular && hardLinkCount == 1 }

  /// The nine permission bits. The others, such as set-user-ID, are never copied from a file.
  var permissions: UInt32 { mode & 0o777 }

  /// Whether only the owner can read or write it.
  var isPrivate: Bool { mode & 0o077 == 0 }

  var allowsWritingByGroup: Bool { mode & 0o020 != 0 }
  var allowsWritingByOthers: Bool { mode & 0o002 != 0 }
  /// Whether its mode has a set-user-ID, set-group-ID or sticky bit.
  var hasSpecialMode: Bool { mode & 0o7000 != 0 }

  /// Whether the file is unchanged, apart from its size. Keeping a version adds a hard link, so
  /// links aren't compared.
  func isSame(asideFromSizeAs other: FileStatus) -> Bool {
    hasSameAccess(as: other) && modified == other.modified
  }

  /// Whether both describe the same file, with the same owner, group and mode.
  func hasSameAccess(as other: FileStatus) -> Bool {
    identity == other.identity && owner == other.owner && group == other.group && mode == other.mode
  }
}

/// Identifies a file, whatever its names are.
struct FileIdentity: Equatable { let device: UInt64, number: UInt64 }
