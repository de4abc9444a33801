// Conflict copies, which sync programs create next to a file that two machines have changed.

extension Pathname {
  /// The part of the name by which Syncthing marks a conflict copy.
  private static let syncConflict = ".sync-conflict-"

  /// Whether this could be the name of a conflict copy of any file.
  package var isLikeConflictCopy: Bool {
    name.bytes[...].contains(Self.syncConflict) || name.bytes[...].contains("conflicted copy")
  }

  /// Whether this is the name of a conflict copy of a file, by Syncthing (`stack.sync-conflict-….json`), Dropbox or
  /// Nextcloud (`stack (… conflicted copy …).json`).
  func isConflictCopy(of file: Pathname) -> Bool {
    // A stack's file may be a link to one with another ending, or without one.
    let name = file.name.bytes
    let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    let ending = name[stem.endIndex...]
    guard bytes.starts(with: stem), bytes.suffix(ending.count).elementsEqual(ending) else { return false }
    let middle = bytes.dropFirst(stem.count).dropLast(ending.count)
    return middle.starts(with: Self.syncConflict.utf8)
      || middle.starts(with: " (".utf8) && middle.last == UInt8(ascii: ")") && middle.contains("conflicted copy")
  }
}

/// A copy that was merged in full, and the text that was read and merged.
typealias MergedCopy = (path: Pathname, text: [UInt8])

extension TaskQueue {
  /// The conflict copies next to the file.
  package func conflictCopies() throws(QueueError) -> [Pathname] {
    // Sync programs create the copy next to the file itself, not next to a link to it.
    let (directory, name) = try attempt(PathWalk.parent(of: path))
    let file = directory.path(of: name)
    return try attempt(directory.names())
      .filter { $0.isConflictCopy(of: file) && (try? directory.status(of: $0))??.isRegularWithOneLink == true }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { directory.path(of: $0) }
  }

  /// Opens a copy of a stack. It may be a pipe, but with the name of a conflict copy it must be a regular file with one
  /// hard link.
  static func openCopy(_ path: Pathname) throws(QueueError) -> OpenFile {
    if !path.isLikeConflictCopy { return try attempt(PathWalk.open(path)) }
    let directory = try attempt(PathWalk.directory(path.directory))
    let isLink = try attempt(directory.status(of: path.name))?.isSymbolicLink == true
    let file = try isLink ? nil : attempt(OpenFile(path.name, in: directory, for: .readingInPlace))
    guard let file, try attempt(file.status()).isRegularWithOneLink else { throw .notAConflictCopy(path) }
    return file
  }
}
