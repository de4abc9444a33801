// The texts that a file and a repository had in common (<doc:UndoHistory#Common-texts>).

/// A text of a queue, and the commit of a repository that has it.
struct CommonText {
  let text: [UInt8]
  let commit: String
}

extension Entry {
  /// The command of a change that merged a text from a repository, or that says what the repository
  /// has.
  static let sync = "sync"

  /// What follows the number in the name of a common text.
  static let commonEnding = "+common.json"

  var commonName: Pathname { name(Self.commonEnding) }

  /// Whether it is the entry of a sync, or of one that was killed before it had a commit.
  var isSync: Bool { command == Self.sync || common != nil }
}

extension History {
  /// The entries of syncs that have a commit, the newest first.
  func syncs() throws(FileError) -> [(entry: Entry, commit: String)] {
    var found: [(entry: Entry, commit: String)] = []
    for entry in entries.reversed() where entry.isSync && entry.common != nil {
      guard let commit = try record(of: entry)?.commit,
        commit.utf8.count >= 40, commit.utf8.allSatisfy({ hexadecimalValue($0) != nil })
      else { continue }
      found.append((entry, commit))
    }
    return found
  }

  /// The text that the file and a commit had in common; `nil` if it isn't known.
  func commonText(in commit: String?) throws(FileError) -> [UInt8]? {
    guard let commit,
      let name = try syncs().first(where: { $0.commit == commit })?.entry.common
    else { return nil }
    return try bytes(name)
  }

  /// Writes and syncs the common text of an entry, before the entry is added.
  func keep(_ common: [UInt8], for entry: Entry) throws(FileError) {
    try preparedDirectory().write(common, as: entry.commonName, by: Self.incompleteCopy)
  }

  /// Removes the entries of syncs that the one with the commit `base` and later ones don't need:
  /// older ones, those without a commit, and most of those whose commits the repository didn't get.
  func removeSyncs(since base: String?) throws(FileError) {
    let known = try syncs()
    let oldest = known.first { $0.commit == base }?.entry.number ?? 0
    let kept = known.prefix(Self.maximumSyncCount).map { $0.entry.number } + [oldest]
    try removeSyncs { $0.number < oldest || !kept.contains($0.number) }
  }

  /// How many entries of syncs are kept if the repository gets none of their commits.
  private static let maximumSyncCount = 16
}
