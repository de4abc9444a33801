// Files and directories by their paths.

import CSystem

package enum FileSystem {
  /// The status of a file, `nil` if there is none; a symbolic link is not followed.
  package static func status(of path: FilePath) throws(SystemError) -> FileStatus? {
    var status = stat()
    return try unless(.missing, path.call(.read) { lstat($0, &status) }).map { _ in FileStatus(status) }
  }

  /// Whether a file can be reached by this path, through symbolic links.
  package static func exists(_ path: FilePath) throws(SystemError) -> Bool {
    try unless(.unreachable, path.call(.open) { access($0, F_OK) }) != nil
  }

  /// Removes a file; one that is missing is no error.
  package static func remove(_ path: FilePath) throws(SystemError) {
    try unless(.missing, path.call(.remove) { unlink($0) })
  }

  /// The path of an existing file, absolute and without symbolic links.
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

  /// Creates a directory for the user alone, under a new name that begins with `prefix`.
  package static func createTemporaryFolder(prefix: FilePath) throws(SystemError) -> FilePath {
    let template = (prefix.bytes + Array("XXXXXX".utf8)).map { CChar(bitPattern: $0) } + [0]
    var name = template
    _ = try prefix.call(.create) {
      name = template
      return mkdtemp(&name)
    }
    return FilePath(cString: name)
  }

  /// The directory below another one that mirrors a path, and no other path. It need not exist.
  static func folder(mirroring path: FilePath, below root: FilePath) -> FilePath {
    #if canImport(Darwin)
      // A file system that doesn't distinguish `Work` from `work`, as by default there, would have one directory for
      // both. realpath(3) returns the letters that the directory has: https://github.com/nodejs/node/issues/8715
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

  /// Removes a directory if it is empty.
  package static func removeFolder(_ path: FilePath) { retrying { path.withCString { rmdir($0) } } }
}
