import CSystem

/// An open directory. All operations on its names are relative to its descriptor, so another user
/// can't redirect them by moving the directory or by replacing it with a symbolic link.
package final class Directory: Sendable {
  let file: OpenFile
  /// Whether its names can be read and synced. Other directories can only be entered.
  private let isReadable: Bool

  package var path: Pathname { file.path }

  /// Opens the directory at this path, relative to another directory if there is one. A symbolic
  /// link is not followed.
  init(_ name: Pathname, in parent: Directory? = nil) throws(FileError) {
    let readable = try unless(.notAllowed, OpenFile(name, in: parent, for: .directory))
    isReadable = readable != nil
    if let readable {
      file = readable
    } else {
      file = try OpenFile(name, in: parent, for: .directoryToEnter)
    }
  }

  /// The path of a name in it.
  func path(of name: Pathname) -> Pathname {
    name.bytes.elementsEqual("..".utf8) ? path.directory : path.appending(name)
  }

  /// Whether it is on a network file system, or on one that a process provides (FUSE).
  var mayChangeElsewhere: Bool { path.withCString(stack_may_change_elsewhere) }

  func requireReadable() throws(FileError) {
    if !isReadable { throw FileError(.open, path, code: EACCES) }
  }

  /// Whether its path still leads to this directory.
  func isAtItsPath() throws(FileError) -> Bool {
    var found = stat()
    guard try unless(.unreachable, path.call(.open) { stat($0, &found) }) != nil else {
      return false
    }
    return try file.status().identity == FileStatus(found).identity
  }

  /// Syncs its name and those of all directories above it, because a killed command may have
  /// created them. Another user's directories that this user may not read are skipped.
  func syncParents() throws(FileError) {
    var directory = self
    while directory.path.directory != directory.path {
      directory = try Directory(Pathname(unchecked: ".."), in: directory)
      do throws(FileError) {
        try directory.requireReadable()
        try directory.file.sync()
      } catch {
        let isOwn = try directory.file.status().owner == System.effectiveUser
        guard error.means(.protected) || error.means(.notPermitted) && !isOwn else { throw error }
      }
    }
  }

  /// Makes a system call about a name, with the descriptor of this directory.
  @discardableResult private func call(
    _ operation: FileError.Operation, _ name: Pathname,
    _ body: (Int32, UnsafePointer<CChar>) -> Int32
  ) throws(FileError) -> Int32 {
    let result = retrying { name.withCString { body(file.descriptor, $0) } }
    if result == -1 {
      // Only an error needs the path, and the history makes some hundred calls.
      let code = stack_error_code()
      throw FileError(operation, path(of: name), code: code)
    }
    return result
  }

  /// The status of a file; `nil` if there is none. A symbolic link is not followed.
  func status(of name: Pathname) throws(FileError) -> FileStatus? {
    var status = stat()
    let found = try unless(
      .missing, call(.read, name) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) })
    return found.map { _ in FileStatus(status) }
  }

  /// Whether its permissions allow adding and removing names.
  func allowsChanges() throws(FileError) -> Bool {
    try unless(
      .notPermitted, call(.open, Pathname(unchecked: ".")) { faccessat($0, $1, W_OK | X_OK, 0) })
      != nil
  }

  /// The names in it, with `.` and `..`, in no particular order.
  func names() throws(FileError) -> [Pathname] {
    let opened = try call(.read, Pathname(unchecked: ".")) {
      stack_open($0, $1, O_RDONLY | O_CLOEXEC, 0)
    }
    let stream = try path.call(.read) { fdopendir(opened) }
    defer { closedir(stream) }
    var names: [Pathname] = []
    while true {
      stack_clear_error_code()
      guard let entry = readdir(stream) else {
        switch stack_error_code() {
        case 0: return names
        case EINTR: continue
        default: throw FileError(.read, path)
        }
      }
      names.append(Pathname(cString: stack_name(entry)))
    }
  }

  /// A name as it is stored, if the file system ignores case, so that a file has one name however
  /// it was typed. Only ASCII letters are compared: names of queues have no others.
  func storedName(of name: Pathname) throws(FileError) -> Pathname {
    let flipped = Pathname(name.bytes.map { $0.isLetter ? $0 ^ 0x20 : $0 }[...])
    guard flipped != name, let identity = try unless(.unreachable, status(of: flipped))??.identity,
      try status(of: name)?.identity == identity
    else { return name }
    let names = try unless(.notAllowed, names()) ?? []
    let lowercased = { (name: Pathname) in name.bytes.map { $0.isLetter ? $0 | 0x20 : $0 } }
    return names.contains(name)
      ? name : names.first { lowercased($0) == lowercased(name) } ?? name
  }

  /// Creates a directory for the user alone, unless it exists.
  func create(_ name: Pathname) throws(FileError) {
    try unless(.existing, call(.create, name) { mkdirat($0, $1, 0o700) })
  }

  func link(_ name: Pathname, to other: Directory, as newName: Pathname) throws(FileError) {
    try other.call(.keep, newName) { to, newName in
      name.withCString { linkat(file.descriptor, $0, to, newName, 0) }
    }
  }

  /// Renames a file, and replaces any file that has the new name.
  func move(_ name: Pathname, as newName: Pathname) throws(FileError) {
    try call(.replace, newName) { directory, newName in
      name.withCString { renameat(directory, $0, directory, newName) }
    }
  }

  /// Writes and syncs a file under a temporary name. It gets its name when it is complete.
  package func write(_ text: [UInt8], as name: Pathname, by temporary: Pathname) throws(FileError) {
    let new = try OpenFile(temporary, in: self, for: .creating)
    do throws(FileError) {
      try new.write(text[...])
      try new.sync()
      try move(temporary, as: name)
    } catch {
      try? remove(temporary)
      throw error
    }
  }

  /// Removes a file, if it exists.
  package func remove(_ name: Pathname, as operation: FileError.Operation = .remove)
    throws(FileError)
  {
    try unless(.missing, call(operation, name) { unlinkat($0, $1, 0) })
  }
}
