import CSystem

/// The kept versions of a file, each with a record of the change that replaced it (<doc:UndoHistory>).
final class History {
  static let maximumCount = 64
  /// In bytes, including the sidecars of the versions.
  static let maximumSize = 64 * 1024 * 1024

  private let directoryPath: Pathname
  /// The directory of the versions, if it exists.
  private(set) var opened: Directory?
  /// The oldest first.
  private(set) var versions: [Version] = []
  /// The files with a version's number: its record, and a merged copy. When a version is removed, they stay until the
  /// next change.
  private var sidecars: [(number: Int, name: Pathname)] = []
  /// Sidecars whose version was already gone when the history was read.
  private let orphans: [Pathname]

  /// Reads which versions are kept of the file at a real path, and cleans up after a killed command.
  init(of path: Pathname, _ current: FileSnapshot?, in state: Pathname) throws(SystemCallError) {
    directoryPath = FileSystem.directory(mirroring: path, below: state)
    opened = try unless(.missing, PathWalk.ownDirectory(directoryPath, creatingMissing: false))
    for name in try opened?.names() ?? [] {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Self.number(ofSidecar: name, of: path) {
        sidecars.append((number, name))
      }
    }
    versions.sort { $0.number < $1.number }
    let numbers = Set(versions.map { $0.number })
    orphans = sidecars.filter { !numbers.contains($0.number) }.map { $0.name }
    // While there is no file, a change that was to create it doesn't count. Its version stays: the file may come back.
    var changes = versions.filter { current != nil || !$0.isPendingTombstone }
    if let last = changes.last, try isCurrentFile(last, current) {
      changes.removeLast()
      try remove(last)
    }
    // If a version was just discarded, this finishes the change before it once more: a power cut may have brought back
    // files that this earlier change had removed.
    if let last = changes.last { try finishChange(last, current) }
    try endRedoLine(after: changes)
  }

  /// The directory of the versions, created if it is missing.
  private func directory() throws(SystemCallError) -> Directory {
    if let opened { return opened }
    let created = try PathWalk.ownDirectory(directoryPath, creatingMissing: true)
    opened = created
    return created
  }
}

// MARK: - Crash recovery

extension History {
  /// Whether a version is the current file itself, because its command was killed before it could replace the file
  /// (<doc:UndoHistory#Crash-recovery>).
  func isCurrentFile(_ version: Version, _ current: FileSnapshot?) throws(SystemCallError) -> Bool {
    guard let current, !version.isTombstone else { return false }
    guard let kept = try directory().status(of: name(of: version)) else { return true }
    if kept.identity == current.status.identity { return true }
    // A copy that can't be read isn't taken for the current file: throwing its error would block every later change.
    return version.marks.contains(.pending) && (try? text(of: version)) == current.text
  }

  /// Finishes the last change, in case its command was killed after it had replaced the file.
  private func finishChange(_ version: Version, _ current: FileSnapshot?) throws(SystemCallError) {
    // On a file system that gives each hard link its own inode, a version with the file's bytes may be a link to the
    // file, which then wasn't replaced.
    let hasRestored = versions.contains { $0.number == version.restored } && (try? text(of: version)) != current?.text
    try markCommitted(version)
    if hasRestored { try removeRestoredVersion(of: version) }
  }

  /// Marks the versions that `redo` must not restore any more, because a newer change was made after the undo.
  private func endRedoLine(after changes: [Version]) throws(SystemCallError) {
    let isChange = { (version: Version) in version.role == .undo && !version.marks.contains(.fromRedo) }
    guard let change = changes.last(where: isChange) else { return }
    for version in versions where version.role == .redo && version.number < change.number {
      try update(version) { $0.role = .superseded }
    }
  }
}

// MARK: - Names and contents

extension History {
  private static let recordEnding = ".change"

  private static func sidecarName(_ number: Int, _ rest: some Sequence<UInt8>) -> Pathname {
    Pathname((Array(Version.padded(number).utf8) + rest)[...])
  }

  private func recordName(of version: Version) -> Pathname { Self.sidecarName(version.number, Self.recordEnding.utf8) }

  /// The number of the version that a record or a merged copy belongs to; `nil` if the name is neither's.
  private static func number(ofSidecar name: Pathname, of path: Pathname) -> Int? {
    let digits = name.bytes.prefix { $0.isDigit }
    let rest = name.bytes.dropFirst(digits.count)
    let isCopy = rest.first == UInt8(ascii: "-") && Pathname(rest.dropFirst()).isConflictCopy(of: path)
    guard isCopy || rest.elementsEqual(recordEnding.utf8), let number = Version.number(digits) else { return nil }
    return sidecarName(number, rest) == name ? number : nil
  }

  private func name(of version: Version) -> Pathname { Pathname(unchecked: version.fileName) }

  func path(of version: Version) -> Pathname { directoryPath.appending(version.fileName) }

  /// Whether any version of the file at a real path is kept. Creates nothing.
  static func hasVersions(of path: Pathname, in state: Pathname) throws(SystemCallError) -> Bool {
    let directory = FileSystem.directory(mirroring: path, below: state)
    let names = try unless(.unreachable, PathWalk.directory(directory))?.names()
    return names?.contains { Version(fileName: $0.bytes) != nil } == true
  }

  /// The path of the copy that was merged by the change that replaced a version.
  private func copy(mergedAfter version: Version) -> Pathname? {
    let record = recordName(of: version)
    return sidecars.first { $0.number == version.number && $0.name != record }.map { directoryPath.appending($0.name) }
  }

  /// The path of the copy that was merged by the last change, or by the change that it undid or redid.
  var newestCopy: Pathname? { versions.last.flatMap { copy(mergedAfter: $0) } }

  /// The number of the next version. The number of a record without a version isn't reused: the record would be taken
  /// for the new version's.
  func nextNumber() throws(SystemCallError) -> Int {
    let number = (versions.map { $0.number } + sidecars.map { $0.number }).reduce(0, max) + 1
    // A larger number wouldn't be recognised in a file name, so `undo` couldn't find the version.
    if number > Version.maximumNumber { throw SystemCallError(.keep, directoryPath, code: EOVERFLOW) }
    return number
  }

  /// The text of a version; `nil` if it is a tombstone.
  func text(of version: Version) throws(SystemCallError) -> [UInt8]? {
    version.isTombstone ? nil : try OpenFile(name(of: version), in: directory(), for: .readingInPlace).bytes()
  }

  /// The record of the change that replaced a version; `nil` if it is missing or damaged.
  func record(of version: Version) throws(SystemCallError) -> ChangeRecord? {
    let name = recordName(of: version)
    let text = try unless(.missing, OpenFile(name, in: directory(), for: .readingInPlace).bytes())
    return text.flatMap { ChangeRecord($0) }
  }
}

// MARK: - Changing

extension History {
  /// Keeps the file that is about to be replaced, and the record of the change. Both are on the disk when this returns.
  /// <doc:UndoHistory#Crash-recovery> has the reasons for the order and for the mark `pending`.
  func keep(_ current: FileSnapshot?, as version: inout Version, _ record: ChangeRecord) throws(SystemCallError) {
    let directory = try directory()
    // A previous command may have been killed after it had created directories and before it had synced them.
    if versions.isEmpty { try directory.syncParents() }
    let recordFile = try OpenFile(recordName(of: version), in: directory, for: .creating)
    try recordFile.overwrite(record.text)
    recordFile.beginSync()
    sidecars.append((version.number, recordFile.path.name))
    // A copy may be on another disk than the file, and a barrier doesn't order the writes to two disks.
    var durability = OpenFile.Durability.full
    if let current {
      // Another program may have written it without syncing it.
      try current.file.sync()
      // <doc:UndoHistory#Where-versions-are-kept> says when the file is copied.
      if current.status.hardLinkCount <= 1, !current.status.hasSpecialMode, try link(current, as: name(of: version)) {
        durability = .barrier
      } else {
        version.marks.insert(.pending)
        try copy(current.text, to: name(of: version))
      }
    } else {
      version.marks.insert(.pending)
      _ = try OpenFile(name(of: version), in: directory, for: .creating)
    }
    versions.append(version)
    try recordFile.sync()
    try directory.file.sync(durability)
  }

  /// Keeps the file by a hard link. Returns `false` if there are no hard links here, or the name led to another file.
  private func link(_ current: FileSnapshot, as name: Pathname) throws(SystemCallError) -> Bool {
    let directory = try directory()
    if try unless(.noHardLinks, current.directory.link(current.name, to: directory, as: name)) == nil { return false }
    if try directory.status(of: name)?.identity == current.status.identity { return true }
    try directory.remove(name)
    return false
  }

  /// Marks that the change for which a version was kept has been made.
  func markCommitted(_ version: Version) throws(SystemCallError) { try update(version) { $0.marks.remove(.pending) } }

  private func copy(_ text: [UInt8], to name: Pathname) throws(SystemCallError) {
    let directory = try directory()
    let copy = try OpenFile(Pathname(unchecked: ".new"), in: directory, for: .creating)
    do throws(SystemCallError) {
      try copy.overwrite(text)
      try copy.sync()
      try directory.move(copy.path.name, as: name)
    } catch {
      try? directory.remove(copy.path.name)
      throw error
    }
  }

  /// Moves a merged copy next to the version that the merge replaced, if the copy still has the bytes that were merged.
  func archive(_ copy: MergedCopy, from queues: Directory, for version: Version) throws(SystemCallError) {
    let directory = try directory()
    let copyName = copy.path.name
    // A copy that can't be read again, such as a pipe, stays in its place.
    guard let file = try? OpenFile(copyName, in: queues, for: .readingInPlace), (try? file.bytes()) == copy.text
    else { return }
    let name = Self.sidecarName(version.number, [UInt8(ascii: "-")] + copyName.bytes)
    // With a longer name, the copy can't be moved.
    if name.bytes.count > NAME_MAX { return }
    // POSIX doesn't promise that a move between directories is atomic, so the bytes are first synced in a new file.
    try self.copy(copy.text, to: name)
    try directory.file.sync(.full)
    try file.sync()
    if try unless(.otherFileSystem, queues.move(copyName, to: directory, as: name)) == nil {
      guard try OpenFile(name, in: directory, for: .readingInPlace).bytes() == copy.text, try file.bytes() == copy.text
      else { return try directory.remove(name) }
      try queues.remove(copyName)
    }
    sidecars.append((version.number, name))
    try directory.file.sync()
    try queues.file.sync()
  }

  /// Removes the version that this version's change restored. If that one has a merged copy, it becomes this version's.
  func removeRestoredVersion(of version: Version) throws(SystemCallError) {
    guard let restored = versions.first(where: { $0.number == version.restored }) else { return }
    if let copy = copy(mergedAfter: restored) {
      let name = Self.sidecarName(version.number, copy.name.bytes.drop { $0.isDigit })
      try directory().move(copy.name, as: name)
      sidecars.removeAll { $0.name == copy.name }
      sidecars.append((version.number, name))
    }
    try remove(restored)
  }

  /// Marks that a version couldn't be restored; after the second time, nothing restores it. Returns its new path.
  func markFailed(_ version: Version) throws(SystemCallError) -> Pathname {
    path(of: try update(version) { if !$0.marks.insert(.refused).inserted { $0.role = .superseded } })
  }

  /// Edits the properties of a version, and renames its file accordingly.
  @discardableResult private func update(
    _ version: Version, _ edit: (inout Version) -> Void
  ) throws(SystemCallError) -> Version {
    var updated = version
    edit(&updated)
    if updated == version { return version }
    try directory().move(name(of: version), as: name(of: updated))
    for index in versions.indices where versions[index].number == version.number { versions[index] = updated }
    return updated
  }

  /// Removes a version. Its record stays until the next change, because a power cut may bring the version back.
  func remove(_ version: Version) throws(SystemCallError) {
    try discard(name(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions beyond the limits, and the sidecars that were orphans before.
  func prune() throws(SystemCallError) {
    for name in orphans { try discard(name) }
    var size = 0
    for (age, version) in versions.reversed().enumerated() {
      if age < Self.maximumCount, size <= Self.maximumSize { size += try self.size(of: version) }
      if age > 0, age >= Self.maximumCount || size > Self.maximumSize { try remove(version) }
    }
  }

  /// Removes a file that is no longer kept. A directory with such a name isn't this program's and is left alone.
  private func discard(_ name: Pathname) throws(SystemCallError) {
    do throws(SystemCallError) {
      try directory().remove(name)
    } catch {
      guard let status = try directory().status(of: name), status.isRegular else { return }
      throw error
    }
  }

  private func size(of version: Version) throws(SystemCallError) -> Int {
    var size = 0
    for name in [name(of: version)] + sidecars.filter({ $0.number == version.number }).map({ $0.name }) {
      // Limited, so that the sum can't overflow: a file system may report any size.
      size += min(try directory().status(of: name)?.size ?? 0, Self.maximumSize + 1)
    }
    return size
  }
}
