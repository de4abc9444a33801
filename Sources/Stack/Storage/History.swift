// The versions that a file had, kept for undo and redo.

/// The versions of a file, in a folder of their own, each with a record of what the change put where that took its
/// place.
///
/// Nothing here goes by the times of files: some file systems know whole seconds, and clocks go back.
final class History {
  static let maximumCount = 64
  /// In bytes, with all that is kept beside the versions.
  static let maximumSize = 64 * 1024 * 1024

  private let folder: FilePath
  /// The oldest first.
  private(set) var versions: [Version] = []
  /// What is kept beside a version, whose number it has, and goes with it: its record, and copies that were merged.
  private var companions: [(number: Int, name: FilePath)] = []
  /// Companions whose version was gone before this command.
  private let strays: [FilePath]

  /// Reads which versions are kept of a file, and brings them up to what was done last.
  ///
  /// - Parameters:
  ///   - path: The real path of the file, which the folder of its history mirrors.
  ///   - current: The file as it is; `nil` while there is none.
  ///   - state: The folder of all histories.
  init(of path: FilePath, _ current: FileInUse?, in state: FilePath) throws(SystemError) {
    folder = FileSystem.folder(mirroring: path, below: state)
    let names = try unless(.missing, FileSystem.names(in: folder))
    if names == nil { try FileSystem.createFolder(folder) }
    for name in names ?? [] {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Self.number(ofCompanion: name, of: path) {
        companions.append((number, name))
      }
    }
    versions.sort { $0.number < $1.number }
    let numbers = Set(versions.map { $0.number })
    strays = companions.filter { !numbers.contains($0.number) }.map { $0.name }
    // Whoever made the folders may have been killed before they were on the disk.
    if versions.isEmpty { try FileSystem.syncFolders(above: folder) }
    try reconcile(with: current)
  }

  /// Whoever was killed before it could replace the file has left a version that is the file itself under a second
  /// name, or a copy that is still pending; and whoever was killed after it, the version that it brought back. What was
  /// undone before the last change can't be redone any more.
  private func reconcile(with current: FileInUse?) throws(SystemError) {
    var made = versions
    if let last = versions.last {
      if try !isInUse(last, current) {
        try settle(last)
        try removeRestored(by: last)
      } else {
        made.removeLast()
        // Another may be what the file is only for a moment.
        let identity = try FileSystem.status(of: path(of: last))?.identity
        if last.marks.contains(.pending) || identity != nil && identity == current?.status.identity {
          try remove(last)
        }
      }
    }
    guard let change = made.last(where: { $0.role == .undo && !$0.marks.contains(.again) }) else { return }
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

  private static func companionName(_ number: Int, _ rest: some Sequence<UInt8>) -> FilePath {
    FilePath((Array(Version.padded(number).utf8) + rest)[...])
  }

  private func recordName(of version: Version) -> FilePath {
    Self.companionName(version.number, Self.recordEnding.utf8)
  }

  /// The number of the version that a record or a merged copy belongs to; `nil` for what is neither.
  private static func number(ofCompanion name: FilePath, of path: FilePath) -> Int? {
    let digits = name.bytes.prefix { $0.isDigit }
    let rest = name.bytes.dropFirst(digits.count)
    let isCopy = rest.first == UInt8(ascii: "-") && FilePath(rest.dropFirst()).isConflictCopy(of: path)
    guard isCopy || rest.elementsEqual(recordEnding.utf8), let number = Version.number(digits) else {
      return nil
    }
    return companionName(number, rest) == name ? number : nil
  }

  /// Where a version is.
  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  /// Where the newest version of a file is that is kept; looking for it makes nothing.
  ///
  /// - Parameter path: The real path of the file.
  static func newestVersion(of path: FilePath, in state: FilePath) -> FilePath? {
    let folder = FileSystem.folder(mirroring: path, below: state)
    let versions = ((try? FileSystem.names(in: folder)) ?? []).compactMap { Version(fileName: $0.bytes) }
    let newest = versions.filter { !$0.isTombstone }.max { $0.number < $1.number }
    return newest.map { folder.appending($0.fileName) }
  }

  /// Where the copy is that was merged by the change that took a version's place.
  private func copy(mergedAfter version: Version) -> FilePath? {
    let record = recordName(of: version)
    return companions.first { $0.number == version.number && $0.name != record }.map {
      folder.appending($0.name)
    }
  }

  /// Where the copy is that was merged by the last change, or by the one that the last change took back or put back.
  var newestCopy: FilePath? { versions.last.flatMap { copy(mergedAfter: $0) } }

  /// The number of the version that is kept next. That of a record without a version is not used again: the record
  /// would pass for the new version's.
  var nextNumber: Int { (versions.map { $0.number } + companions.map { $0.number }).reduce(0, max) + 1 }
}

// MARK: - Reading

extension History {
  /// The text of a version; `nil` where it stands for there being no file.
  func text(of version: Version) throws(SystemError) -> [UInt8]? {
    version.isTombstone ? nil : try OpenFile(path(of: version), for: .reading).bytes()
  }

  /// What the change put where that took the version's place; `nil` where that is not known, as with the
  /// versions of releases before this one.
  func record(of version: Version) throws(SystemError) -> ChangeRecord? {
    let path = folder.appending(recordName(of: version))
    return try unless(.missing, OpenFile(path, for: .reading).bytes()).flatMap { ChangeRecord($0) }
  }

  /// Whether a version is the file in use, by its identity or byte for byte: a command was killed between two
  /// steps.
  func isInUse(_ version: Version, _ current: FileInUse?) throws(SystemError) -> Bool {
    guard !version.isTombstone, let current else { return version.isTombstone && current == nil }
    guard let kept = try FileSystem.status(of: path(of: version)) else { return true }
    if kept.identity == current.status.identity { return true }
    guard kept.size == current.text.count else { return false }
    // One that can't be read is not in use: nobody could go on otherwise.
    return (try? text(of: version)) == current.text
  }
}

// MARK: - Changing

extension History {
  /// Keeps the file that is about to be replaced, and what the change puts where. Both are on the disk when this
  /// returns. A copy is pending from then on, because nothing else tells it from the version of a change that was made.
  func keep(_ current: FileInUse?, as version: inout Version, _ record: ChangeRecord) throws(SystemError) {
    let name = recordName(of: version)
    let recordFile = try OpenFile(folder.appending(name), for: .creating)
    try recordFile.truncate()
    try recordFile.write(record.text)
    recordFile.beginSync()
    companions.append((version.number, name))
    // Nothing orders what is written to two disks.
    var durability = OpenFile.Durability.forGood
    if let current {
      // Another program may have written it without seeing to it that it is on the disk.
      try current.file.sync()
      // By a second name, where that works. What has one already is copied: whoever writes under that name must not
      // change the version. So is what has a mode that holds more than permissions.
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

  /// Notes that the change was made which a version was kept for.
  func settle(_ version: Version) throws(SystemError) {
    var settled = version
    if settled.marks.remove(.pending) != nil { try replace(version, with: settled) }
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

  /// Moves a copy that a merge has taken in to the version that the merge replaced, if it is still what was read.
  func take(_ copy: MergedCopy, for version: Version) throws(SystemError) {
    // What can't be read once more, such as a pipe by that name, stays where it is.
    guard let file = try? OpenFile(copy.path, for: .readingInPlace), (try? file.bytes()) == copy.text else {
      return
    }
    let name = Self.companionName(version.number, [UInt8(ascii: "-")] + copy.path.name.bytes)
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
    companions.append((version.number, name))
    try FileSystem.syncFolder(folder)
    try FileSystem.syncFolder(copy.path.folder)
  }

  /// Removes the version that was brought back when another was kept. A copy that its merge had taken in stays, with
  /// the other.
  func removeRestored(by version: Version) throws(SystemError) {
    guard let restored = versions.first(where: { $0.number == version.restored }) else { return }
    if let copy = copy(mergedAfter: restored) {
      let name = Self.companionName(version.number, copy.name.bytes.drop { $0.isDigit })
      try FileSystem.move(copy, to: folder.appending(name))
      companions.removeAll { $0.name == copy.name }
      companions.append((version.number, name))
    }
    try remove(restored)
  }

  /// Notes that a version couldn't be brought back. It is tried once more; then it is kept for people only.
  ///
  /// - Returns: Where it is.
  func refuse(_ version: Version) throws(SystemError) -> FilePath {
    var refused = version
    if !refused.marks.insert(.refused).inserted { refused.role = .superseded }
    try replace(version, with: refused)
    return path(of: refused)
  }

  private func replace(_ version: Version, with other: Version) throws(SystemError) {
    try FileSystem.move(path(of: version), to: path(of: other))
    for index in versions.indices where versions[index].number == version.number { versions[index] = other }
  }

  /// Removes a version.
  ///
  /// Its record goes with the next change, when it is certain that a power cut doesn't bring the version back.
  func remove(_ version: Version) throws(SystemError) {
    try FileSystem.remove(path(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions that are too many, or too much, and what has no version any more.
  func prune() throws(SystemError) {
    for name in strays { try discard(folder.appending(name)) }
    var size = 0
    var count = 0
    for version in versions.reversed() {
      if count < Self.maximumCount, size <= Self.maximumSize { size += try self.size(of: version) }
      if count == 0 || count < Self.maximumCount && size <= Self.maximumSize {
        count += 1
      } else {
        try discard(path(of: version))
        versions.removeAll { $0.number == version.number }
      }
    }
  }

  /// Removes what isn't kept any longer. A folder by such a name is none of this program's, and stays.
  private func discard(_ path: FilePath) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      guard let status = try FileSystem.status(of: path), status.isRegular else { return }
      throw error
    }
  }

  private func size(of version: Version) throws(SystemError) -> Int {
    let names = companions.filter { $0.number == version.number }.map { folder.appending($0.name) }
    var size = 0
    for name in [path(of: version)] + names {
      // No more than counts: a file may pretend to any size.
      size += min(try FileSystem.status(of: name)?.size ?? 0, Self.maximumSize + 1)
    }
    return size
  }
}
