// Taking in what another copy of a stack has.

extension TaskQueue {
  /// What taking in another copy came to.
  public struct Merging: Sendable {
    /// What came, task by task.
    public let changes: MergeChanges
    /// What stands at the front afterwards.
    public let front: Front
    /// Whether there was anything to change; if not, nothing was written.
    public let isChanged: Bool
  }

  /// Takes in what another copy of this stack has, as one change like any other; the copy stays as it is.
  ///
  /// Nobody knows what both were once. So what ended on either side is ended, and all else is kept. Both texts are
  /// held in memory; it takes time in proportion to them.
  ///
  /// - Throws: `QueueError.malformed` if the copy can't be read as a stack.
  @discardableResult
  public func merge(_ copy: FilePath) throws(QueueError) -> Merging {
    let theirs = try QueueFile.validatedText(at: copy)
    let state = try folders.state()
    let transaction = try Transaction(on: file)
    let before = try transaction.text()
    let document = try Document(before ?? Document.emptyText, of: path)
    let merge = Merge.merged(base: nil, ours: document.text, theirs: theirs)
    if !merge.isChanged {
      try transaction.confirm()
      return Merging(changes: merge.changes, front: Front(document.outline), isChanged: false)
    }
    var history = try transaction.history(in: state)
    let text = merge.text(document.text)
    try transaction.commit(
      .text(text, before == nil ? Patch([.new(text)]) : merge.patch),
      keeping: history.next(.undo, command: "merge"), about: nil, in: &history)
    return Merging(changes: merge.changes, front: Front(validated: text), isChanged: true)
  }

  /// Merges two copies that go back to a third into the first of them, as git's merge drivers do it.
  ///
  /// The file is replaced as carefully as a queue's own, but nothing is kept of its past.
  ///
  /// - Parameters:
  ///   - base: What both were once; an empty file if nobody knows.
  ///   - ours: The copy whose layout stays, and that is replaced.
  ///   - theirs: The other copy.
  /// - Throws: `QueueError.malformed` if one of them can't be read as a stack; then nothing was changed.
  public static func merge(base: FilePath, ours: FilePath, theirs: FilePath) throws(QueueError) {
    let baseText = try QueueFile.validatedText(at: base, orEmpty: true)
    let theirText = try QueueFile.validatedText(at: theirs)
    _ = try QueueFile.validatedText(at: ours)
    let transaction = try Transaction(on: QueueFile(path: ours))
    let ourText = try transaction.text() ?? Document.emptyText
    _ = try Document(ourText, of: ours)
    let merge = Merge.merged(base: baseText, ours: ourText, theirs: theirText)
    if merge.isChanged {
      try transaction.commit(merge.text(ourText))
    } else {
      try transaction.confirm()
    }
  }
}

// MARK: - Without files

extension TaskQueue {
  /// The text that came of merging two copies.
  public struct MergedText: Sendable {
    /// The whole text, laid out as ours is.
    public let text: [UInt8]
    /// What came into ours, task by task.
    public let changes: MergeChanges
    /// Whether the text is any different from ours.
    public let isChanged: Bool
  }

  /// A copy that can't be read as a stack.
  public struct InvalidCopy: Error, Equatable, Sendable {
    /// Which copy it is.
    public enum Role: Equatable, Sendable {
      /// What both were once.
      case base
      /// The copy whose layout stays.
      case ours
      /// The other copy.
      case theirs
    }

    /// Which copy it is.
    public let role: Role
    /// Where in its text something is wrong.
    public let position: TextPosition
    /// What is wrong there.
    public let problem: FormatProblem
  }

  /// Merges the texts of two copies of a stack that go back to a third, without touching any file.
  ///
  /// The same texts always give the same result, and taking the same copy in again changes nothing. It takes time
  /// in proportion to the texts (n log n where tasks were moved).
  ///
  /// - Parameters:
  ///   - base: What both were once; `nil` if nobody knows.
  ///   - ours: The copy whose layout stays.
  ///   - theirs: The other copy.
  /// - Throws: `InvalidCopy` if one of them can't be read as a stack.
  public static func merged(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8]
  ) throws(InvalidCopy) -> MergedText {
    if let base { try validate(base, .base) }
    try validate(ours, .ours)
    try validate(theirs, .theirs)
    let merge = Merge.merged(base: base, ours: ours, theirs: theirs)
    return MergedText(text: merge.text(ours), changes: merge.changes, isChanged: merge.isChanged)
  }

  private static func validate(_ text: [UInt8], _ role: InvalidCopy.Role) throws(InvalidCopy) {
    do throws(QueueError) {
      _ = try Document(text, of: FilePath(""))
    } catch {
      // Nothing else can be wrong with a text in memory.
      guard case .malformed(_, let position, let problem) = error else { return }
      throw InvalidCopy(role: role, position: position, problem: problem)
    }
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
