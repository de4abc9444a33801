// Copies of a file that were left beside it by programs which carry files from machine to machine.

extension FilePath {
  /// What Syncthing puts into the name of such a copy.
  static let syncConflict = ".sync-conflict-"

  /// Whether this is the name of a copy of a file that Syncthing (`stack.sync-conflict-….json`), Dropbox or
  /// Nextcloud (`stack (… conflicted copy …).json`) leave where two machines have changed it.
  func isConflictCopy(of file: FilePath) -> Bool {
    let ending = Array(".json".utf8)
    let stem = file.name.bytes.dropLast(ending.count)
    guard bytes.starts(with: stem), bytes.suffix(ending.count).elementsEqual(ending),
      bytes.count > stem.count + ending.count
    else { return false }
    let middle = bytes[stem.count..<(bytes.count - ending.count)]
    if middle.starts(with: Self.syncConflict.utf8) { return true }
    guard middle.starts(with: " (".utf8), middle.last == UInt8(ascii: ")") else { return false }
    return middle.contains("conflicted copy")
  }
}

/// A copy that was merged in whole, and the text that was read and merged.
typealias MergedCopy = (path: FilePath, text: [UInt8])
