// The versions that a file had, kept for undo and redo.

/// The versions of a file, in a folder of their own, each with a record of what the change put where that took its
/// place.
///
/// Nothing here goes by the times of files: some file systems know whole seconds, and clocks go back.
struct History {
  static let maximumCount = 64
  /// In bytes, with all that is kept beside the versions.
  static let maximumSize = 64 * 1024 * 1024

  private let folder: FilePath
  /// The oldest first.
  private(set) var versions: [Version] = []
  /// What is kept beside each version and goes with it: its record, and copies that were merged.
  private var companions: [Int: [FilePath]] = [:]
  /// The numbers of companions whose version was gone before this command.
  private var strays: [Int] = []

  /// Reads which versions are kept of a file.
  ///
  /// - Parameters:
  ///   - path: The real path of the file, which the folder of its history mirrors.
  ///   - state: The folder of all histories.
  init(of path: FilePath, in state: FilePath) throws(SystemError) {
    folder = FileSystem.folder(mirroring: path, below: state)
    var names: [FilePath] = []
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      guard error.isMissingFile else { throw error }
      try FileSystem.createFolder(folder)
    }
    for name in names {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Self.number(ofCompanion: name, of: path) {
        companions[number, default: []].append(name)
      }
    }
    versions.sort { $0.number < $1.number }
    let numbers = Set(versions.map { $0.number })
    strays = companions.keys.filter { !numbers.contains($0) }
    // Whoever made the folders may have been killed before they were on the disk.
    if versions.isEmpty { try FileSystem.syncFolders(above: folder) }
  }

  private static let recordEnding = ".change"

  private func recordName(_ number: Int) -> FilePath { FilePath(Version.padded(number) + Self.recordEnding) }

  /// The number of the version that a record or a merged copy belongs to; `nil` for what is neither.
  private static func number(ofCompanion name: FilePath, of path: FilePath) -> Int? {
    let digits = name.bytes.prefix { $0.isDigit }
    guard let number = Version.number(digits), Version.padded(number).utf8.elementsEqual(digits) else {
      return nil
    }
    let rest = name.bytes.dropFirst(digits.count)
    if rest.elementsEqual(recordEnding.utf8) { return number }
    let isCopy = rest.first == UInt8(ascii: "-") && FilePath(rest.dropFirst()).isConflictCopy(of: path)
    return isCopy ? number : nil
  }
}

// MARK: - Reading

extension History {
  /// Where a version is.
  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  /// Where the newest version of a file is that is kept; looking for it makes nothing.
  ///
  /// - Parameter path: The real path of the file.
  static func newestVersion(of path: FilePath, in state: FilePath) -> FilePath? {
    let folder = FileSystem.folder(mirroring: path, below: state)
    let versions = ((try? FileSystem.names(in: folder)) ?? []).map { Version(fileName: $0.bytes) }
    let newest = versions.compactMap { $0 }.filter { !$0.isTombstone }.max { $0.number < $1.number }
    return newest.map { folder.appending($0.fileName) }
  }

  /// The text of a version; `nil` where it stands for there being no file.
  func text(of version: Version) throws(SystemError) -> [UInt8]? {
    version.isTombstone ? nil : try OpenFile(path(of: version), for: .reading).bytes()
  }

  /// The texts of the versions, the oldest first and one at a time. One that can't be read is passed over.
  func texts() -> KeptTexts { KeptTexts(self) }

  struct KeptTexts: Sequence, IteratorProtocol {
    private let history: History
    private var rest: ArraySlice<Version>

    fileprivate init(_ history: History) {
      self.history = history
      rest = history.versions[...]
    }

    mutating func next() -> [UInt8]? {
      while let version = rest.popFirst() {
        if let text = try? history.text(of: version) { return text }
      }
      return nil
    }
  }

  /// What the change put where that took the version's place; `nil` where that is not known, as with the
  /// versions of releases before this one.
  func record(of version: Version) throws(SystemError) -> ChangeRecord? {
    do throws(SystemError) {
      return ChangeRecord(try OpenFile(folder.appending(recordName(version.number)), for: .reading).bytes())
    } catch {
      guard error.isMissingFile else { throw error }
      return nil
    }
  }

  /// Where the copy is that was merged by the change that took the version's place.
  func copy(mergedAfter version: Version) -> FilePath? {
    companions[version.number]?.first { $0 != recordName(version.number) }.map { folder.appending($0) }
  }

  /// Whether a version is the file in use, by its identity or byte for byte: a command was killed between two
  /// steps.
  func isInUse(_ version: Version, _ current: FileInUse?) throws(SystemError) -> Bool {
    guard !version.isTombstone, let current else { return version.isTombstone && current == nil }
    guard let kept = try FileSystem.status(of: path(of: version)) else { return true }
    if kept.identity == current.status.identity { return true }
    guard kept.size == current.text.count else { return false }
    return try text(of: version) == current.text
  }
}

// MARK: - Changing

extension History {
  /// The number of the version that is kept next. That of a record without a version is not used again: the record
  /// would pass for the new version's.
  var nextNumber: Int { max(versions.last?.number ?? 0, companions.keys.max() ?? 0) + 1 }

  /// Brings the history up to what was done last.
  ///
  /// Whoever was killed before it could replace the file has left a version that is the file itself under a second
  /// name; and whoever was killed after it, the version that it brought back. What was undone before the last
  /// change can't be redone any more.
  mutating func reconcile(with current: FileInUse?) throws(SystemError) {
    var made = versions
    if let last = versions.last {
      if try !isInUse(last, current) {
        try removeRestored(by: last)
      } else {
        // It may be a copy that was made for nothing.
        made.removeLast()
        if let current, try FileSystem.status(of: path(of: last))?.identity == current.status.identity {
          try remove(last)
        }
      }
    }
    guard let change = made.last(where: { $0.role == .undo && !$0.isFromRedo }) else { return }
    for version in versions where version.role == .redo && version.number < change.number {
      var superseded = version
      superseded.role = .superseded
      try replace(version, with: superseded)
    }
  }

  /// Keeps the file that is about to be replaced, and what the change puts where. Both are on the disk when this
  /// returns.
  mutating func keep(
    _ current: FileInUse?, as version: Version, _ record: ChangeRecord
  ) throws(SystemError) {
    let name = recordName(version.number)
    let recordFile = try OpenFile(folder.appending(name), for: .creating)
    try recordFile.truncate()
    try recordFile.write(record.text)
    recordFile.beginSync()
    companions[version.number, default: []].append(name)
    let kept = path(of: version)
    // Nothing orders what is written to two disks.
    var durability = OpenFile.Durability.forGood
    if let current {
      // Another program may have written it without seeing to it that it is on the disk.
      try current.file.sync()
      if try keep(current, at: kept) { durability = .inOrder }
    } else {
      _ = try OpenFile(kept, for: .creating)
    }
    versions.append(version)
    try recordFile.sync()
    try FileSystem.syncFolder(folder, durability)
  }

  /// Gives the file a second name, where that works. One that has another name already is copied: whoever writes
  /// under that name must not change the version. So is one whose mode holds more than permissions.
  ///
  /// - Returns: Whether the version is the file itself.
  private func keep(_ current: FileInUse, at kept: FilePath) throws(SystemError) -> Bool {
    if current.status.nameCount <= 1, !current.status.hasSpecialMode {
      do throws(SystemError) {
        try FileSystem.link(current.file.path, to: kept)
        return true
      } catch {
        guard error.meansNoHardLinks else { throw error }
      }
    }
    try copy(current.text, to: kept)
    return false
  }

  private func copy(_ text: [UInt8], to kept: FilePath) throws(SystemError) {
    let copy = try OpenFile(folder.appending(".new"), for: .creating)
    do throws(SystemError) {
      try copy.truncate()
      try copy.write(text)
      try copy.sync()
      try FileSystem.rename(copy.path, to: kept)
    } catch {
      try? FileSystem.remove(copy.path)
      throw error
    }
  }

  /// Moves a copy that a merge has taken in to the version that the merge replaced, if it is still what was read.
  mutating func take(_ copy: MergedCopy, for version: Version) throws(SystemError) {
    guard let file = try? OpenFile(copy.path, for: .readingInPlace), try file.bytes() == copy.text else {
      return
    }
    let name = FilePath(
      (Array(Version.padded(version.number).utf8) + [UInt8(ascii: "-")] + copy.path.name.bytes)[...])
    let place = folder.appending(name)
    try file.sync()
    do throws(SystemError) {
      try FileSystem.rename(copy.path, to: place)
    } catch {
      guard error.meansOtherFileSystem else { throw error }
      try self.copy(copy.text, to: place)
      guard try OpenFile(place, for: .reading).bytes() == copy.text, try file.bytes() == copy.text else {
        return try FileSystem.remove(place)
      }
      try FileSystem.syncFolder(folder, .forGood)
      try FileSystem.remove(copy.path)
    }
    companions[version.number, default: []].append(name)
    try FileSystem.syncFolder(folder)
    try FileSystem.syncFolder(copy.path.folder)
  }

  /// Removes the version that was brought back when another was kept. A copy that its merge had taken in stays, with
  /// the other.
  mutating func removeRestored(by version: Version) throws(SystemError) {
    guard let restored = versions.first(where: { $0.number == version.restored }) else { return }
    if let copy = copy(mergedAfter: restored) {
      let ownName = copy.name.bytes.drop { $0.isDigit }
      let name = FilePath((Array(Version.padded(version.number).utf8) + ownName)[...])
      try FileSystem.rename(copy, to: folder.appending(name))
      companions[restored.number]?.removeAll { $0 == copy.name }
      companions[version.number, default: []].append(name)
    }
    try remove(restored)
  }

  /// Notes that a version couldn't be brought back. It is tried once more; then it is kept for people only.
  ///
  /// - Returns: Where it is.
  mutating func refuse(_ version: Version) throws(SystemError) -> FilePath {
    var refused = version
    refused.isRefused = true
    if version.isRefused { refused.role = .superseded }
    try replace(version, with: refused)
    return path(of: refused)
  }

  private mutating func replace(_ version: Version, with other: Version) throws(SystemError) {
    try FileSystem.rename(path(of: version), to: path(of: other))
    for index in versions.indices where versions[index].number == version.number { versions[index] = other }
  }

  /// Removes a version.
  ///
  /// Its record goes with the next change, when it is certain that a power cut doesn't bring the version back.
  mutating func remove(_ version: Version) throws(SystemError) {
    try FileSystem.remove(path(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions that are too many, or too much, and what has no version any more.
  mutating func prune() throws(SystemError) {
    for number in strays {
      for name in companions.removeValue(forKey: number) ?? [] {
        try FileSystem.remove(folder.appending(name))
      }
    }
    strays = []
    var size = 0
    var kept: [Version] = []
    for version in versions.reversed() {
      if kept.count < Self.maximumCount, size <= Self.maximumSize { size += try self.size(of: version) }
      if kept.isEmpty || kept.count < Self.maximumCount && size <= Self.maximumSize {
        kept.append(version)
      } else {
        try FileSystem.remove(path(of: version))
      }
    }
    versions = kept.reversed()
  }

  private func size(of version: Version) throws(SystemError) -> Int {
    var size = try FileSystem.status(of: path(of: version))?.size ?? 0
    for name in companions[version.number] ?? [] {
      size += try FileSystem.status(of: folder.appending(name))?.size ?? 0
    }
    return size
  }
}
