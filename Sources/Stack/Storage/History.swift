// The versions that a file had, kept for undo and redo.

import CSystem

/// The versions of a file, in a folder of their own, each with a record of what the change put where that took its
/// place.
///
/// Nothing here goes by the times of files: some file systems know whole seconds, and clocks go back.
final class History {
  static let maximumCount = 64
  /// In bytes, with all that is kept beside the versions.
  static let maximumSize = 64 * 1024 * 1024

  private let folder: FilePath
  private var opened: Directory?
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
  init(of path: FilePath, _ current: FileSnapshot?, in state: FilePath) throws(SystemError) {
    folder = FileSystem.folder(mirroring: path, below: state)
    opened = try unless(.missing, PathWalk.ownDirectory(folder))
    for name in try opened?.names() ?? [] {
      if let version = Version(fileName: name.bytes) {
        versions.append(version)
      } else if let number = Self.number(ofCompanion: name, of: path) {
        companions.append((number, name))
      }
    }
    versions.sort { $0.number < $1.number }
    let numbers = Set(versions.map { $0.number })
    strays = companions.filter { !numbers.contains($0.number) }.map { $0.name }
    // The command that created the directories may have been killed before they were on the disk.
    if versions.isEmpty { try directory().syncParents() }
    try reconcile(with: current)
  }

  /// The directory of the versions, created when it is needed.
  private func directory() throws(SystemError) -> Directory {
    if let opened { return opened }
    let created = try PathWalk.ownDirectory(folder, creatingMissing: true)
    opened = created
    return created
  }

  /// Whether the path of the directory still leads to it.
  func isAtItsPath() throws(SystemError) -> Bool { try opened?.isAtItsPath() != false }

  /// Whoever was killed before it could replace the file has left a version that is the file itself under a second
  /// name, or a copy that is still pending; and whoever was killed after it, the version that it brought back. What was
  /// undone before the last change can't be redone any more.
  private func reconcile(with current: FileSnapshot?) throws(SystemError) {
    var made = versions
    if let last = versions.last {
      if try !isInUse(last, current) {
        try settle(last)
        try removeRestored(by: last)
      } else {
        made.removeLast()
        // Another may be what the file is only for a moment.
        let identity = try directory().status(of: name(of: last))?.identity
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

  private func name(of version: Version) -> FilePath { FilePath(version.fileName) }

  /// Where a version is.
  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  /// Where the newest version of a file is that is kept; looking for it makes nothing.
  ///
  /// - Parameter path: The real path of the file.
  static func newestVersion(of path: FilePath, in state: FilePath) -> FilePath? {
    let folder = FileSystem.folder(mirroring: path, below: state)
    let versions = ((try? PathWalk.directory(folder).names()) ?? []).compactMap {
      Version(fileName: $0.bytes)
    }
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
  var nextNumber: Int {
    get throws(SystemError) {
      let number = (versions.map { $0.number } + companions.map { $0.number }).reduce(0, max) + 1
      // A version whose name can't be read could not be undone.
      if Version.number(Array(Version.padded(number).utf8)[...]) == nil {
        throw SystemError(.keep, folder, code: EOVERFLOW)
      }
      return number
    }
  }
}

// MARK: - Reading

extension History {
  /// The text of a version; `nil` where it stands for there being no file.
  func text(of version: Version) throws(SystemError) -> [UInt8]? {
    version.isTombstone ? nil : try OpenFile(name(of: version), in: directory(), for: .readingInPlace).bytes()
  }

  /// What the change put where that took the version's place; `nil` where that is not known, as with the
  /// versions of releases before this one.
  func record(of version: Version) throws(SystemError) -> ChangeRecord? {
    try unless(.missing, OpenFile(recordName(of: version), in: directory(), for: .readingInPlace).bytes())
      .flatMap { ChangeRecord($0) }
  }

  /// Whether a version is the file in use, by its identity or byte for byte: a command was killed between two
  /// steps.
  func isInUse(_ version: Version, _ current: FileSnapshot?) throws(SystemError) -> Bool {
    guard !version.isTombstone, let current else { return version.isTombstone && current == nil }
    guard let kept = try directory().status(of: name(of: version)) else { return true }
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
  func keep(_ current: FileSnapshot?, as version: inout Version, _ record: ChangeRecord) throws(SystemError) {
    let record = (name: recordName(of: version), text: record.text)
    let directory = try directory()
    let recordFile = try OpenFile(record.name, in: directory, for: .creating)
    try recordFile.truncate()
    try recordFile.write(record.text)
    recordFile.beginSync()
    companions.append((version.number, record.name))
    // Nothing orders what is written to two disks.
    var durability = OpenFile.Durability.full
    if let current {
      // Another program may have written it without seeing to it that it is on the disk.
      try current.file.sync()
      // By a second name, where that works. What has one already is copied: whoever writes under that name must not
      // change the version. So is what has a mode that holds more than permissions.
      if current.status.nameCount <= 1, !current.status.hasSpecialMode,
        try link(current, as: name(of: version))
      {
        durability = .barrier
      } else {
        version.marks.insert(.pending)
        try copy(current.text, to: name(of: version))
      }
    } else {
      _ = try OpenFile(name(of: version), in: directory, for: .creating)
    }
    versions.append(version)
    try recordFile.sync()
    try directory.file.sync(durability)
  }

  /// Keeps the file by a hard link.
  ///
  /// - Returns: Whether there are hard links here, and the file still had its name.
  private func link(_ current: FileSnapshot, as name: FilePath) throws(SystemError) -> Bool {
    let directory = try directory()
    guard try unless(.noHardLinks, current.directory.link(current.name, to: directory, as: name)) != nil
    else {
      return false
    }
    if try directory.status(of: name)?.identity == current.status.identity { return true }
    try directory.remove(name)
    return false
  }

  /// Notes that the change was made which a version was kept for.
  func settle(_ version: Version) throws(SystemError) {
    var settled = version
    if settled.marks.remove(.pending) != nil { try replace(version, with: settled) }
  }

  private func copy(_ text: [UInt8], to name: FilePath) throws(SystemError) {
    let directory = try directory()
    let copy = try OpenFile(FilePath(".new"), in: directory, for: .creating)
    do throws(SystemError) {
      try copy.truncate()
      try copy.write(text)
      try copy.sync()
      try directory.move(copy.path.name, as: name)
    } catch {
      try? directory.remove(copy.path.name)
      throw error
    }
  }

  /// Moves a copy that a merge has taken in to the version that the merge replaced, if it is still what was read.
  func take(_ copy: MergedCopy, from queues: Directory, for version: Version) throws(SystemError) {
    let directory = try directory()
    let copyName = copy.path.name
    // A copy that can't be read again stays where it is.
    guard let file = try? OpenFile(copyName, in: queues, for: .readingInPlace),
      (try? file.bytes()) == copy.text
    else {
      return
    }
    let name = Self.companionName(version.number, [UInt8(ascii: "-")] + copyName.bytes)
    try file.sync()
    if try unless(.otherFileSystem, queues.move(copyName, to: directory, as: name)) == nil {
      try self.copy(copy.text, to: name)
      guard try OpenFile(name, in: directory, for: .readingInPlace).bytes() == copy.text,
        try file.bytes() == copy.text
      else { return try directory.remove(name) }
      try directory.file.sync(.full)
      try queues.remove(copyName)
    }
    companions.append((version.number, name))
    try directory.file.sync()
    try queues.file.sync()
  }

  /// Removes the version that was brought back when another was kept. A copy that its merge had taken in stays, with
  /// the other.
  func removeRestored(by version: Version) throws(SystemError) {
    guard let restored = versions.first(where: { $0.number == version.restored }) else { return }
    if let copy = copy(mergedAfter: restored) {
      let name = Self.companionName(version.number, copy.name.bytes.drop { $0.isDigit })
      try directory().move(copy.name, as: name)
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
    try directory().move(name(of: version), as: name(of: other))
    for index in versions.indices where versions[index].number == version.number { versions[index] = other }
  }

  /// Removes a version.
  ///
  /// Its record goes with the next change, when it is certain that a power cut doesn't bring the version back.
  func remove(_ version: Version) throws(SystemError) {
    try directory().remove(name(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions that are too many, or too much, and what has no version any more.
  func prune() throws(SystemError) {
    for name in strays { try discard(name) }
    var size = 0
    var count = 0
    for version in versions.reversed() {
      if count < Self.maximumCount, size <= Self.maximumSize { size += try self.size(of: version) }
      if count == 0 || count < Self.maximumCount && size <= Self.maximumSize {
        count += 1
      } else {
        try discard(name(of: version))
        versions.removeAll { $0.number == version.number }
      }
    }
  }

  /// Removes what isn't kept any longer. A folder by such a name is none of this program's, and stays.
  private func discard(_ name: FilePath) throws(SystemError) {
    do throws(SystemError) {
      try directory().remove(name)
    } catch {
      guard let status = try directory().status(of: name), status.isRegular else { return }
      throw error
    }
  }

  private func size(of version: Version) throws(SystemError) -> Int {
    let names = companions.filter { $0.number == version.number }.map { $0.name }
    var size = 0
    for name in [name(of: version)] + names {
      // No more than counts: a file may pretend to any size.
      size += min(try directory().status(of: name)?.size ?? 0, Self.maximumSize + 1)
    }
    return size
  }
}
