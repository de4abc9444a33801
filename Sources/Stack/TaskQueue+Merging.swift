// Merging. The article "Merging" states the rules.

import CSystem

extension TaskQueue {
  /// The result of merging another copy.
  public struct Merging: Sendable {
    /// The change. Its `tasks` is empty.
    public let change: QueueChange
    /// The keys that need both values; the queue's own value stays.
    public let conflicts: [MergeConflict]
    /// The values of tasks that lost a conflict.
    public let droppedValues: [DroppedValue]
    /// The new path of the copy, if it was a conflict copy next to the file and was moved into the
    /// history.
    public let copy: Pathname?
    /// What changed in the queue. Only `merge(_:of:in:since:isOlder:)` says it.
    public internal(set) var difference = TaskDifference()
    /// How many tasks were reworded on both sides, so that both wordings are kept.
    public internal(set) var rewordedCount = 0
    /// Whether the other copy had anything new for the queue.
    public internal(set) var bringsNews = false
    /// What came back that other programs had removed, if that function found such a thing.
    public internal(set) var restoration: ForeignRestoration?

    /// Creates a result, such as one for a preview or a test of an app.
    public init(
      change: QueueChange, conflicts: [MergeConflict] = [], droppedValues: [DroppedValue] = [],
      copy: Pathname? = nil
    ) {
      self.change = change
      self.conflicts = conflicts
      self.droppedValues = droppedValues
      self.copy = copy
    }
  }

  /// Merges another `copy` of this stack (a file, or a pipe of at most 256 MiB) into the queue, as
  /// one undoable change.
  ///
  /// The common ancestor isn't known, so what is missing on one side is new on the other (see
  /// <doc:Merging>). A conflict copy next to the file moves into the history if no key at the top
  /// level needs both values.
  ///
  /// - Throws: `QueueError.malformed` if the copy isn't a valid stack,
  ///   `QueueError.notAConflictCopy` if it has the name of a conflict copy and isn't a regular file
  ///   with one hard link.
  @discardableResult public func merge(_ copy: Pathname) throws(QueueError) -> Merging {
    let theirs = MergeInput(try Document(Self.text(ofCopy: copy), of: copy))
    let transaction = try transaction(prompt: shownTask)
    let ours = MergeInput(try Document(transaction.text, of: path))
    let merge = Merge(ours: ours, theirs: theirs)
    let mergedCopy = merge.conflicts.isEmpty ? (copy, theirs.text) : nil
    return Merging(
      merge, try transaction.commit(Change("merge", merge.patch, mergedCopy: mergedCopy)))
  }

  /// Merges two copies with their common ancestor into the first of them, as a merge driver for
  /// git.
  ///
  /// The file `ours` is replaced as safely as that of a queue, but no version of it is kept. Its
  /// layout stays. If no common ancestor is known, `base` is an empty file.
  ///
  /// - Returns: The keys that need both values; the value in `ours`, not the one in `theirs`,
  ///   stays.
  /// - Throws: `QueueError.malformed` if one of the files isn't a valid stack.
  public static func merge(base: Pathname, ours: Pathname, theirs: Pathname) throws(QueueError)
    -> [MergeConflict]
  {
    try mergeFiles(base: base, ours: ours, theirs: theirs).conflicts
  }

  /// Merges like `merge(base:ours:theirs:)`. Also returns the values of tasks that lost a conflict.
  package static func mergeFiles(
    base: Pathname, ours: Pathname, theirs: Pathname
  ) throws(QueueError) -> (conflicts: [MergeConflict], droppedValues: [DroppedValue]) {
    let baseText = try text(ofCopy: base)
    let baseCopy = baseText.isEmpty ? .empty : MergeInput(try Document(baseText, of: base))
    let theirCopy = MergeInput(try Document(text(ofCopy: theirs), of: theirs))
    // Validated before the lock is created next to the file.
    _ = try Document(text(ofCopy: ours), of: ours)
    let transaction = try Transaction(on: ours, keepingIn: nil)
    let ourCopy = MergeInput(try Document(transaction.text, of: ours))
    let merge = Merge(base: baseCopy, ours: ourCopy, theirs: theirCopy)
    try transaction.commit(Change("merge", merge.patch))
    return (merge.conflicts, merge.droppedValues)
  }

  /// How many bytes of a pipe are read.
  private static let maximumPipeSize = 256 * 1024 * 1024

  /// The text of a copy of a stack, from a file or a pipe.
  private static func text(ofCopy path: Pathname) throws(QueueError) -> [UInt8] {
    let file = try openCopy(path)
    let status = try attempt(file.status())
    if status.isRegular { return try attempt(file.bytes(status)) }
    guard status.isPipe else { throw .notAFile(path) }
    file.waitUntilReady()
    let text = try attempt(file.rest(beyond: maximumPipeSize))
    if text.count > maximumPipeSize { throw .system(FileError(.read, file.path, code: EFBIG)) }
    return text
  }

  /// The conflict copies next to the file, sorted by name. Most names have the date, so the oldest
  /// copy comes first. A file whose name only distinguishes it, such as `stack (1).json`, is one if
  /// it is a stack with tasks.
  public func conflictCopies() throws(QueueError) -> [Pathname] {
    // Sync programs create the copy next to the file itself, not next to a link to it.
    guard let (directory, name) = try attempt(unless(.missing, PathWalk.parent(of: path))) else {
      return []
    }
    let file = directory.path(of: name)
    return try attempt(directory.names())
      .filter {
        $0.isConflictCopy(of: file)
          && (try? directory.status(of: $0))??.isRegularWithOneLink == true
          && ($0.isMarkedAsConflictCopy || Self.isStack(directory.path(of: $0)))
      }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { directory.path(of: $0) }
  }

  private static func isStack(_ copy: Pathname) -> Bool {
    guard let text = try? Self.text(ofCopy: copy) else { return false }
    return (try? Document(text))?.tasks != nil
  }

  /// Opens a copy of a stack. It may be a pipe, but with the name of a conflict copy it must be a
  /// regular file with one hard link.
  private static func openCopy(_ path: Pathname) throws(QueueError) -> OpenFile {
    if !path.isLikeConflictCopy { return try attempt(PathWalk.open(path)) }
    let directory = try attempt(PathWalk.directory(path.directory))
    // Opening anything else could have an effect.
    let status = try attempt(directory.status(of: path.name))
    if let status, !status.isRegularWithOneLink { throw .notAConflictCopy(path) }
    let file = try attempt(OpenFile(path.name, in: directory, for: .readingInPlace))
    guard try attempt(file.status()).isRegularWithOneLink else { throw .notAConflictCopy(path) }
    return file
  }
}

extension TaskQueue.Merging {
  /// The result of a merge that is committed.
  init(_ merge: Merge, _ change: QueueChange) {
    self.init(
      change: change, conflicts: merge.conflicts, droppedValues: merge.droppedValues,
      copy: change.copy?.path)
  }
}
