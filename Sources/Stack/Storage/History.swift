import CSystem

/// The changes of a file: the text before each of them, and its record (<doc:UndoHistory>). Entries
/// are only added, never renamed.
final class History {
  /// How many entries of each group are kept (see `prune`).
  static let maximumCount = 128
  /// In bytes, for all files.
  static let maximumSize = 128 * 1024 * 1024

  /// Where the files are; `nil` if no change is kept, as in a merge for git.
  private let directoryPath: Pathname?
  /// The directory of the files, if it exists.
  private(set) var opened: Directory?
  /// All entries, the oldest first.
  private(set) var all: [Entry]
  /// The changes that were made, the oldest first.
  private(set) var entries: [Entry] = []
  /// The number of the next entry: no file has it, because a power cut may bring a removed file
  /// back.
  let nextNumber: Int
  /// What the newest entry's mark says; `nil` if there is none, for example because the command was
  /// killed.
  let newestMark: Mark?
  /// How many bytes the files have at most; more than the limit if that isn't known.
  private var size = 0
  /// The oldest entry that is within the limit of the size.
  private var oldestNumber = 0
  /// What a killed command left. The next change removes it.
  private let hasIncompleteCopy: Bool
  static let incompleteCopy = Pathname(unchecked: ".new")

  /// Reads the names in the history of the file at a real path; without `state`, nothing is kept.
  /// `currentText` returns the text of that file, `nil` if there is none. Creates nothing.
  init(
    of path: Pathname, in state: Pathname?, currentText: () throws(FileError) -> [UInt8]?
  ) throws(FileError) {
    directoryPath = state.map { FileSystem.directory(mirroring: path, below: $0) }
    let directory = try Self.existing(directoryPath)
    opened = directory
    let files = try directory?.names() ?? []
    hasIncompleteCopy = files.contains(Self.incompleteCopy)
    var names = files.compactMap { name in Entry.number(of: name).map { (number: $0, name: name) } }
    // The parts of an entry follow each other, and the record comes before the text.
    names.sort {
      $0.number == $1.number
        ? $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) : $0.number < $1.number
    }
    var all: [Entry] = []
    for (number, name) in names where all.isEmpty || !all[all.count - 1].addText(name) {
      if let part = Entry(number, name, of: path) { all.add(part) }
    }
    self.all = all
    nextNumber = (all.last?.number ?? 0) + 1
    newestMark = all.last?.mark.flatMap {
      try? OpenFile($0, in: directory, for: .readingInPlace)
        .beginning(Mark.maximumSize, inOneCall: true)
    }.flatMap(Mark.init)
    let known = all.isEmpty ? 0 : newestMark?.size ?? .max
    size = (0...Self.maximumSize).contains(known) ? known : Self.maximumSize + 1
    entries = try madeEntries(currentText)
  }

  /// The directory of a history; `nil` if it is missing, or if nothing is kept. What is in its
  /// place, such as a file or a link that leads nowhere, may only hide the history at the moment.
  private static func existing(_ path: Pathname?) throws(FileError) -> Directory? {
    guard let path else { return nil }
    do throws(FileError) {
      return try PathWalk.ownDirectory(path, creatingMissing: false)
    } catch {
      guard error.means(.missing) else { throw error }
      var nearest = path
      while try FileSystem.status(of: nearest) == nil { nearest = nearest.directory }
      if try FileSystem.statusThroughLinks(of: nearest) == nil { throw error }
      return nil
    }
  }

  /// The directory of the files, created if it is missing; `nil` if nothing is kept.
  private func directory() throws(FileError) -> Directory? {
    if opened == nil, let directoryPath {
      opened = try PathWalk.ownDirectory(directoryPath, creatingMissing: true)
    }
    return opened
  }
}

extension History {
  /// The directory of the files, to which a new one can be added; `nil` if nothing is kept.
  func preparedDirectory() throws(FileError) -> Directory? {
    guard let directory = try directory() else { return nil }
    // A previous command may have been killed after it had created directories and before it had
    // synced them.
    if nextNumber == 1 { try directory.syncParents() }
    if hasIncompleteCopy { try directory.remove(Self.incompleteCopy) }
    return directory
  }
}

// MARK: - Reading

extension History {
  /// The entries that count (<doc:UndoHistory#Which-entries-count>).
  private func madeEntries(_ currentText: () throws(FileError) -> [UInt8]?) throws(FileError)
    -> [Entry]
  {
    // Usually, all entries have their marks.
    if all.allSatisfy({ $0.mark != nil && !$0.command.isEmpty }) { return all }
    var made: [Entry] = []
    var next: Entry?
    for entry in all.reversed() where !entry.command.isEmpty {
      if entry.mark == nil {
        let isMade = try isMade(entry) { () throws(FileError) in
          if let next { try text(before: next) } else { try currentText() }
        }
        if !isMade { continue }
      }
      made.append(entry)
      if entry.text != nil { next = entry }
    }
    return made.reversed()
  }

  /// Whether a change left exactly the text that came after it. A change that can't be read counts,
  /// so that undoing it fails, instead of reversing an older one.
  private func isMade(_ entry: Entry, before textAfter: () throws(FileError) -> [UInt8]?)
    throws(FileError) -> Bool
  {
    var kept: KeptChange?
    do throws(FileError) { kept = try change(of: entry) } catch { return true }
    guard let kept else { return false }
    return try kept.after == textAfter()
  }

  /// The newest change of the file, without damaged ones that were skipped, and what it did; `nil`
  /// if its files are damaged.
  func newestChange() throws(FileError) -> (entry: Entry, kept: KeptChange?)? {
    let skipped = Set(
      entries.filter { $0.reversed?.way == .skip }.map { $0.reversed?.number })
    for entry in entries.reversed() where entry.text != nil || entry.common != nil {
      let kept = try change(of: entry)
      if let kept, kept.isAfterValid { return (entry, kept) }
      if !skipped.contains(entry.number) { return (entry, nil) }
    }
    return nil
  }

  /// The path of a file, even if it is missing; `nil` if nothing is kept.
  func path(of name: Pathname) -> Pathname? { directoryPath?.appending(name) }

  /// The path of the text before a change, even if that file is missing; `nil` if there was none.
  func path(ofText entry: Entry) -> Pathname? {
    entry.hasText ? path(of: entry.text ?? Pathname(entry.stem + ".json".utf8)) : nil
  }

  func bytes(_ name: Pathname) throws(FileError) -> [UInt8] {
    try OpenFile(name, in: opened, for: .readingInPlace).bytes()
  }

  /// The text before a change; `nil` if there was no file.
  func text(before entry: Entry) throws(FileError) -> [UInt8]? {
    guard let name = entry.text, entry.hasText else { return nil }
    return try bytes(name)
  }

  /// Reads what a change did. Returns `nil` if the text and the record don't fit together, or one
  /// of them is missing.
  func change(of entry: Entry) throws(FileError) -> KeptChange? {
    guard let record = try record(of: entry) else { return nil }
    if entry.text == nil {
      // A sync found the common text in the file, and left it.
      guard let common = entry.common else { return nil }
      let text = try bytes(common)
      return KeptChange(entry: entry, before: text, after: text, record: record)
    }
    let before = try text(before: entry)
    guard let after = record.patch.applied(to: before ?? []) else { return nil }
    return KeptChange(
      entry: entry, before: before, after: record.removesFile ? nil : after, record: record)
  }

  /// The record of an entry; `nil` if there is none, or it can't be parsed.
  func record(of entry: Entry?) throws(FileError) -> ChangeRecord? {
    guard let name = entry?.record else { return nil }
    return ChangeRecord(try bytes(name))
  }
}

// MARK: - Changing

extension History {
  /// Adds an entry for the change that is about to be made: keeps the file, and the record. Both
  /// are on the disk when this returns. A note doesn't change the file, so it is made then, too;
  /// `status` is that of the file if it is on the disk.
  func append(
    _ entry: Entry, _ record: ChangeRecord, replacing snapshot: FileSnapshot?,
    asNote isNote: Bool = false, of status: FileStatus? = nil
  ) throws(FileError) {
    guard let directory = try preparedDirectory() else { return }
    // A larger number wouldn't be recognised in a file name, so `undo` couldn't find the entry.
    if entry.number > Entry.maximumNumber {
      throw FileError(.keep, directory.path, code: EOVERFLOW)
    }
    let recordFile = try OpenFile(
      Pathname(entry.stem + ".change".utf8), in: directory, for: .creating)
    let recordText = record.text
    try recordFile.write(recordText[...])
    var isLink = false
    let known = snapshot.flatMap { newestMark?.describes($0.status) == true ? $0.status : nil }
    if let name = entry.text {
      if let snapshot {
        // Another program may have written it without syncing it.
        if known == nil { try snapshot.file.sync(.bytes) }
        size += snapshot.text.count
        // A program that writes into the file would change a link, too.
        if !isNote { isLink = try snapshot.link(to: directory, as: name) }
        if !isLink { try directory.write(snapshot.text, as: name, by: Self.incompleteCopy) }
      } else {
        _ = try OpenFile(name, in: directory, for: .creating)
      }
    }
    all.append(entry)
    size += recordText.count
    try recordFile.sync()
    if isNote { try mark(entry, status ?? known) }
    // A copy may be on another disk than the file, and a barrier doesn't order the writes to two
    // disks.
    try directory.file.sync(isLink ? .barrier : .full)
  }

  /// Marks that the change of an entry was made, and left a file with this status. The mark needs
  /// no sync: the next entry's sync includes it.
  ///
  /// - Parameter copy: A copy that will be moved into the history.
  func mark(_ entry: Entry, _ file: FileStatus? = nil, with copy: MergedCopy? = nil)
    throws(FileError)
  {
    guard let directory = try directory() else { return }
    if size > Self.maximumSize { try measure() }
    size += copy?.text.count ?? 0
    let mark = try OpenFile(entry.markName, in: directory, for: .creating)
    try mark.write(Mark(file, size: size).text[...])
    if entries.last?.number != entry.number { entries.append(entry) }
  }

  /// Determines which entries are within the limit of the size. The newest one is always kept.
  private func measure() throws(FileError) {
    size = 0
    var newer: Entry?
    for entry in all.reversed() {
      for name in entry.files where name != entry.mark && name != entry.common {
        // Limited, so that the sum can't overflow: a file system may report any size.
        size += min(try opened?.status(of: name)?.size ?? 0, Self.maximumSize + 1)
      }
      if let newer, size > Self.maximumSize {
        oldestNumber = newer.number
        return
      }
      newer = entry
    }
  }

  /// Removes files that are no longer kept. A directory with such a name isn't this program's and
  /// is left alone.
  func remove(_ names: [Pathname]) throws(FileError) {
    for name in names {
      do throws(FileError) {
        try opened?.remove(name)
      } catch {
        if try opened?.status(of: name)?.isRegular == true { throw error }
      }
    }
  }

  /// Removes the oldest entries beyond the limits. There are three groups, which don't push each
  /// other out: entries that a sync still needs, those of changes made here, and those of changes
  /// that arrived. The entries with common texts have a limit of their own.
  func prune() throws(FileError) {
    var counts = (pending: 0, changes: 0, arrivals: 0)
    var isSynced = false
    for entry in all.reversed() {
      if entry.kind == .sync { isSynced = true }
      if entry.hasCommonText { continue }
      let count: Int
      if entry.left != nil, !isSynced {
        counts.pending += 1
        count = counts.pending
      } else if entry.kind == .arrival || entry.kind == .sync {
        counts.arrivals += 1
        count = counts.arrivals
      } else {
        counts.changes += 1
        count = counts.changes
      }
      if count > Self.maximumCount || entry.number < oldestNumber { try remove(entry.files) }
    }
  }

  /// Says that the newest change was made, if its command was killed before it did so. Otherwise
  /// that follows from the text that came next, which may be that of an entry that is removed.
  func markNewest() throws(FileError) {
    if let newest = entries.last, newest.mark == nil { try mark(newest) }
  }
}
