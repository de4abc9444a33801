// The texts that a file and a repository had in common (<doc:UndoHistory#Common-texts>).

/// A text of a queue, and the commit of a repository that has it.
struct CommonText {
  let text: [UInt8]
  let commit: String
  /// What identifies the repository; `nil` for a text that release 1.3 kept.
  let repository: String?
}

extension History {
  /// How many common texts are kept: more than there are repositories that are used in turn.
  private static let maximumCommonTextCount = 16

  /// Whether the file has had a text in common with a repository.
  var hasCommonTexts: Bool { entries.contains { $0.common != nil } }

  /// The entries with common texts, with their records, the newest first.
  private func syncs() throws(FileError) -> [(entry: Entry, commit: String, repository: String?)] {
    var found: [(entry: Entry, commit: String, repository: String?)] = []
    for entry in entries.reversed() where entry.hasCommonText {
      guard let record = try record(of: entry), let commit = record.commit,
        commit.utf8.count >= 40, commit.utf8.allSatisfy({ hexadecimalValue($0) != nil })
      else { continue }
      found.append((entry, commit, record.repository))
    }
    return found
  }

  /// The commits with common texts, the newest first.
  func syncedCommits() throws(FileError) -> [String] { try syncs().map { $0.commit } }

  /// The text that the file and a commit had in common; `nil` if it isn't known.
  func commonText(in commit: String?) throws(FileError) -> [UInt8]? {
    guard let commit,
      let name = try syncs().first(where: { $0.commit == commit })?.entry.common
    else { return nil }
    return try bytes(name)
  }

  /// The common text of a commit, or else the newest one; `nil` if there is none.
  func commonText(preferring commit: String?) throws(FileError) -> CommonText? {
    let syncs = try syncs()
    guard let found = syncs.first(where: { $0.commit == commit }) ?? syncs.first,
      let name = found.entry.common
    else { return nil }
    return CommonText(
      text: try bytes(name), commit: found.commit, repository: found.repository)
  }

  /// Removes the common texts that aren't needed any longer, and then the entries that have no text
  /// either.
  ///
  /// Of each repository, the newest one stays, and so does the one before it, because the
  /// repository may not have got that commit. In the repository of the newest entry, that is the
  /// one with the commit `base`, if there is any.
  func removeCommonTexts(except base: String?) throws(FileError) {
    let syncs = try syncs()
    for (index, sync) in syncs.enumerated() {
      let newer = syncs[..<index].count { $0.repository == sync.repository }
      let isPrevious = newer == 1 && sync.repository != syncs[0].repository
      let isKept = index < Self.maximumCommonTextCount && (newer == 0 || isPrevious)
      guard !isKept, sync.commit != base else { continue }
      try remove(sync.entry.text == nil ? sync.entry.files : [sync.entry.common].compactMap { $0 })
    }
  }
}
