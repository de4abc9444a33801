import CSystem

/// The changes of a file: the text before each of them, and its record (<doc:UndoHistory>). Entries
/// are only added, never renamed.
final class History {
  static let maximumCount = 128
  /// In bytes, for all files.
  static let maximumSize = 128 * 1024 * 1024

  private let directoryPath: Pathname
  /// The directory of the files, if it exists.
  private(set) var opened: Directory?
  /// All entries, the oldest first. Those of releases before 1.3 count as older than all others.
  private var all: [Entry] = []
  /// The newest entries whose changes weren't made.
  private var unmade: [Entry] = []
  /// The number of the next entry: no file has it, because a power cut may bring a removed file
  /// back.
  private(set) var nextNumber: Int
  /// Whether a killed command left an incomplete copy.
  private var hasIncompleteCopy = false
  private static let incompleteCopy = Pathname(unchecked: ".new")
  /// Where the copy is that was merged by the change made last, or by the change that it reversed.
  private(set) var mergedCopy: Pathname?

  /// Reads the names in the history of the file at a real path.
  init(of path: Pathname, in state: Pathname) throws(SystemCallError) {
    directoryPath = FileSystem.directory(mirroring: path, below: state)
    opened = try unless(.missing, PathWalk.ownDirectory(directoryPath, creatingMissing: false))
    var names: [(number: Int, name: Pathname)] = []
    for name in try opened?.names() ?? [] {
      if let number = EntryFile.number(of: name) { names.append((number, name)) }
      if name == Self.incompleteCopy { hasIncompleteCopy = true }
    }
    names.sort {
      $0.number == $1.number
        ? $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) : $0.number < $1.number
    }
    var largest = 0
    var new = EntryList()
    var old = EntryList()
    for (number, name) in names where !new.addText(name) {
      guard let file = EntryFile(name, of: path) else { continue }
      largest = number
      if file.entry.isOld { old.add(file, name) } else { new.add(file, name) }
    }
    nextNumber = largest + 1
    all = old.entries + new.entries
  }

  /// Puts the files of each entry together, which come in the order of their names.
  private struct EntryList {
    private(set) var entries: [Entry] = []
    private var stem: ArraySlice<UInt8> = []

    /// Adds the text of the entry whose record was added last. Most texts are, and their names need
    /// no parsing. Returns `false` for other files.
    mutating func addText(_ name: Pathname) -> Bool {
      guard !stem.isEmpty, name.bytes.count == stem.count + 5,
        name.bytes[..<stem.count] == stem, EntryFile.isTextEnding(name.bytes[stem.count...])
      else { return false }
      entries[entries.count - 1].text = name
      return true
    }

    mutating func add(_ file: EntryFile, _ name: Pathname) {
      let isNext = entries.last?.number != file.entry.number
      if isNext || !stem.isEmpty && !file.stem.isEmpty && file.stem != stem {
        entries.append(file.entry)
        stem = []
      }
      let index = entries.count - 1
      if !file.stem.isEmpty {
        stem = file.stem
        entries[index].action = file.entry.action
        entries[index].command = file.entry.command
      }
      switch file.part {
      case .text: entries[index].text = name
      case .record: entries[index].record = name
      case .mergedCopy: entries[index].mergedCopy = name
      case .mark: entries[index].mark = name
      }
    }
  }

  /// The directory of the files, created if it is missing.
  private func directory() throws(SystemCallError) -> Directory {
    if let opened { return opened }
    let created = try PathWalk.ownDirectory(directoryPath, creatingMissing: true)
    opened = created
    return created
  }
}

// MARK: - Reading

/// What a change did to the file.
struct KeptChange {
  let entry: Entry
  /// The text before the change; `nil` if there was no file.
  let before: [UInt8]?
  /// The text after the change; `nil` if it removed the file.
  let after: [UInt8]?
  let record: ChangeRecord

  /// Whether the text before can be restored. The one before a repair is a damaged one.
  var isValid: Bool { entry.isRepair || Self.isStack(before) }

  /// Whether the change left a valid file, or none.
  var leavesStack: Bool { Self.isStack(after) }

  private static func isStack(_ text: [UInt8]?) -> Bool {
    text.map { (try? Document($0)) != nil } ?? true
  }
}

extension History {
  /// The changes that were made and whose files are all there, the oldest first.
  var entries: [Entry] { all.filter { $0.isComplete } }

  /// The newest change, if nothing says that it was made.
  var newestUnmarked: Entry? {
    all.last { $0.action != nil }.flatMap { $0.mark == nil ? $0 : nil }
  }

  /// Whether anything is kept of the file at a real path. Creates nothing.
  static func exists(of path: Pathname, in state: Pathname) throws(SystemCallError) -> Bool {
    let directory = FileSystem.directory(mirroring: path, below: state)
    let names = try unless(.unreachable, PathWalk.directory(directory))?.names()
    return names?.contains { EntryFile($0, of: path)?.part == .text } == true
  }

  /// The path of the text before a change.
  func path(of entry: Entry) -> Pathname {
    entry.text.map { directoryPath.appending($0) } ?? directoryPath
  }

  private func bytes(_ name: Pathname) throws(SystemCallError) -> [UInt8] {
    try OpenFile(name, in: directory(), for: .readingInPlace).bytes()
  }

  /// Reads what a change did. Returns `nil` if the text and the record don't fit together, or one
  /// of them is missing.
  func change(of entry: Entry) throws(SystemCallError) -> KeptChange? {
    guard let textName = entry.text, let record = try record(of: entry) else { return nil }
    let before = try entry.isWithoutFile ? nil : bytes(textName)
    guard let after = record.patch.applied(to: before ?? []) else { return nil }
    return KeptChange(
      entry: entry, before: before, after: record.removesFile ? nil : after, record: record)
  }

  /// The record of the newest change; `nil` if there is none, or it can't be parsed.
  func newestRecord() throws(SystemCallError) -> ChangeRecord? {
    try entries.last.flatMap { (entry) throws(SystemCallError) in try record(of: entry) }
  }

  /// The record of an entry; `nil` if it is missing or can't be parsed.
  func record(of entry: Entry) throws(SystemCallError) -> ChangeRecord? {
    guard let name = entry.record else { return nil }
    return ChangeRecord(try bytes(name))
  }

  /// Whether the text of an entry is a hard link to a file.
  func isLink(_ entry: Entry, to file: FileSnapshot?) throws(SystemCallError) -> Bool {
    guard let file, let name = entry.text else { return false }
    return try directory().status(of: name)?.identity == file.status.identity
  }
}

// MARK: - Changing

extension History {
  /// Adds an entry for the change that is about to be made: keeps the file, and the record. Both
  /// are on the disk when this returns.
  func append(_ entry: Entry, _ record: ChangeRecord, replacing current: FileSnapshot?)
    throws(SystemCallError)
  {
    // A larger number wouldn't be recognised in a file name, so `undo` couldn't find the entry.
    if entry.number > EntryFile.maximumNumber {
      throw SystemCallError(.keep, directoryPath, code: EOVERFLOW)
    }
    let directory = try directory()
    // A previous command may have been killed after it had created directories and before it had
    // synced them.
    if nextNumber == 1 { try directory.syncParents() }
    try finishNewest()
    guard let recordName = entry.record else { return }
    let recordFile = try OpenFile(recordName, in: directory, for: .creating)
    try recordFile.overwrite(record.text)
    // A copy may be on another disk than the file, and a barrier doesn't order the writes to two
    // disks.
    var durability = OpenFile.Durability.full
    if let name = entry.text {
      if let current {
        // Another program may have written it without syncing it.
        try current.file.sync()
        // <doc:UndoHistory#Where-the-history-is> says when the file is copied.
        if current.status.hardLinkCount <= 1, !current.status.hasSpecialMode,
          try link(current, as: name)
        {
          durability = .barrier
        } else {
          try copy(current.text, to: directory, as: name)
        }
      } else {
        _ = try OpenFile(name, in: directory, for: .creating)
      }
    }
    all.append(entry)
    nextNumber += 1
    try recordFile.sync()
    try directory.file.sync(durability)
  }

  /// Ignores the newest change, because it wasn't made. The next change removes its files.
  func ignore(_ entry: Entry) {
    // Searched from the end, because the entry is one of the newest.
    if let index = all.lastIndex(of: entry) { all.remove(at: index) }
    unmade.append(entry)
  }

  /// Removes what killed commands left, and marks the newest change that was made.
  private func finishNewest() throws(SystemCallError) {
    if hasIncompleteCopy { try discard(Self.incompleteCopy) }
    for entry in unmade { try removeFiles(of: entry) }
    unmade = []
    if let newest = newestUnmarked, !newest.isOld, !newest.isSkip { try mark(newest) }
  }

  /// Marks that the change of an entry was made. The mark needs no sync: the next entry's sync
  /// includes it.
  func mark(_ entry: Entry) throws(SystemCallError) {
    let name = entry.name(".made".utf8)
    _ = try OpenFile(name, in: directory(), for: .creating)
    for index in all.indices where all[index] == entry { all[index].mark = name }
  }

  /// Keeps the file by a hard link. Returns `false` if there are no hard links here, or the name
  /// led to another file.
  private func link(_ current: FileSnapshot, as name: Pathname) throws(SystemCallError) -> Bool {
    let directory = try directory()
    if try unless(.noHardLinks, current.directory.link(current.name, to: directory, as: name))
      == nil
    {
      return false
    }
    if try directory.status(of: name)?.identity == current.status.identity { return true }
    try directory.remove(name)
    return false
  }

  /// Writes and syncs a text under another name, which it gets when it is complete, with the access
  /// of another file if there is one.
  private func copy(
    _ text: [UInt8], like original: OpenFile? = nil, to other: Directory, as name: Pathname
  ) throws(SystemCallError) {
    let directory = try directory()
    let copy = try OpenFile(Self.incompleteCopy, in: directory, for: .creating)
    do throws(SystemCallError) {
      if let original { _ = try copy.adoptAccess(of: original, original.status()) }
      try copy.overwrite(text)
      try copy.sync()
      try directory.move(copy.path.name, to: other, as: name)
    } catch {
      try? directory.remove(copy.path.name)
      throw error
    }
  }

  /// Removes an entry.
  func remove(_ entry: Entry) throws(SystemCallError) {
    try removeFiles(of: entry)
    all.removeAll { $0 == entry }
  }

  private func removeFiles(of entry: Entry) throws(SystemCallError) {
    for name in entry.files { try discard(name) }
  }

  /// Removes a file that is no longer kept. A directory with such a name isn't this program's and
  /// is left alone.
  private func discard(_ name: Pathname) throws(SystemCallError) {
    do throws(SystemCallError) {
      try directory().remove(name)
    } catch {
      guard let status = try directory().status(of: name), status.isRegular else { return }
      throw error
    }
  }

  /// Removes the oldest entries beyond the limits. The newest one is always kept.
  func prune() throws(SystemCallError) {
    var size = 0
    var count = 0
    for entry in all.reversed() where count < Self.maximumCount && size <= Self.maximumSize {
      size += try self.size(of: entry)
      if count == 0 || size <= Self.maximumSize { count += 1 }
    }
    for entry in all.dropLast(count) { try removeFiles(of: entry) }
    all = all.suffix(count)
  }

  private func size(of entry: Entry) throws(SystemCallError) -> Int {
    try size(of: entry.text) + size(of: entry.record) + size(of: entry.mergedCopy)
  }

  private func size(of name: Pathname?) throws(SystemCallError) -> Int {
    guard let name, let status = try opened?.status(of: name) else { return 0 }
    // Limited, so that the sum can't overflow: a file system may report any size.
    return min(status.size, Self.maximumSize + 1)
  }
}

// MARK: - Merged copies

/// A merged copy in the history.
struct KeptCopy {
  /// Its name next to the file.
  let name: Pathname
  let path: Pathname
  let text: [UInt8]
}

extension History {
  /// The copy that was merged by the change of an entry, or by the merge that the entry undid or
  /// redid.
  func mergedCopy(of entry: Entry) throws(SystemCallError) -> KeptCopy? {
    var entry = entry
    while entry.mergedCopy == nil, let reversed = reversedEntry(by: entry) { entry = reversed }
    guard let name = entry.mergedCopy else { return nil }
    return KeptCopy(
      name: Pathname(name.bytes.drop { $0.isDigit }.dropFirst()),
      path: directoryPath.appending(name), text: try bytes(name))
  }

  /// The older entry that an undo or a redo reversed, if it is still kept.
  private func reversedEntry(by entry: Entry) -> Entry? {
    switch entry.action {
    case .undo(let number), .redo(let number):
      number < entry.number ? entries.last { $0.number == number } : nil
    default: nil
    }
  }

  /// Moves a merged copy next to the entry of the merge, if the copy still has the bytes that were
  /// merged.
  func archive(_ copy: MergedCopy, from queues: Directory, for entry: Entry)
    throws(SystemCallError)
  {
    let directory = try directory()
    let copyName = copy.path.name
    // A copy that can't be read again, such as a pipe, stays in its place.
    guard let file = try? OpenFile(copyName, in: queues, for: .readingInPlace),
      (try? file.bytes()) == copy.text
    else { return }
    let name = entry.name([UInt8(ascii: "+")] + copyName.bytes)
    // With a longer name, the copy can't be moved.
    if name.bytes.count > NAME_MAX { return }
    // POSIX doesn't promise that a move between directories is atomic, so the bytes are first
    // synced in a new file.
    try self.copy(copy.text, to: directory, as: name)
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

  /// Puts a copy back next to the file, because its merge is about to be undone. This may be the
  /// only copy of another machine's tasks, so it also stays in the history, and is on the disk when
  /// this returns. If another file has its name, it isn't put back.
  func putBack(_ copy: KeptCopy, in queues: Directory) throws(SystemCallError) {
    mergedCopy = copy.path
    if try queues.status(of: copy.name) == nil {
      let kept = try OpenFile(copy.path, for: .readingInPlace)
      let isCopied =
        try unless(.otherFileSystem, self.copy(copy.text, like: kept, to: queues, as: copy.name))
        != nil
      if !isCopied {
        let file = try OpenFile(copy.name, in: queues, for: .creatingExclusively)
        _ = try file.adoptAccess(of: kept, kept.status())
        try file.overwrite(copy.text)
        try file.sync()
      }
      try queues.file.sync(.full)
    } else {
      // Opening anything else could have an effect.
      guard try queues.status(of: copy.name)?.isRegular == true,
        (try? OpenFile(copy.name, in: queues, for: .readingInPlace).bytes()) == copy.text
      else { return }
    }
    mergedCopy = queues.path(of: copy.name)
  }
}
