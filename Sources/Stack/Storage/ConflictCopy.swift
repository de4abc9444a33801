// Conflict copies, which sync programs create next to a file that two machines have changed.

extension Pathname {
  /// The part of the name by which Syncthing marks a conflict copy.
  private static let syncConflict = ".sync-conflict-"

  /// Whether this could have the name of a conflict copy of any file.
  package var isLikeConflictCopy: Bool {
    name.bytes[...].contains(Self.syncConflict) || name.bytes[...].contains("conflicted copy")
  }

  /// Whether this has the name of a conflict copy of a file, by Syncthing
  /// (`stack.sync-conflict-….json`), Dropbox or Nextcloud (`stack (… conflicted copy …).json`).
  func isConflictCopy(of file: Pathname) -> Bool {
    // A stack's file may be a link to a file with another ending, or with none.
    let copy = name.bytes
    let original = file.name.bytes
    let stem = original[..<(original.lastIndex(of: UInt8(ascii: ".")) ?? original.endIndex)]
    let ending = original[stem.endIndex...]
    guard copy.starts(with: stem), copy.suffix(ending.count).elementsEqual(ending) else {
      return false
    }
    let middle = copy.dropFirst(stem.count).dropLast(ending.count)
    return middle.starts(with: Self.syncConflict.utf8)
      || middle.starts(with: " (".utf8) && middle.last == UInt8(ascii: ")")
        && middle.contains("conflicted copy")
  }
}

/// A copy that was merged in full, and the text that was read and merged.
typealias MergedCopy = (path: Pathname, text: [UInt8])
