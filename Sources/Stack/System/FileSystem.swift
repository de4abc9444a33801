import CSystem

/// Files and directories by their paths.
package enum FileSystem {
  /// The status of a file; `nil` if there is none. A symbolic link is not followed.
  package static func status(of path: Pathname) throws(FileError) -> FileStatus? {
    var status = stat()
    return try unless(.missing, path.call(.read) { lstat($0, &status) }).map { _ in
      FileStatus(status)
    }
  }

  /// The status of the file that a path leads to through symbolic links; `nil` if there is none.
  static func statusThroughLinks(of path: Pathname) throws(FileError) -> FileStatus? {
    var status = stat()
    return try unless(.missing, path.call(.open) { stat($0, &status) }).map { _ in
      FileStatus(status)
    }
  }

  /// Whether a file can be reached by this path, through symbolic links.
  package static func exists(_ path: Pathname) throws(FileError) -> Bool {
    try unless(.unreachable, path.call(.open) { access($0, F_OK) }) != nil
  }

  /// All bytes of a file, as `OpenFile.bytes()` reads them.
  package static func bytes(of path: Pathname) throws(FileError) -> [UInt8] {
    try OpenFile(path, for: .reading).bytes()
  }

  /// Removes a directory with its files, and with directories in it that hold only files, as far as
  /// possible.
  package static func removeDirectory(_ path: Pathname, levels: Int = 2) {
    // A file, or a symbolic link, can't be opened as a directory.
    let directory = levels > 0 ? try? Directory(path) : nil
    for name in (try? directory?.names()) ?? [] where ![".", ".."].contains(name.description) {
      removeDirectory(path.appending(name), levels: levels - 1)
    }
    _ = try? path.call(.remove) { remove($0) }
  }

  /// The paths in one directory that begin with `prefix`; none if it can't be read.
  package static func directories(prefix: Pathname) -> [Pathname] {
    let names = (try? Directory(prefix.directory).names()) ?? []
    return names.filter { $0.bytes.starts(with: prefix.name.bytes) }
      .map { prefix.directory.appending($0) }
  }

  /// Renames a file or a directory, and replaces any file that has the new path.
  package static func rename(_ path: Pathname, to newPath: Pathname) throws(FileError) {
    try path.call(.replace) { old in newPath.withCString { CSystem.rename(old, $0) } }
  }

  /// Removes the directories whose paths begin with `prefix`, if neither they nor their files were
  /// changed for some days.
  package static func removeDirectories(prefix: Pathname, olderThanDays days: Int) {
    let limit = Timestamp.now.seconds - days * Timestamp.secondsPerDay
    for path in directories(prefix: prefix) {
      let files = ((try? Directory(path).names()) ?? []).filter { $0.description != ".." }
      let isOld = ([path] + files.map { path.appending($0) }).allSatisfy {
        (try? status(of: $0))?.modified ?? .max < limit * 1_000_000_000
      }
      if isOld { removeDirectory(path) }
    }
  }

  /// The path of an existing file, absolute and without symbolic links.
  package static func realPath(of path: Pathname) throws(FileError) -> Pathname {
    let resolved = try path.call(.open) { path.withCString { realpath($0, nil) } }
    defer { free(resolved) }
    return Pathname(cString: resolved)
  }

  /// The real path of a file. Neither the file nor its directory has to exist. A dangling link is
  /// not followed.
  static func nearestRealPath(of path: Pathname) throws(FileError) -> Pathname {
    if let real = try unless(.missing, realPath(of: path)) {
      guard let directory = try unless(.notAllowed, Directory(real.directory)) else { return real }
      return real.directory.appending(try directory.storedName(of: real.name))
    }
    return path.directory == path
      ? path : try nearestRealPath(of: path.directory).appending(path.name)
  }

  /// Creates a directory for the user alone, under a new name that begins with `prefix`.
  package static func createTemporaryDirectory(prefix: Pathname) throws(FileError) -> Pathname {
    let template = (prefix.bytes + Array("XXXXXX".utf8)).map { CChar(bitPattern: $0) } + [0]
    var name = template
    _ = try prefix.call(.create) {
      name = template
      return mkdtemp(&name)
    }
    return Pathname(cString: name)
  }

  /// A directory below `root` for a path. No two paths have the same one. It need not exist.
  static func directory(mirroring path: Pathname, below root: Pathname) -> Pathname {
    #if canImport(Darwin)
      // The default file system of macOS doesn't distinguish `Work` from `work`, so both would have
      // one directory. realpath(3) returns the name as the directory has it:
      // https://github.com/nodejs/node/issues/8715
      var root = root
      for _ in 0..<8 {
        guard let real = try? nearestRealPath(of: root.appending(path)),
          !real.bytes.suffix(path.bytes.count).elementsEqual(path.bytes)
        else { break }
        root = root.appending("~")
      }
    #endif
    return root.appending(path)
  }
}
