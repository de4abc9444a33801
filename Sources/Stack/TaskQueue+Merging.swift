// Taking in what another copy of a stack has.

/// A key at the top of the file to which both copies gave a value of their own.
public struct MergeConflict: Equatable, Sendable {
  /// The key.
  public let key: String
  /// The other copy's value, as JSON on one line; `nil` where it took the key away.
  public let theirs: String?
}

extension TaskQueue {
  /// What taking in another copy came to.
  public struct Merging: Sendable {
    /// What stands at the front afterwards.
    public let front: Front
    /// Whether there was anything to change; if not, nothing was written.
    public let isChanged: Bool
    /// The keys that need both values; the queue keeps its own.
    public let conflicts: [MergeConflict]
    /// Where the copy is now, if it lay beside the file and was moved into the history.
    public let copy: FilePath?
  }

  /// Takes in what another copy of this stack has, as one change like any other.
  ///
  /// What both were once is looked for among the kept versions. If it isn't there, what ended on either side is ended,
  /// and all else is kept. A copy that equals the queue or a kept version brings nothing. One that a program which
  /// carries files has left beside the file is moved into the history, if all of it was taken in.
  ///
  /// - Throws: `QueueError.malformed` if the copy can't be read as a stack.
  @discardableResult
  public func merge(_ copy: FilePath) throws(QueueError) -> Merging {
    let theirs = MergeCopy(try Document(QueueFile.text(ofCopy: copy), of: copy))
    let transaction = try transaction()
    let ours = MergeCopy(try Document(transaction.text ?? Document.emptyText, of: path))
    let past = try transaction.past(of: ours, theirs)
    let merge = past.map { Merge(base: $0.base, ours: ours, theirs: theirs) }
    guard let merge, merge.isChanged else {
      try transaction.confirm()
      return Merging(
        front: Front(of: ours.text), isChanged: false, conflicts: merge?.conflicts ?? [], copy: nil)
    }
    let isMoved = merge.conflicts.isEmpty ? try isConflictCopy(copy) : false
    try transaction.commit(
      .patch(merge.patch, of: ours.text), as: "merge",
      taking: isMoved ? MergedCopy(path: copy, text: theirs.text) : nil)
    return Merging(
      front: Front(of: merge.patch, from: ours.text), isChanged: true, conflicts: merge.conflicts,
      copy: isMoved ? transaction.copyOfLastMerge : nil)
  }

  /// Merges two copies that go back to a third into the first of them, as git's merge drivers do it.
  ///
  /// The file is replaced as carefully as a queue's own, but nothing is kept of its past.
  ///
  /// - Parameters:
  ///   - base: What both were once; an empty file if nobody knows.
  ///   - ours: The copy whose layout stays, and that is replaced.
  ///   - theirs: The other copy.
  /// - Returns: The keys that need both values; ours keeps its own.
  /// - Throws: `QueueError.malformed` if one of them can't be read as a stack; then nothing was changed.
  public static func merge(
    base: FilePath, ours: FilePath, theirs: FilePath
  ) throws(QueueError) -> [MergeConflict] {
    let baseText = try QueueFile.text(ofCopy: base)
    let baseCopy = baseText.isEmpty ? nil : MergeCopy(try Document(baseText, of: base))
    let theirCopy = MergeCopy(try Document(QueueFile.text(ofCopy: theirs), of: theirs))
    _ = try Document(QueueFile.text(ofCopy: ours), of: ours)
    let transaction = try Transaction(on: QueueFile(path: ours), keepingIn: nil)
    let ourCopy = MergeCopy(try Document(transaction.text ?? Document.emptyText, of: ours))
    let merge = Merge(base: baseCopy, ours: ourCopy, theirs: theirCopy)
    if merge.patch.pieces == [.original(0..<ourCopy.text.count)] {
      try transaction.confirm()
    } else {
      try transaction.commit(.patch(merge.patch, of: ourCopy.text), as: "merge")
    }
    return merge.conflicts
  }
}

extension Transaction {
  /// Where the copy is now that the last change has taken in.
  fileprivate var copyOfLastMerge: FilePath? {
    history?.versions.last.flatMap { history?.copy(mergedAfter: $0) }
  }

  /// What two copies were once, as far as it is kept.
  fileprivate struct Past {
    let base: MergeCopy?
  }

  /// What two copies were once; `nil` where theirs is what ours is or was, and so brings nothing.
  fileprivate func past(of ours: MergeCopy, _ theirs: MergeCopy) throws(QueueError) -> Past? {
    if theirs.text == ours.text { return nil }
    let search = MergeBase(ours: ours, theirs: theirs)
    var best: (index: Int, distance: Int)?
    var versions = try keptTexts()
    var index = 0
    while let text = versions?.next() {
      if text == theirs.text { return nil }
      // One that can't be read is passed over.
      if let version = try? MergeCopy(text), let distance = search.distance(from: version),
        distance < best?.distance ?? .max
      {
        best = (index, distance)
      }
      index += 1
    }
    guard let best else { return Past(base: nil) }
    // Only one at a time is held in memory; so it is read again.
    versions = try keptTexts()
    for _ in 0..<best.index { _ = versions?.next() }
    return Past(base: versions?.next().flatMap { try? MergeCopy($0) })
  }
}

// MARK: - Copies that lie about

extension TaskQueue {
  /// The copies of the file that programs which carry files from machine to machine have left beside it, where both
  /// machines had changed it. They go by their names alone.
  package func conflictCopies() throws(QueueError) -> [FilePath] {
    do throws(SystemError) {
      // What carries files sees the file itself, not a link to it.
      let real = try file.resolved()
      return try FileSystem.names(in: real.folder).filter { $0.isConflictCopy(of: real) }
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        .map { real.folder.appending($0) }
    } catch {
      throw .system(error)
    }
  }

  /// Whether a file is such a copy.
  private func isConflictCopy(_ copy: FilePath) throws(QueueError) -> Bool {
    do throws(SystemError) {
      let real = try file.resolved()
      guard copy.name.isConflictCopy(of: real) else { return false }
      return try FileSystem.realPath(of: copy.folder) == real.folder
    } catch {
      throw .system(error)
    }
  }
}
