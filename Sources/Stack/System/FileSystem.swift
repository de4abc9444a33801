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

  /// Removes a file; one that is missing is no error.
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
}

// MARK: - Folders

extension FileSystem {
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
}
