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
    let theirs = MergeCopy(try Document(Self.text(ofCopy: copy), of: copy))
    let transaction = try transaction()
    let ours = MergeCopy(try Document(transaction.text, of: path))
    let past = try transaction.past(of: ours, theirs)
    let merge = past.hasTheirs ? nil : Merge(base: past.base, ours: ours, theirs: theirs)
    guard let merge, merge.isChanged else {
      return Merging(
        front: try transaction.confirm(), isChanged: false, conflicts: merge?.conflicts ?? [], copy: nil)
    }
    let front = try transaction.commit(
      merge.patch, as: "merge",
      taking: merge.conflicts.isEmpty ? (copy, theirs.text) : nil)
    return Merging(
      front: front, isChanged: true, conflicts: merge.conflicts, copy: transaction.history?.newestCopy)
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
    let baseText = try text(ofCopy: base)
    let baseCopy = baseText.isEmpty ? nil : MergeCopy(try Document(baseText, of: base))
    let theirCopy = MergeCopy(try Document(text(ofCopy: theirs), of: theirs))
    // Before a lock is made beside it: it must be there, and sound.
    _ = try Document(text(ofCopy: ours), of: ours)
    let transaction = try Transaction(on: ours, keepingIn: nil)
    let ourCopy = MergeCopy(try Document(transaction.text, of: ours))
    let merge = Merge(base: baseCopy, ours: ourCopy, theirs: theirCopy)
    try transaction.commit(merge.patch, as: "merge")
    return merge.conflicts
  }

  /// The text of a copy of a stack, from a file or a pipe.
  private static func text(ofCopy path: FilePath) throws(QueueError) -> [UInt8] {
    let file = try openCopy(path)
    let status = try attempt(file.status())
    if status.isRegular { return try attempt(file.bytes()) }
    guard status.isPipe else { throw .notAFile(path) }
    file.waitUntilReady()
    return try attempt(file.rest(atMost: 256 * 1024 * 1024))
  }
}

extension Transaction {
  /// What two copies were once, as far as it is kept; and whether theirs is what ours is or was, and so brings nothing.
  fileprivate func past(
    of ours: MergeCopy, _ theirs: MergeCopy
  ) throws(QueueError) -> (base: MergeCopy?, hasTheirs: Bool) {
    if theirs.text == ours.text { return (nil, true) }
    guard let history = try attempt(openedHistory()) else { return (nil, false) }
    let search = MergeBase(ours: ours, theirs: theirs)
    var best: (version: Version, distance: Int)?
    // One that can't be read is passed over.
    for version in history.versions {
      guard let text = try? history.text(of: version) else { continue }
      if text == theirs.text { return (nil, true) }
      if let copy = try? MergeCopy(text), let distance = search.distance(from: copy),
        distance < best?.distance ?? .max
      {
        best = (version, distance)
      }
    }
    // Only one at a time is held in memory; so it is read again.
    guard let best, let text = try? history.text(of: best.version) else { return (nil, false) }
    return (try? MergeCopy(text), false)
  }
}
