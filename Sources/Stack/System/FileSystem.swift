// Names in the file system: what is there, and what becomes of it.

import CSystem

package enum FileSystem {
  /// What is at a path, `nil` for nothing; a link is not followed.
  package static func status(of path: FilePath) throws(SystemError) -> FileStatus? {
    var status = stat()
    return try unless(.missing, path.call(.read) { lstat($0, &status) }).map { _ in FileStatus(status) }
  }

  /// Whether something can be reached by this path, through links.
  package static func exists(_ path: FilePath) throws(SystemError) -> Bool {
    try unless(.unreachable, path.call(.open) { access($0, F_OK) }) != nil
  }

  /// Whether files can be made in a folder, and removed, as far as its permissions go.
  static func allowsChanges(in folder: FilePath) throws(SystemError) -> Bool {
    try unless(.notPermitted, folder.call(.open) { access($0, W_OK | X_OK) }) != nil
  }

  /// Gives a file a second name.
  static func hardLink(_ path: FilePath, to second: FilePath) throws(SystemError) {
    try second.call(.keep) { to in path.withCString { link($0, to) } }
  }

  /// Gives a file another name, in the place of what had it.
  static func move(_ path: FilePath, to other: FilePath) throws(SystemError) {
    try other.call(.replace) { to in path.withCString { rename($0, to) } }
  }

  /// Removes a file; one that is gone already is no error.
  package static func remove(
    _ path: FilePath, as operation: SystemError.Operation = .remove
  ) throws(SystemError) {
    try unless(.missing, path.call(operation) { unlink($0) })
  }
}

// MARK: - Links

extension FileSystem {
  /// The path of something that is there, absolute and without links.
  package static func realPath(of path: FilePath) throws(SystemError) -> FilePath {
    let resolved = try path.call(.open) { path.withCString { realpath($0, nil) } }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }

  /// The real path of a file that need not exist, nor its directory. A dangling link is not followed.
  static func nearestRealPath(of path: FilePath) throws(SystemError) -> FilePath {
    if let real = try unless(.missing, realPath(of: path)) { return real }
    return path.folder == path ? path : try nearestRealPath(of: path.folder).appending(path.name)
  }

  /// Where a file really is, or would be: behind symbolic links, with the path of its folder free of them. Where nothing
  /// is there, its folder is made.
  ///
  /// A link that leads to nothing is followed all the same, so that the file is created at its end.
  static func resolved(_ path: FilePath) throws(SystemError) -> FilePath {
    if try status(of: path) == nil { try createFolder(path.folder) }
    var target = path
    // As many links as Linux follows itself.
    for _ in 0..<40 {
      guard try status(of: target)?.isSymbolicLink == true else { break }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      try target.call(.read) { readlink($0, &buffer, Int(PATH_MAX)) }
      let destination = FilePath(cString: buffer)
      // A file made there could not be reached by a link that says that it is a folder.
      if destination.bytes.last == .slash { throw SystemError(.open, target, code: ENOTDIR) }
      target = destination.isAbsolute ? destination : target.folder.appending(destination)
    }
    return try realPath(of: target.folder).appending(target.name)
  }
}

// MARK: - Folders

extension FileSystem {
  /// Creates a folder for its owner alone, with those above it that are missing.
  package static func createFolder(_ path: FilePath) throws(SystemError) {
    func make() throws(SystemError) { try unless(.existing, path.call(.create) { mkdir($0, 0o700) }) }
    if path.folder == path { return try make() }
    if try unless(.missing, make()) != nil { return }
    try createFolder(path.folder)
    try make()
  }

  /// Creates a folder for its owner alone under a name that was free, made from `prefix`.
  package static func createTemporaryFolder(prefix: FilePath) throws(SystemError) -> FilePath {
    let template = (prefix.bytes + Array("XXXXXX".utf8)).map { CChar(bitPattern: $0) } + [0]
    var name = template
    _ = try prefix.call(.create) {
      name = template
      return mkdtemp(&name)
    }
    return FilePath(cString: name)
  }

  /// The names in a folder, in no order.
  package static func names(in folder: FilePath) throws(SystemError) -> [FilePath] {
    let stream = try folder.call(.read) { folder.withCString { opendir($0) } }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while true {
      stack_clear_error_code()
      guard let entry = readdir(stream) else {
        switch stack_error_code() {
        case 0: return names
        case EINTR: continue
        default: throw SystemError(.read, folder)
        }
      }
      names.append(FilePath(cString: stack_name(entry)))
    }
  }

  /// The folder below another that mirrors a whole path, and no other path; it need not be there.
  static func folder(mirroring path: FilePath, below root: FilePath) -> FilePath {
    #if canImport(Darwin)
      // A disk that takes `Work` for `work`, as they do there by default, would have one folder for both.
      // What is there is told with its own letters: https://github.com/nodejs/node/issues/8715
      var root = root
      for _ in 0..<8 {
        var mirrored = path
        var real = try? realPath(of: root.appending(mirrored))
        while real == nil, mirrored.folder != mirrored {
          mirrored = mirrored.folder
          real = try? realPath(of: root.appending(mirrored))
        }
        guard let real, mirrored.folder != mirrored,
          !real.bytes.suffix(mirrored.bytes.count).elementsEqual(mirrored.bytes)
        else { break }
        root = root.appending("~")
      }
    #endif
    return root.appending(path)
  }

  /// Removes a folder if it is empty.
  package static func removeFolder(_ path: FilePath) { retrying { path.withCString { rmdir($0) } } }

  /// Returns when the names in a folder are on the disk, where the file system offers that.
  static func syncFolder(
    _ folder: FilePath, _ durability: OpenFile.Durability = .inOrder
  ) throws(SystemError) {
    try OpenFile(folder, for: .reading).sync(durability)
  }

  /// Returns when the names of a folder, and of all those above it, are on the disk.
  ///
  /// Whoever made them may have been killed before it could see to that. Folders that the user may not read
  /// were not made by this program.
  static func syncFolders(above folder: FilePath) throws(SystemError) {
    var folder = folder
    while folder.folder != folder {
      folder = folder.folder
      do throws(SystemError) {
        try syncFolder(folder)
      } catch {
        let isOwn = try status(of: folder)?.owner == System.effectiveUser
        guard error.means(.protected) || error.means(.notPermitted) && !isOwn else { throw error }
      }
    }
  }
}
