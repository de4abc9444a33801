// Root changes only root's files.

extension Directory {
  /// Requires that root, if this process runs as root, owns this directory and the file of this
  /// name, if there is one.
  func requireOwner(of name: Pathname? = nil) throws(FileError) {
    guard System.effectiveUser == 0 else { return }
    if let name, let owner = try status(of: name)?.owner, owner != 0 {
      throw FileError(.change, path(of: name), .policy(owner: owner))
    }
    let owner = try file.status().owner
    if owner != 0 { throw FileError(.change, path, .policy(owner: owner)) }
  }
}

extension PathWalk {
  /// The directory at a path, which must belong to root if this process runs as root.
  package static func ownDirectory(_ path: Pathname, creatingMissing: Bool) throws(FileError)
    -> Directory
  {
    let directory = try directory(path, creatingMissing: creatingMissing)
    try directory.requireReadable()
    try directory.requireOwner()
    return directory
  }
}
