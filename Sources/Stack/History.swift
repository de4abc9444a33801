// The versions that a file had, kept for undo and redo.

/// A version of the file that was kept, as the name of the kept file tells it.
///
/// The names are made for people too: `000042-20261121T100500.123456789Z-before-done.json` is the file as
/// it was before the `done` of that moment, and `…-after-done.json` as it was after it, before it was taken
/// back.
struct Version: Equatable {
  /// What a version is for.
  enum Role: String {
    /// `undo` can bring it back.
    case before
    /// `redo` can bring it back.
    case after
    /// It is kept for people only: a change came after it was undone.
    case past
  }

  /// The versions are numbered as they come.
  var number: Int
  /// The time that the file carries which took this version's place.
  var successor: Timestamp
  var role: Role
  /// The command that lies between this version and its neighbour.
  var command: String
  /// Whether it was kept by `redo`.
  var isFromRedo = false
  /// Whether changes made by hand lie between this version and its neighbour too.
  var isByHand = false
  /// Whether there was no file.
  var isAbsence = false
  /// Whether no file took its place.
  var isBeforeAbsence = false

  private enum Flag: String, CaseIterable {
    case again
    case byHand = "hand"
    case removed
  }

  var fileName: String {
    let digits = String(number)
    var parts = [String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits]
    parts += [successor.nameText, role.rawValue, command]
    if isFromRedo { parts.append(Flag.again.rawValue) }
    if isByHand { parts.append(Flag.byHand.rawValue) }
    if isBeforeAbsence { parts.append(Flag.removed.rawValue) }
    return parts.joined(separator: "-") + (isAbsence ? ".none" : ".json")
  }

  init(number: Int, successor: Timestamp, role: Role, command: String) {
    self.number = number
    self.successor = successor
    self.role = role
    self.command = command
  }

  init?(fileName: String) {
    guard fileName.hasSuffix(".json") || fileName.hasSuffix(".none") else { return nil }
    let parts = fileName.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, let number = Int(parts[0]), let time = Timestamp(nameText: parts[1]),
      let role = Role(rawValue: String(parts[2]))
    else { return nil }
    self.init(number: number, successor: time, role: role, command: String(parts[3]))
    isAbsence = fileName.hasSuffix(".none")
    for part in parts[4...] {
      switch Flag(rawValue: String(part)) {
      case .again: isFromRedo = true
      case .byHand: isByHand = true
      case .removed: isBeforeAbsence = true
      case nil: return nil
      }
    }
    // A name that says the same in another way is somebody else's file.
    if self.fileName != fileName { return nil }
  }
}

/// The versions that a file had, in a folder of their own.
///
/// The last version's `successor` is the time of the file in use. If the file has another time, it was
/// changed by hand since.
struct History {
  static let maximumCount = 64
  /// In bytes.
  static let maximumSize = 16 * 1024 * 1024

  private let folder: FilePath
  private(set) var versions: [Version] = []

  /// Reads which versions are kept of a file.
  ///
  /// - Parameters:
  ///   - path: The real path of the file, which the folder of its history mirrors.
  ///   - state: The folder of all histories.
  init(of path: FilePath, in state: FilePath) throws(SystemError) {
    folder = state.appending(path)
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      guard error.isMissingFile else { throw error }
      names = []
      try FileSystem.createFolder(folder)
    }
    versions = names.compactMap(Version.init(fileName:)).sorted { $0.number < $1.number }
  }

  /// What `undo` brings back.
  var undoable: Version? { versions.last { $0.role == .before } }
  /// What `redo` brings back.
  var redoable: Version? { versions.last { $0.role == .after } }

  /// The file of a version; `nil` where it stands for the absence of one.
  func open(_ version: Version) throws(SystemError) -> OpenFile? {
    version.isAbsence ? nil : try OpenFile(path(of: version), for: .reading)
  }

  func path(of version: Version) -> FilePath { folder.appending(version.fileName) }

  /// A version that is to be kept next.
  func next(_ role: Version.Role, command: String) -> Version {
    Version(
      number: (versions.last?.number ?? 0) + 1, successor: .now, role: role, command: command)
  }

  // MARK: Changes

  /// Brings the history up to the file as it is now: what a killed command left half done, and what was
  /// changed by hand.
  ///
  /// - Parameter current: What the system knows of the file; `nil` where there is none.
  mutating func settle(with current: FileStatus?) throws(SystemError) {
    if let last = versions.last, try isInUse(last, current) { try remove(last) }
    if let last = versions.last, !isSuccessor(of: last, current) {
      if var version = undoable, !version.isByHand {
        version.isByHand = true
        try rename(to: version)
      }
      try retire { _ in true }
    } else if let lastChange = versions.last(where: { $0.role == .before && !$0.isFromRedo }) {
      try retire { $0.number < lastChange.number }
    }
  }

  /// Keeps the file that is about to be replaced.
  mutating func keep(_ current: OpenFile?, as version: Version) throws(SystemError) {
    let kept = path(of: version)
    if let current {
      do throws(SystemError) {
        try FileSystem.link(current.path, to: kept)
      } catch {
        guard error.meansNoHardLinks else { throw error }
        try copy(current, to: kept)
      }
    } else {
      _ = try OpenFile(kept, for: .creating)
    }
    versions.append(version)
  }

  mutating func remove(_ version: Version) throws(SystemError) {
    try FileSystem.remove(path(of: version))
    versions.removeAll { $0.number == version.number }
  }

  /// Removes the oldest versions that are too many, or too much.
  mutating func prune() throws(SystemError) {
    var count = 0
    var size = 0
    for version in versions.reversed() {
      count += 1
      size += try FileSystem.status(of: path(of: version))?.size ?? 0
      if count > 1, count > Self.maximumCount || size > Self.maximumSize { try remove(version) }
    }
  }

  // MARK: Details

  /// Whether a version is the file in use: a command was killed after it was kept, before it was replaced.
  private func isInUse(_ version: Version, _ current: FileStatus?) throws(SystemError) -> Bool {
    guard let current else { return version.isAbsence }
    if version.isAbsence { return false }
    let kept = try FileSystem.status(of: path(of: version))
    return kept?.size == current.size && kept?.modified == current.modified
  }

  private func isSuccessor(of version: Version, _ current: FileStatus?) -> Bool {
    current.map { !version.isBeforeAbsence && $0.modified == version.successor } ?? version.isBeforeAbsence
  }

  private mutating func retire(where condition: (Version) -> Bool) throws(SystemError) {
    for var version in versions where version.role == .after && condition(version) {
      version.role = .past
      try rename(to: version)
    }
  }

  /// Gives the file of a version the name that fits what the version is now.
  private mutating func rename(to version: Version) throws(SystemError) {
    guard let index = versions.firstIndex(where: { $0.number == version.number }) else { return }
    try FileSystem.rename(path(of: versions[index]), to: path(of: version))
    versions[index] = version
  }

  private func copy(_ file: OpenFile, to kept: FilePath) throws(SystemError) {
    let copy = try OpenFile(folder.appending(".new"), for: .creating)
    do throws(SystemError) {
      try copy.truncate()
      let status = try file.status()
      var writer = TextWriter(copy, bufferSize: Content.step)
      _ = try writer.write(0..<status.size, of: .file(file))
      try writer.flush()
      try copy.setModified(status.modified)
      try copy.sync()
      try FileSystem.rename(copy.path, to: kept)
    } catch {
      try? FileSystem.remove(copy.path)
      throw error
    }
  }
}
