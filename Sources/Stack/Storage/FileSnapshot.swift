import CSystem

/// The file that a transaction changes, as it was when the lock was taken.
struct FileSnapshot {
  let file: OpenFile
  let directory: Directory, name: Pathname
  let status: FileStatus
  /// Read once: a program that ignores the lock may shorten the file at any moment.
  let text: [UInt8]

  init(_ file: OpenFile, of lock: WriterLock) throws(FileError) {
    self.file = file
    directory = lock.directory
    name = lock.name
    stack_refresh_status(file.descriptor)
    status = try file.status()
    if status.isRegular { try lock.share(as: file, status) }
    text = status.isRegular ? try file.bytes(status) : []
  }

  /// Gives the file another hard link. Returns `false` if it has to be copied instead
  /// (<doc:UndoHistory#Where-the-history-is>), or if its name led to another file.
  func link(to other: Directory, as newName: Pathname) throws(FileError) -> Bool {
    if status.hardLinkCount > 1 || status.hasSpecialMode { return false }
    guard try unless(.noHardLinks, directory.link(name, to: other, as: newName)) != nil else {
      return false
    }
    if try other.status(of: newName)?.identity == status.identity { return true }
    try other.remove(newName)
    return false
  }
}
