// Conflict copies, which sync programs create next to a file that two machines have changed. A
// merge moves its copy into the history, and `undo` puts it back.

import CSystem

extension Pathname {
  /// The part of the name by which Syncthing marks a conflict copy.
  private static let syncConflict = ".sync-conflict-"

  /// Whether this could have the name of a conflict copy of any file.
  package var isLikeConflictCopy: Bool {
    name.bytes[...].contains(Self.syncConflict) || name.bytes[...].contains("conflicted copy")
  }

  /// Whether this has the name of a conflict copy of a file, by Syncthing
  /// (`stack.sync-conflict-….json`), Dropbox or Nextcloud (`stack (… conflicted copy …).json`).
  func isConflictCopy(of file: Pathname) -> Bool {
    // A stack's file may be a link to a file with another ending, or with none.
    let copy = name.bytes
    let original = file.name.bytes
    let stem = original[..<(original.lastIndex(of: .period) ?? original.endIndex)]
    let ending = original[stem.endIndex...]
    guard copy.starts(with: stem), copy.suffix(ending.count).elementsEqual(ending) else {
      return false
    }
    let middle = copy.dropFirst(stem.count).dropLast(ending.count)
    return middle.starts(with: Self.syncConflict.utf8)
      || middle.starts(with: " (".utf8) && middle.last == UInt8(ascii: ")")
        && middle.contains("conflicted copy")
  }
}

// MARK: - Merged copies

/// A copy that was merged in full, and the text that was read and merged.
typealias MergedCopy = (path: Pathname, text: [UInt8])

extension History {
  /// If a change undoes a merge, puts the copy back next to the file. This may be the only copy of
  /// another machine's tasks, so it also stays in the history, and is on the disk when this
  /// returns. If another file has its name, it isn't put back.
  func putBackCopy(of change: Transaction.Change, in queues: Directory) throws(FileError) {
    guard let (way, entry) = change.reversal, way == .undo,
      let (name, kept, text) = try mergedCopy(of: entry)
    else { return }
    mergedCopy = kept.path
    if let status = try queues.status(of: name) {
      // Opening anything else could have an effect.
      guard status.isRegular,
        (try? OpenFile(name, in: queues, for: .readingInPlace).bytes()) == text
      else { return }
    } else {
      let isWritten =
        try unless(
          .otherFileSystem,
          directory().write(text, as: name, in: queues, by: Self.incompleteCopy, like: kept))
        != nil
      if !isWritten {
        let file = try OpenFile(name, in: queues, for: .creatingExclusively)
        _ = try file.adoptAccess(of: kept, kept.status())
        try file.overwrite(text)
        try file.sync()
      }
      try queues.file.sync(.full)
    }
    mergedCopy = queues.path(of: name)
    isCopyBack = true
  }

  /// The copy that was merged by the change of an entry, or by the merge that the entry undid or
  /// redid: its name next to the file, and what is in the history.
  private func mergedCopy(of entry: Entry) throws(FileError) -> (
    name: Pathname, kept: OpenFile, text: [UInt8]
  )? {
    var entry = entry
    while entry.mergedCopy == nil, let number = entry.reversed?.number, number < entry.number,
      let reversed = entries.last(where: { $0.number == number })
    {
      entry = reversed
    }
    guard let name = entry.mergedCopy else { return nil }
    let kept = try OpenFile(name, in: directory(), for: .readingInPlace)
    return (Pathname(name.bytes.drop { $0.isDigit }.dropFirst()), kept, try kept.bytes())
  }

  /// Moves the copy that a change merged, or merged again, into the history, if it is next to the
  /// file and still has the bytes that were merged.
  func archiveCopy(of change: Transaction.Change, for entry: Entry, nextTo lock: WriterLock)
    throws(FileError)
  {
    let queues = lock.directory
    var copy = change.mergedCopy
    if let (way, entry) = change.reversal, way == .redo, let merged = try mergedCopy(of: entry) {
      copy = (queues.path(of: merged.name), merged.text)
    }
    guard let copy, copy.path.isConflictCopy(of: lock.path),
      let place = try? PathWalk.parent(of: copy.path).directory,
      try place.file.status().identity == queues.file.status().identity
    else { return }
    let copyName = copy.path.name
    // A copy that can't be read again, such as a pipe, stays in its place.
    guard let file = try? OpenFile(copyName, in: queues, for: .readingInPlace),
      (try? file.bytes()) == copy.text
    else { return }
    let name = Pathname((entry.name("+").bytes + copyName.bytes)[...])
    // With a longer name, the copy can't be moved.
    if name.bytes.count > NAME_MAX { return }
    let directory = try directory()
    // POSIX doesn't promise that a move between directories is atomic, so the bytes are first
    // synced in a new file.
    try directory.write(copy.text, as: name, by: Self.incompleteCopy)
    try directory.file.sync(.full)
    try file.sync()
    if try unless(.otherFileSystem, queues.move(copyName, to: directory, as: name)) == nil {
      guard try bytes(name) == copy.text, try file.bytes() == copy.text else {
        return try directory.remove(name)
      }
      try queues.remove(copyName)
    }
    mergedCopy = directoryPath.appending(name)
    try directory.file.sync()
    try queues.file.sync()
  }
}
