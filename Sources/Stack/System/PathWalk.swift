import CSystem

/// A walk along a path, from directory to directory, to a file that is written, merged or created.
/// It follows only the symbolic links that <doc:AtomicCommit#Symbolic-links> allows.
package struct PathWalk {
  private var directory: Directory
  /// The names that are left, the next one last.
  private var names: [Pathname]
  private var linkCount = 0
  /// How many names of the path were left when a link was entered; the smallest number if there
  /// were several links. While more names are left, the walk is in a link's destination, where it
  /// creates nothing. Nor does it create the user's home.
  private var countAfterLink = Int.max
  private let createsMissing: Bool

  /// How many links are followed: as many as Linux follows.
  static let maximumLinkCount = 40

  private init(_ path: Pathname, creatingMissing: Bool) throws(FileError) {
    directory = try Directory(
      path.isAbsolute ? Pathname(unchecked: "/") : FileSystem.realPath(of: Pathname(unchecked: "."))
    )
    names = path.components.reversed()
    createsMissing = creatingMissing
    if creatingMissing, let home = System.environmentVariable("HOME").map({ Pathname($0[...]) }),
      path.components.starts(with: home.components)
    {
      countAfterLink = names.count - home.components.count
    }
  }

  /// The directory at a path. If it is missing, it can be created, with those above it, for the
  /// user alone.
  static func directory(_ path: Pathname, creatingMissing: Bool = false) throws(FileError)
    -> Directory
  {
    var walk = try PathWalk(path, creatingMissing: creatingMissing)
    while let name = walk.names.popLast() { try walk.enter(name) }
    return walk.directory
  }

  /// The directory of a file, which need not exist, and its name there, after all symbolic links
  /// were followed.
  static func parent(
    of path: Pathname, creatingMissing: Bool = false
  ) throws(FileError) -> (directory: Directory, name: Pathname) {
    if path.bytes.isEmpty { throw FileError(.open, path, code: ENOENT) }
    var walk = try PathWalk(path, creatingMissing: creatingMissing)
    while let name = walk.names.popLast() {
      if !walk.names.isEmpty {
        try walk.enter(name)
      } else if try walk.directory.status(of: name)?.isSymbolicLink == true,
        !walk.directory.isBelowProc
      {
        try walk.follow(name, isLast: true)
      } else {
        return (walk.directory, try walk.directory.storedName(of: name))
      }
    }
    return (walk.directory, Pathname(unchecked: "."))
  }

  /// Checks that the directory of a missing file isn't behind a symbolic link that leads nowhere,
  /// for example because its destination isn't mounted.
  static func requireLinkDestinations(of path: Pathname) throws(FileError) {
    var walk = try PathWalk(path, creatingMissing: false)
    do throws(FileError) {
      while let name = walk.names.popLast() {
        if !walk.names.isEmpty {
          try walk.enter(name)
        } else if try walk.directory.status(of: name)?.isSymbolicLink == true {
          try walk.follow(name, isLast: true)
        }
      }
    } catch {
      if error.means(.missing), walk.names.count >= walk.countAfterLink { throw error }
    }
  }

  /// Opens a file for reading.
  static func open(_ path: Pathname) throws(FileError) -> OpenFile {
    do throws(FileError) {
      let (directory, name) = try parent(of: path)
      return try OpenFile(
        name, in: directory, for: directory.isBelowProc ? .reading : .readingInPlace)
    } catch {
      if case .policy = error.cause { throw error }
      // The error of a system call names the path that the user knows.
      throw FileError(error.operation, path, error.cause)
    }
  }

  /// Enters a directory; follows a symbolic link, or creates a missing directory.
  private mutating func enter(_ name: Pathname) throws(FileError) {
    do throws(FileError) {
      directory = try Directory(name, in: directory)
    } catch {
      if createsMissing, names.count < countAfterLink, error.means(.missing) {
        try directory.requireOwner()
        try directory.create(name)
        directory = try Directory(name, in: directory)
        try directory.requireOwner()
      } else if try directory.status(of: name)?.isSymbolicLink == true {
        try follow(name, isLast: false)
      } else {
        throw error
      }
    }
  }

  /// Puts the destination of a symbolic link in its place.
  private mutating func follow(_ name: Pathname, isLast: Bool) throws(FileError) {
    let link = try OpenFile(name, in: directory, for: .link)
    linkCount += 1
    if linkCount > Self.maximumLinkCount { throw FileError(.open, link.path, code: ELOOP) }
    let status = try link.status()
    guard try directory.allowsFollowing(status, isLast: isLast) else {
      throw FileError(.follow, link.path, .policy(owner: status.owner))
    }
    let destination = try link.linkDestination()
    // A link whose destination ends in a slash leads to a directory, so a file created there could
    // not be reached through it.
    if isLast, destination.bytes.last == .slash {
      throw FileError(.open, link.path, code: ENOTDIR)
    }
    if destination.isAbsolute { directory = try Directory(Pathname(unchecked: "/")) }
    countAfterLink = min(names.count, countAfterLink)
    names += destination.components.reversed()
  }
}

extension Directory {
  /// Whether links here are the kernel's own, which only the kernel can follow: `/dev/stdin` leads
  /// to one.
  fileprivate var isBelowProc: Bool { path.bytes.starts(with: "/proc/".utf8) }

  /// Whether a symbolic link in this directory is followed.
  fileprivate func allowsFollowing(_ link: FileStatus, isLast: Bool) throws(FileError) -> Bool {
    let status = try file.status()
    let user = System.effectiveUser
    // In a user namespace that doesn't map root, root appears as the owner of `/`.
    let isTrusted = try [user, 0, FileSystem.status(of: Pathname(unchecked: "/"))?.owner].contains(
      status.owner)
    let isPrivate =
      !status.allowsWritingByOthers
      && (!status.allowsWritingByGroup
        || System.isOwnGroup(status.group) && (try? file.accessList())?.isEmpty == true)
    // Another user may have made a hard link to one of this user's links.
    let isOwn = [user, 0].contains(link.owner) && link.hardLinkCount == 1
    return isTrusted && isPrivate || isOwn && (isTrusted || !isLast)
  }
}
