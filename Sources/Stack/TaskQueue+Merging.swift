// Taking in what another copy of a stack has.

extension TaskQueue {
  /// What taking in another copy came to.
  public struct Merging: Sendable {
    /// What stands at the front afterwards.
    public let front: Front
    /// Whether there was anything to change; if not, nothing was written.
    public let isChanged: Bool
    /// The keys at the top to which both copies gave a value of their own; the queue keeps its own.
    public let conflicts: [MergeConflict]
  }

  /// Takes in what another copy of this stack has, as one change like any other; the copy stays as it is.
  ///
  /// What both were once is looked for among the kept versions. If it isn't there, what ended on either side is ended,
  /// and all else is kept. A copy that equals the queue or a kept version brings nothing.
  ///
  /// - Throws: `QueueError.malformed` if the copy can't be read as a stack.
  @discardableResult
  public func merge(_ copy: FilePath) throws(QueueError) -> Merging {
    let theirText = try QueueFile.text(ofCopy: copy)
    let theirs = try MergeCopy(theirText, of: copy)
    let state = try folders.state()
    let transaction = try Transaction(on: file)
    let before = try transaction.text()
    let ours = try MergeCopy(before ?? Document.emptyText, of: path)
    var history = try transaction.history(in: state)
    guard ours.text != theirs.text, case .some(let base) = try history.base(ours, theirs) else {
      try transaction.confirm()
      return Merging(front: Front(ours.document.outline), isChanged: false, conflicts: [])
    }
    let merge = Merge(base: base, ours: ours, theirs: theirs)
  }
}

// MARK: - Copies that lie about

extension TaskQueue {
  /// The copies that programs which carry files from machine to machine have left beside the file, where both
  /// machines had changed it, as far as taking them in would change something.
  package func conflictCopies() throws(QueueError) -> [FilePath] {
    let real: FilePath
    let names: [FilePath]
    do throws(SystemError) {
      // What carries files sees the file itself, not a link to it.
      real = try file.resolved()
      names = try FileSystem.names(in: real.folder)
    } catch {
      throw .system(error)
    }
    let folder = real.folder
    let stem = real.name.bytes.dropLast(".json".utf8.count)
    let copies = names.filter { $0.isConflictCopy(of: Array(stem)) }
    if copies.isEmpty { return [] }
    let ours = try QueueFile.validatedText(at: path)
    var found: [FilePath] = []
    for copy in copies.map({ folder.appending($0) }).sorted(by: {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }) {
      // What can't be read is of no help here.
      guard let theirs = try? QueueFile.validatedText(at: copy) else { continue }
      if Merge.merged(base: nil, ours: ours, theirs: theirs).isChanged { found.append(copy) }
    }
    return found
  }
}

extension FilePath {
  /// Whether this is the name of a copy of `STEM.json` that Syncthing (`STEM.sync-conflict-….json`), Dropbox or
  /// Nextcloud (`STEM (… conflicted copy …).json`) have left.
  fileprivate func isConflictCopy(of stem: [UInt8]) -> Bool {
    guard bytes.starts(with: stem), bytes.suffix(5).elementsEqual(".json".utf8),
      bytes.count > stem.count + 5
    else { return false }
    let middle = Array(bytes[stem.count..<(bytes.count - 5)])
    if middle.starts(with: ".sync-conflict-".utf8) { return true }
    guard middle.starts(with: " (".utf8), middle.last == UInt8(ascii: ")") else { return false }
    let words = Array("conflicted copy".utf8)
    return middle.indices.contains { middle[$0...].starts(with: words) }
  }
}
