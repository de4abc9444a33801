import CSystem

/// The exclusive right to change a file, until this object is released
/// (<doc:AtomicCommit#The-lock-protocol>).
final class WriterLock {
  let directory: Directory, name: Pathname
  /// The file, opened when the lock was taken or when it was replaced; `nil` if there is none.
  private(set) var stackFile: OpenFile?
  private let names: WriterNames
  private let lockFile: OpenFile
  /// The file with the new text, until it replaces the current one.
  private var newText: OpenFile?

  var path: Pathname { directory.path(of: name) }

  /// Waits for the lock. Returns `nil` if others held it for too long.
  init?(on name: Pathname, in directory: Directory) throws(FileError) {
    self.directory = directory
    self.name = name
    names = WriterNames(for: name)
    guard let lockFile = try LockFile(names, in: directory).lock() else { return nil }
    self.lockFile = lockFile
    // From here on, `deinit` removes that file, even if one of the next steps fails.
    stackFile = try unless(.missing, OpenFile(name, in: directory, for: .updating))
  }

  /// Lets others who can change the file take over the lock if this writer is killed.
  func share(as file: OpenFile, _ status: FileStatus) throws(FileError) {
    if !status.isPrivate { _ = try lockFile.adoptAccess(of: file, status) }
  }

  deinit {
    if let newText { remove(newText) }
    remove(lockFile)
  }
}

// MARK: - The new text

extension WriterLock {
  /// How old a new text is at least that isn't any writer's.
  private static let maximumAge = 3600

  /// Creates the file for the new text, which gets the access of the file that it will replace. If
  /// the access control list can't be copied, only the owner can use it, and `narrowing` says why.
  func createNewText(replacing snapshot: FileSnapshot?) throws(FileError)
    -> (file: OpenFile, narrowing: FileError?)
  {
    let name = try names.randomNewText()
    // Whoever takes over this lock finds the file by its name, so the name is written first.
    try lockFile.write(name.bytes[...])
    let file = try OpenFile(name, in: directory, for: .creating)
    newText = file
    if let snapshot { return (file, try file.adoptAccess(of: snapshot.file, snapshot.status)) }
    try file.makePrivate()
    return (file, nil)
  }

  /// Removes what killed writers left if their lock was removed without it, by another program or
  /// by a release before 1.3.
  func removeOldTexts() {
    let limit = Timestamp.now.seconds - Self.maximumAge
    for name in (try? directory.names()) ?? [] where names.isNewText(name) {
      guard let status = try? directory.status(of: name), status.isRegular,
        status.modified / 1_000_000_000 < limit
      else { continue }
      try? directory.remove(name)
    }
  }

  /// Whether the names of the lock's file and of the new text still lead to them.
  func isHeld() throws(FileError) -> Bool {
    guard try isInPlace(lockFile) else { return false }
    return try newText.map { (file) throws(FileError) in try isInPlace(file) } ?? true
  }

  /// Renames the new text over the file. Returns `false` if another program has removed it.
  func replaceFile() throws(FileError) -> Bool {
    guard let file = newText,
      try unless(.missing, directory.move(file.path.name, as: name)) != nil
    else { return false }
    stackFile = file
    newText = nil
    return true
  }

  func removeFile() throws(FileError) {
    try directory.remove(name)
    stackFile = nil
  }

  private func isInPlace(_ file: OpenFile) throws(FileError) -> Bool {
    // Some file systems don't know a removed file any more, although it is open.
    guard let own = try unless(.removed, file.status()) else { return false }
    return try directory.status(of: file.path.name)?.identity == own.identity
  }

  /// Removes a file of this writer. If another program has removed it, its name may belong to
  /// another writer.
  private func remove(_ file: OpenFile) {
    if (try? isInPlace(file)) == true { try? directory.remove(file.path.name) }
  }
}
