// Names in the file system: what is there, and what becomes of it.

#if os(Linux)
  import CSystem
#else
  import Darwin
#endif

package enum FileSystem {
  /// What is at a path, `nil` for nothing; a link is not followed.
  package static func status(of path: FilePath) throws(SystemError) -> FileStatus? {
    var status = stat()
    let result = path.withCString { name in retrying { lstat(name, &status) } }
    if result == 0 { return FileStatus(status) }
    let error = SystemError(.read, path)
    guard error.isMissingFile else { throw error }
    return nil
  }

  /// Whether something can be reached by this path, through links.
  package static func exists(_ path: FilePath) throws(SystemError) -> Bool {
    if path.withCString({ name in retrying { access(name, F_OK) } }) == 0 { return true }
    let error = SystemError(.open, path)
    guard error.isMissingFile || error.code == ENOTDIR else { throw error }
    return false
  }

  /// Gives a file a second name.
  static func link(_ path: FilePath, to second: FilePath) throws(SystemError) {
    let result = path.withCString { from in second.withCString { to in retrying { systemLink(from, to) } } }
    guard result == 0 else { throw SystemError(.keep, second) }
  }

  /// Gives a file another name, in the place of what had it.
  static func rename(_ path: FilePath, to other: FilePath) throws(SystemError) {
    let result = path.withCString { from in other.withCString { to in retrying { systemRename(from, to) } } }
    guard result == 0 else { throw SystemError(.replace, other) }
  }

  /// Removes a file; one that is gone already is no error.
  package static func remove(
    _ path: FilePath, as operation: SystemError.Operation = .remove
  ) throws(SystemError) {
    let result = path.withCString { name in retrying { unlink(name) } }
    if result == 0 { return }
    let error = SystemError(operation, path)
    guard error.isMissingFile else { throw error }
  }
}

// MARK: - Links

extension FileSystem {
  /// Where a symbolic link points to, as it is written in the link.
  static func destination(of link: FilePath) throws(SystemError) -> FilePath {
    let capacity = Int(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: capacity + 1)
    let count = link.withCString { name in retrying { readlink(name, &buffer, capacity) } }
    guard count >= 0 else { throw SystemError(.read, link) }
    return FilePath(cString: buffer)
  }

  /// The path of something that is there, absolute and without links.
  package static func realPath(of path: FilePath) throws(SystemError) -> FilePath {
    let found: UnsafeMutablePointer<CChar>? = path.withCString { name in retrying { realpath(name, nil) } }
    guard let resolved = found else { throw SystemError(.open, path) }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }
}

// MARK: - Folders

extension FileSystem {
  /// Creates a folder for its owner alone, with those above it that are missing.
  package static func createFolder(_ path: FilePath) throws(SystemError) {
    var missing: [FilePath] = []
    var next = path
    while !makeFolder(next) {
      let error = SystemError(.create, next)
      if error.code == EEXIST { break }
      guard error.isMissingFile, next.folder != next else { throw error }
      missing.append(next)
      next = next.folder
    }
    for folder in missing.reversed() where !makeFolder(folder) {
      let error = SystemError(.create, folder)
      guard error.code == EEXIST else { throw error }
    }
  }

  private static func makeFolder(_ path: FilePath) -> Bool {
    path.withCString { name in retrying { mkdir(name, 0o700) } } == 0
  }

  /// Creates a folder for its owner alone under a name that was free, made from `prefix`.
  package static func createTemporaryFolder(prefix: FilePath) throws(SystemError) -> FilePath {
    let template = (prefix.bytes + Array("XXXXXX".utf8)).map { CChar(bitPattern: $0) } + [0]
    var name = template
    let made = retrying {
      name = template
      return mkdtemp(&name)
    }
    guard made != nil else { throw SystemError(.create, prefix) }
    return FilePath(cString: name)
  }

  /// The names in a folder, in no order.
  package static func names(in folder: FilePath) throws(SystemError) -> [FilePath] {
    let opened = folder.withCString { name in retrying { opendir(name) } }
    guard let stream = opened else { throw SystemError(.read, folder) }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while true {
      let next = retrying {
        stack_clear_error_code()
        return readdir(stream)
      }
      guard let entry = next else {
        if stack_error_code() != 0 { throw SystemError(.read, folder) }
        return names
      }
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
            FilePath(cString: $0)
          }
        })
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
        while true {
          guard let real = try? realPath(of: root.appending(mirrored)) else {
            if mirrored.folder == mirrored { return root.appending(path) }
            mirrored = mirrored.folder
            continue
          }
          let isSame = real.bytes.suffix(mirrored.bytes.count).elementsEqual(mirrored.bytes)
          if isSame || mirrored.folder == mirrored { return root.appending(path) }
          break
        }
        root = root.appending("~")
      }
    #endif
    return root.appending(path)
  }

  /// Removes a folder if it is empty.
  package static func removeFolder(_ path: FilePath) {
    _ = path.withCString { name in retrying { rmdir(name) } }
  }

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
        guard error.meansProtected || error.meansNotPermitted && !isOwn else { throw error }
      }
    }
  }
}

// Inside a type that has a method of the same name, Swift no longer finds these.

private func systemLink(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
  link(path, other)
}

private func systemRename(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
  rename(path, other)
}
