// Conflict copies, which sync programs create next to a file that two machines have changed. A
// merge moves its copy into the history, and `undo` creates it again.

import CSystem

extension Pathname {
  /// What sync programs put into the name of a conflict copy and nobody else into a name, where `#`
  /// is a digit: Syncthing, ownCloud before the date, Dropbox and Nextcloud in English, and rclone.
  private static let marks = [".sync-conflict-", "_conflict-20", "conflicted copy", ".conflict#"]
  /// How the date ends that Synology Drive writes after the name of the machine; and what git
  /// mergetool writes before the number of its process.
  private static let otherMarks = [
    "-####-####_Conflict", "_BACKUP_###", "_BASE_###", "_LOCAL_###", "_REMOTE_###",
  ]

  /// Whether the name is surely that of a conflict copy of some file, or of a file of git
  /// mergetool.
  package var isMarkedAsConflictCopy: Bool {
    (Self.marks + Self.otherMarks).contains { mark in
      name.bytes.indices.contains { Self.has(mark, name.bytes[$0...]) }
    }
  }

  /// Whether a text begins with a mark.
  private static func has(_ mark: String, _ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(mark.utf8.count).elementsEqual(mark.utf8) {
      $0 == $1 || $1 == UInt8(ascii: "#") && $0.isDigit
    }
  }

  /// Whether a part of a name is `_MACHINE_Jul-10-1200-2026_Conflict`, perhaps with a number.
  private static func isOfSynology(_ part: ArraySlice<UInt8>) -> Bool {
    let words = part.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return (4...5).contains(words.count) && words[0].isEmpty
      && has(otherMarks[0], words[2].suffix(10) + "_".utf8 + words[3])
  }

  /// Whether this could have the name of a conflict copy of any file.
  var isLikeConflictCopy: Bool {
    let end = name.bytes.lastIndex(of: .period) ?? name.bytes.endIndex
    return isMarkedAsConflictCopy
      || (0..<end).contains { Self.distinguishesCopies(name.bytes[$0..<end]) }
  }

  /// Whether a part of a name distinguishes copies: Dropbox writes ` (…)` in all languages, Google
  /// Drive and iCloud number them as in ` (1)` or ` 2`.
  private static func distinguishesCopies(_ part: ArraySlice<UInt8>) -> Bool {
    guard part.count > 1, part.first == .space else { return false }
    return part.dropFirst().allSatisfy { $0.isDigit }
      || part.starts(with: " (".utf8) && part.last == UInt8(ascii: ")")
  }

  /// Whether this has the name of a conflict copy of a file, such as `stack (1).json` of
  /// `stack.json`.
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
    return Self.distinguishesCopies(middle) || Self.marks.contains { Self.has($0, middle) }
      || Self.isOfSynology(middle)
  }
}

// MARK: - Merged copies

/// A copy that was merged in full, and the text that was read and merged.
typealias MergedCopy = (path: Pathname, text: [UInt8])

/// Where such a copy is now: in the history, or back next to the file.
typealias KeptCopy = (path: Pathname, isBack: Bool)

extension History {
  /// If a change undoes a merge, creates the copy again next to the file, unless something has its
  /// name. It may be the only copy of another machine's tasks, so it also stays in the history, and
  /// is on the disk when this returns.
  func putBackCopy(of change: Change, nextTo lock: WriterLock) throws(FileError) -> KeptCopy? {
    guard let (way, number) = change.reversed, way == .undo, let kept = mergedCopy(number) else {
      return nil
    }
    let name = Pathname(kept.bytes.drop { $0.isDigit }.dropFirst())
    let text = try bytes(kept)
    let file = try unless(
      .existing, OpenFile(name, in: lock.directory, for: .creating))
    guard let file else { return path(of: kept).map { ($0, false) } }
    do throws(FileError) {
      if let stackFile = lock.stackFile {
        _ = try file.adoptAccess(of: stackFile, stackFile.status())
      }
      try file.write(text[...])
      try file.sync()
      try lock.directory.file.sync(.full)
    } catch {
      try? lock.directory.remove(name)
      throw error
    }
    return (file.path, true)
  }

  /// The copy that was merged by the change with a number, or by the merge that it redid.
  private func mergedCopy(_ number: Int) -> Pathname? {
    let entry = entries.last { $0.number == number }
    if let entry, entry.mergedCopy == nil, let other = entry.reversed?.number, other < number {
      return mergedCopy(other)
    }
    return entry?.mergedCopy
  }

  /// Moves a copy that was merged into the history, if it is a conflict copy next to the file and
  /// still has the bytes that were merged.
  func archive(_ copy: MergedCopy, for entry: Entry, nextTo lock: WriterLock) throws(FileError)
    -> KeptCopy?
  {
    let queues = lock.directory
    guard copy.path.isConflictCopy(of: lock.path),
      let place = try? PathWalk.parent(of: copy.path).directory,
      try place.file.status().identity == queues.file.status().identity
    else { return nil }
    let name = Pathname((entry.name("+").bytes + copy.path.name.bytes)[...])
    // With a longer name, the copy can't be kept. One that can't be read again stays in its place.
    guard name.bytes.count <= NAME_MAX,
      let file = try? OpenFile(copy.path.name, in: queues, for: .readingInPlace),
      let directory = try preparedDirectory()
    else { return nil }
    try directory.write(copy.text, as: name, by: Self.incompleteCopy)
    try directory.file.sync(.full)
    // A sync program may have replaced or rewritten it.
    guard try queues.status(of: copy.path.name)?.identity == file.status().identity,
      (try? file.bytes()) == copy.text
    else {
      try directory.remove(name)
      return nil
    }
    try queues.remove(copy.path.name)
    try queues.file.sync()
    return path(of: name).map { ($0, false) }
  }
}
