// The versions that a file had, kept for undo and redo.

/// The versions that a file had, in a folder of their own, each with a record of what the change put where.
///
/// Nothing here goes by the times of files: some file systems know whole seconds, and clocks go back.
struct History {
  static let maximumCount = 64
  /// In bytes.
  static let maximumSize = 64 * 1024 * 1024

  private let folder: FilePath
  private(set) var versions: [Version] = []
  /// The numbers of records whose version is gone.
  private var strayRecords: [Int] = []

  /// Reads which versions are kept of a file.
  ///
  /// - Parameters:
  ///   - path: The real path of the file, which the folder of its history mirrors.
  ///   - state: The folder of all histories.
  init(of path: FilePath, in state: FilePath) throws(SystemError) {
    folder = state.appending(path)
    var names: [FilePath] = []
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      guard error.isMissingFile else { throw error }
      try FileSystem.createFolder(folder)
    }
    var records: Set<Int> = []
    for name in names {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Version.number(ofRecord: name.bytes) {
        records.insert(number)
      }
    }
    versions.sort { $0.number < $1.number }
    for version in versions { records.remove(version.number) }
    strayRecords = records.sorted()
    // Whoever made the folders may have been killed before they were on the disk.
    if versions.isEmpty { try FileSystem.syncFolders(above: folder) }
  }

  /// Where a version is.
  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  private func recordPath(_ number: Int) -> FilePath { folder.appending(Version.recordName(number)) }
}

// MARK: - Reading

extension History {
  /// What `undo` brings back.
  var undoable: Version? { versions.last { $0.role == .undo } }

  /// What `redo` brings back.
  var redoable: Version? { versions.last { $0.role == .redo } }

  /// The file of a version; `nil` where it stands for there being none.
  func open(_ version: Version) throws(SystemError) -> OpenFile? {
    version.isTombstone ? nil : try OpenFile(path(of: version), for: .reading)
  }

  /// What the change put where that took the version's place; `nil` where that is not known, as with the
  /// versions of releases before this one.
  func record(of version: Version) throws(SystemError) -> ChangeRecord? {
    do throws(SystemError) {
      return ChangeRecord(try OpenFile(recordPath(version.number), for: .reading).bytes())
    } catch {
      guard error.isMissingFile else { throw error }
      return nil
    }
  }

  /// The numbers of the versions that were brought back.
  func restoredNumbers() throws(SystemError) -> Set<Int> {
    var numbers: Set<Int> = []
    for version in versions {
      if let number = try record(of: version)?.restored { numbers.insert(number) }
    }
    return numbers
  }

  /// Whether a version is the very file in use, because a command was killed between two steps: by its identity, or,
  /// as it may have had to be copied, byte for byte.
  func isInUse(_ version: Version, _ current: OpenFile?) throws(SystemError) -> Bool {
    guard !version.isTombstone, let current else { return version.isTombstone && current == nil }
    guard let kept = try FileSystem.status(of: path(of: version)) else { return true }
    let status = try current.status()
    if kept.identity == status.identity { return true }
    guard kept.size == status.size, let file = try open(version) else { return false }
    return try file.bytes() == current.bytes()
  }
}

// MARK: - Changing

extension History {
  /// A version that is to be kept next.
  func next(_ role: Version.Role, command: String) -> Version {
    let last = max(versions.last?.number ?? 0, strayRecords.last ?? 0)
    return Version(number: last + 1, time: .now, role: role, command: command)
  }

  /// Brings the history up to what was done last.
  ///
  /// A last version that is the file in use under a second name is none: a command was killed before it could
  /// replace the file. And what was undone before the last change can't be redone any more.
  mutating func reconcile(with current: OpenFile?) throws(SystemError) {
    if let last = versions.last, try isInUse(last, current) { try remove(last) }
    guard let change = versions.last(where: { $0.role == .undo && !$0.isFromRedo }) else { return }
    for index in versions.indices
    where versions[index].role == .redo && versions[index].number < change.number {
      try supersede(at: index)
    }
  }

  /// Keeps the file that is about to be replaced, and what the change puts where.
  ///
  /// Both are on the disk when this returns, and so is the text that replaces the file. It is synced here because
  /// a journal then takes in one go what else has been written: the syncs behind the first cost little.
  mutating func keep(
    _ current: OpenFile?, as version: Version, _ record: ChangeRecord, replacedBy replacement: OpenFile?
  ) throws(SystemError) {
    let recordFile = try OpenFile(recordPath(version.number), for: .creating)
    try recordFile.truncate()
    try recordFile.write(record.text)
    replacement?.beginSync()
    recordFile.beginSync()
    let kept = path(of: version)
    if let current {
      // Another program may have written it without seeing to it that it is on the disk.
      try current.sync()
      try keep(current, at: kept)
    } else {
      _ = try OpenFile(kept, for: .creating)
    }
    versions.append(version)
    try replacement?.sync()
    try recordFile.sync()
    try FileSystem.syncFolder(folder)
  }

  /// Gives the file a second name, where that works. One that has another name already is copied: whoever writes
  /// under that name must not change the version.
  private func keep(_ file: OpenFile, at kept: FilePath) throws(SystemError) {
    if try file.status().nameCount > 1 { return try copy(file, to: kept) }
    do throws(SystemError) {
      try FileSystem.link(file.path, to: kept)
    } catch {
      guard error.meansNoHardLinks else { throw error }
      try copy(file, to: kept)
    }
  }

  private func copy(_ file: OpenFile, to kept: FilePath) throws(SystemError) {
    let copy = try OpenFile(folder.appending(".new"), for: .creating)
    do throws(SystemError) {
      try copy.truncate()
      try copy.write(file.bytes())
      try copy.sync()
      try FileSystem.rename(copy.path, to: kept)
    } catch {
      try? FileSystem.remove(copy.path)
      throw error
    }
  }

  /// Keeps a version for people only.
  ///
  /// - Returns: Where it is.
  mutating func supersede(_ version: Version) throws(SystemError) -> FilePath {
    guard let index = versions.firstIndex(of: version) else { return path(of: version) }
    try supersede(at: index)
    return path(of: versions[index])
  }

  private mutating func supersede(at index: Int) throws(SystemError) {
    var superseded = versions[index]
    superseded.role = .superseded
    try FileSystem.rename(path(of: versions[index]), to: path(of: superseded))
    versions[index] = superseded
  }

  /// Removes a version.
  ///
  /// Its record goes with the next change, when it is certain that a power cut doesn't bring the version back.
  mutating func remove(_ version: Version) throws(SystemError) {
    try FileSystem.remove(path(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions that are too many, or too much, and records that have no version any more.
  mutating func prune() throws(SystemError) {
    for number in strayRecords { try FileSystem.remove(recordPath(number)) }
    strayRecords = []
    var size = 0
    var kept: [Version] = []
    for version in versions.reversed() {
      if kept.count < Self.maximumCount, size <= Self.maximumSize {
        size += try FileSystem.status(of: path(of: version))?.size ?? 0
      }
      if kept.isEmpty || kept.count < Self.maximumCount && size <= Self.maximumSize {
        kept.append(version)
      } else {
        try FileSystem.remove(path(of: version))
      }
    }
    versions = kept.reversed()
  }
}
