// The versions of a file, kept for undo and redo. <doc:UndoHistory> describes the directory and its rules.

/// The kept versions of a file, each with a record of the change that replaced it.
///
/// Nothing here depends on the times of files: some file systems store whole seconds, and clocks go back.
final class History {
  static let maximumCount = 64
  /// In bytes, including the sidecars of the versions.
  static let maximumSize = 64 * 1024 * 1024

  private let folder: FilePath
  /// The oldest first.
  private(set) var versions: [Version] = []
  /// The files next to a version that have its number and are removed with it: its record, and a merged copy.
  private var sidecars: [(number: Int, name: FilePath)] = []
  /// Sidecars whose version was already gone when the history was read.
  private let orphans: [FilePath]

  /// Reads which versions are kept of the file with a real path, and cleans up after a command that was killed.
  init(of path: FilePath, _ current: FileInUse?, in state: FilePath) throws(SystemError) {
    folder = FileSystem.folder(mirroring: path, below: state)
    for name in try unless(.missing, FileSystem.names(in: folder)) ?? [] {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Self.number(ofSidecar: name, of: path) {
        sidecars.append((number, name))
      }
    }
    versions.sort { $0.number < $1.number }
    let numbers = Set(versions.map { $0.number })
    orphans = sidecars.filter { !numbers.contains($0.number) }.map { $0.name }
    var changes = versions
    if let last = versions.last {
      if try !isCurrentFile(last, current) {
        try finishChange(last, current)
      } else {
        changes.removeLast()
        try discardUnmadeChange(last)
      }
    }
    try endRedoLine(after: changes)
  }
}

// MARK: - Crash recovery

extension History {
  /// Whether a version is the current file itself: its command was killed before it could replace the file.
  ///
  /// A copy counts only while it is pending: later, another program may have written the same bytes.
  func isCurrentFile(_ version: Version, _ current: FileInUse?) throws(SystemError) -> Bool {
    guard !version.isTombstone, let current else { return version.isTombstone && current == nil }
    guard let kept = try FileSystem.status(of: path(of: version)) else { return true }
    if kept.identity == current.status.identity { return true }
    // A copy that can't be read doesn't count: it would block every later change.
    return version.marks.contains(.pending) && (try? text(of: version)) == current.text
  }

  /// Discards the version of a change that wasn't made. A tombstone stays: the file may only be away for a moment.
  private func discardUnmadeChange(_ version: Version) throws(SystemError) {
    if !version.isTombstone { try remove(version) }
  }

  /// Finishes the last change, in case its command was killed after it had replaced the file.
  private func finishChange(_ version: Version, _ current: FileInUse?) throws(SystemError) {
    // Some file systems give each hard link its own inode. With equal bytes, the change may not have been made there.
    let hasRestored =
      versions.contains { $0.number == version.restored } && (try? text(of: version)) != current?.text
    try markCommitted(version)
    if hasRestored { try removeRestoredVersion(of: version) }
  }

  /// Ends the redo line: versions that were undone before the newest of these changes can't be redone any more.
  private func endRedoLine(after changes: [Version]) throws(SystemError) {
    let isChange = { (version: Version) in version.role == .undo && !version.marks.contains(.fromRedo) }
    guard let change = changes.last(where: isChange) else { return }
    for version in versions where version.role == .redo && version.number < change.number {
      var superseded = version
      superseded.role = .superseded
      try replace(version, with: superseded)
    }
  }
}

// MARK: - Names

extension History {
  private static let recordEnding = ".change"

  private static func sidecarName(_ number: Int, _ rest: some Sequence<UInt8>) -> FilePath {
    FilePath((Array(Version.padded(number).utf8) + rest)[...])
  }

  private func recordName(of version: Version) -> FilePath {
    Self.sidecarName(version.number, Self.recordEnding.utf8)
  }

  /// The number of the version that a record or a merged copy belongs to; `nil` if the name is neither's.
  private static func number(ofSidecar name: FilePath, of path: FilePath) -> Int? {
    let digits = name.bytes.prefix { $0.isDigit }
    let rest = name.bytes.dropFirst(digits.count)
    let isCopy = rest.first == UInt8(ascii: "-") && FilePath(rest.dropFirst()).isConflictCopy(of: path)
    guard isCopy || rest.elementsEqual(recordEnding.utf8), let number = Version.number(digits) else {
      return nil
    }
    return sidecarName(number, rest) == name ? number : nil
  }

  /// The path of a version.
  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  /// Whether any version of the file with a real path is kept. Creates nothing.
  static func hasVersions(of path: FilePath, in state: FilePath) throws(SystemError) -> Bool {
    let folder = FileSystem.folder(mirroring: path, below: state)
    let names = try unless(.unreachable, FileSystem.names(in: folder))
    return names?.contains { Version(fileName: $0.bytes) != nil } == true
  }

  /// The path of the copy that was merged by the change that replaced a version.
  private func copy(mergedAfter version: Version) -> FilePath? {
    let record = recordName(of: version)
    return sidecars.first { $0.number == version.number && $0.name != record }.map {
      folder.appending($0.name)
    }
  }

  /// The path of the copy that was merged by the last change, or by the change that it undid or redid.
  var newestCopy: FilePath? { versions.last.flatMap { copy(mergedAfter: $0) } }

  /// The number of the next version. The number of a record without a version isn't reused: the record would be taken
  /// for the new version's.
  var nextNumber: Int { (versions.map { $0.number } + sidecars.map { $0.number }).reduce(0, max) + 1 }
}

// MARK: - Reading

extension History {
  /// The text of a version; `nil` if it says that there was no file.
  func text(of version: Version) throws(SystemError) -> [UInt8]? {
    version.isTombstone ? nil : try OpenFile(path(of: version), for: .reading).bytes()
  }

  /// The record of the change that replaced a version; `nil` if there is none, as in releases before 1.1.0, or if it is
  /// damaged.
  func record(of version: Version) throws(SystemError) -> ChangeRecord? {
    let path = folder.appending(recordName(of: version))
    return try unless(.missing, OpenFile(path, for: .reading).bytes()).flatMap { ChangeRecord($0) }
  }
}

// MARK: - Changing

extension History {
  /// Keeps the file that is about to be replaced, and the record of the change. Both are on the disk when this returns.
  ///
  /// The record is written first, so a killed command may leave a record without a version. That is harmless: nothing
  /// reads it, and the next change removes it. A copy is marked as pending until its change is made, because nothing
  /// else distinguishes it from the version of a change that was made.
  func keep(_ current: FileInUse?, as version: inout Version, _ record: ChangeRecord) throws(SystemError) {
    if versions.isEmpty {
      try FileSystem.createFolder(folder)
      // A previous command may have been killed after it had created directories and before it had synced them.
      try FileSystem.syncFolders(above: folder)
    }
    let name = recordName(of: version)
    let recordFile = try OpenFile(folder.appending(name), for: .creating)
    try recordFile.truncate()
    try recordFile.write(record.text)
    recordFile.beginSync()
    sidecars.append((version.number, name))
    // Writes to two disks have no order.
    var durability = OpenFile.Durability.forGood
    if let current {
      // Another program may have written it without syncing it.
      try current.file.sync()
      // A hard link, if possible. A file that already has another one is copied, because a write through that name
      // would change the version; so is a file whose mode has more than permissions.
      if current.status.nameCount <= 1, !current.status.hasSpecialMode,
        try unless(.noHardLinks, FileSystem.hardLink(current.file.path, to: path(of: version))) != nil
      {
        durability = .inOrder
      } else {
        version.marks.insert(.pending)
        try copy(current.text, to: path(of: version))
      }
    } else {
      _ = try OpenFile(path(of: version), for: .creating)
    }
    versions.append(version)
    try recordFile.sync()
    try FileSystem.syncFolder(folder, durability)
  }

  /// Marks that the change for which a version was kept has been made.
  func markCommitted(_ version: Version) throws(SystemError) {
    var committed = version
    if committed.marks.remove(.pending) != nil { try replace(version, with: committed) }
  }

  private func copy(_ text: [UInt8], to kept: FilePath) throws(SystemError) {
    let copy = try OpenFile(folder.appending(".new"), for: .creating)
    do throws(SystemError) {
      try copy.truncate()
      try copy.write(text)
      try copy.sync()
      try FileSystem.move(copy.path, to: kept)
    } catch {
      try? FileSystem.remove(copy.path)
      throw error
    }
  }

  /// Moves a merged copy next to the version that the merge replaced, if the copy still has the bytes that were merged.
  func archive(_ copy: MergedCopy, for version: Version) throws(SystemError) {
    // A copy that can't be read again, such as a pipe, stays in its place.
    guard let file = try? OpenFile(copy.path, for: .readingInPlace), (try? file.bytes()) == copy.text else {
      return
    }
    let name = Self.sidecarName(version.number, [UInt8(ascii: "-")] + copy.path.name.bytes)
    let place = folder.appending(name)
    try file.sync()
    if try unless(.otherFileSystem, FileSystem.move(copy.path, to: place)) == nil {
      try self.copy(copy.text, to: place)
      guard try OpenFile(place, for: .reading).bytes() == copy.text, try file.bytes() == copy.text else {
        return try FileSystem.remove(place)
      }
      try FileSystem.syncFolder(folder, .forGood)
      try FileSystem.remove(copy.path)
    }
    sidecars.append((version.number, name))
    try FileSystem.syncFolder(folder)
    try FileSystem.syncFolder(copy.path.folder)
  }

  /// Removes the version that was restored when another one was kept. If it has a merged copy, the other one gets it.
  func removeRestoredVersion(of version: Version) throws(SystemError) {
    guard let restored = versions.first(where: { $0.number == version.restored }) else { return }
    if let copy = copy(mergedAfter: restored) {
      let name = Self.sidecarName(version.number, copy.name.bytes.drop { $0.isDigit })
      try FileSystem.move(copy, to: folder.appending(name))
      sidecars.removeAll { $0.name == copy.name }
      sidecars.append((version.number, name))
    }
    try remove(restored)
  }

  /// Marks that a version couldn't be restored. After the second time, `undo` and `redo` pass it over.
  ///
  /// - Returns: The path of the version, which may be a new one.
  func markFailed(_ version: Version) throws(SystemError) -> FilePath {
    var failed = version
    if !failed.marks.insert(.refused).inserted { failed.role = .superseded }
    try replace(version, with: failed)
    return path(of: failed)
  }

  private func replace(_ version: Version, with other: Version) throws(SystemError) {
    try FileSystem.move(path(of: version), to: path(of: other))
    for index in versions.indices where versions[index].number == version.number { versions[index] = other }
  }

  /// Removes a version. The next change removes its record, when no power cut can bring the version back.
  func remove(_ version: Version) throws(SystemError) {
    try FileSystem.remove(path(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions beyond the limits, and the sidecars that have no version any more.
  func prune() throws(SystemError) {
    for name in orphans { try discard(folder.appending(name)) }
    var size = 0
    for (age, version) in versions.reversed().enumerated() {
      if age < Self.maximumCount, size <= Self.maximumSize { size += try self.size(of: version) }
      if age == 0 || age < Self.maximumCount && size <= Self.maximumSize { continue }
      try discard(path(of: version))
      versions.removeAll { $0.number == version.number }
    }
  }

  /// Removes a file that is no longer kept. A directory with such a name isn't this program's and stays.
  private func discard(_ path: FilePath) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      guard let status = try FileSystem.status(of: path), status.isRegular else { return }
      throw error
    }
  }

  private func size(of version: Version) throws(SystemError) -> Int {
    let names = sidecars.filter { $0.number == version.number }.map { folder.appending($0.name) }
    var size = 0
    for name in [path(of: version)] + names {
      // Limited, so that the sum can't overflow: a file system may report any size.
      size += min(try FileSystem.status(of: name)?.size ?? 0, Self.maximumSize + 1)
    }
    return size
  }
}
