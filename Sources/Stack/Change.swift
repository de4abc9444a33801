// How a change of a queue comes about: the turn, the new text, the version that is kept.

extension TaskQueue {
  /// Makes a change when the turn has come.
  ///
  /// - Parameters:
  ///   - command: The name under which the change stands in the history.
  ///   - extent: What the edit must know of the file.
  ///   - edit: Says what is to be different. Returns the task that the change is about.
  func change(
    _ command: String, reading extent: ReadingExtent = .whole,
    _ edit: (inout Document) throws(QueueError) -> QueuedTask?
  ) throws(QueueError) -> Outcome {
    let turn = try takeTurn()
    let content = turn.current.map(Content.file) ?? .memory(Document.emptyText)
    var document = Document(content, outline: try QueueFile.outline(of: content, at: path, extent))
    let task = try edit(&document)
    if document.isUnchanged {
      return Outcome(task: task, front: Front(document.outline), isChanged: false)
    }
    var history = try settledHistory(turn)
    var version = history.next(.before, command: command)
    version.isAbsence = turn.current == nil
    let replaced = try turn.replace { (writer) throws(SystemError) in
      try document.write(to: &writer)
    } keeping: { (successor) throws(SystemError) in
      version.successor = successor
      try history.keep(turn.current, as: version)
    }
    try QueueError.wrappingAfterChange { () throws(SystemError) in try history.prune() }
    return Outcome(task: task, front: try frontAfterChange(replaced), isChanged: true)
  }

  // MARK: Undo and redo

  /// What `undo` or `redo` did.
  public struct Restoration: Sendable {
    /// The command that was taken back, or put back.
    public let command: String
    /// Whether changes made by hand went with it.
    public let includesChangesByHand: Bool
    /// What stands at the front afterwards.
    public let front: Front
  }

  /// Takes back the last change.
  ///
  /// - Throws: `QueueError.nothingToUndo` if no earlier version is kept.
  @discardableResult
  public func undo() throws(QueueError) -> Restoration {
    try restore(\.undoable, keepingCurrentAs: .after, orElse: .nothingToUndo)
  }

  /// Puts back the change that was taken back last.
  ///
  /// - Throws: `QueueError.nothingToRedo` if nothing was taken back, or a change was made since.
  @discardableResult
  public func redo() throws(QueueError) -> Restoration {
    try restore(\.redoable, keepingCurrentAs: .before, orElse: .nothingToRedo)
  }

  private func restore(
    _ candidate: KeyPath<History, Version?>, keepingCurrentAs role: Version.Role, orElse nothing: QueueError
  ) throws(QueueError) -> Restoration {
    let turn = try takeTurn()
    if let current = turn.current { _ = try QueueFile.outline(of: .file(current), at: path, .whole) }
    var history = try settledHistory(turn)
    guard let (version, file) = try nextVersion(candidate, in: &history, current: turn.current) else {
      throw nothing
    }
    var kept = history.next(role, command: version.command)
    kept.isFromRedo = role == .before
    kept.isByHand = version.isByHand
    kept.isAbsence = turn.current == nil
    kept.isBeforeAbsence = file == nil
    let replaced: OpenFile?
    if let file {
      let size = try QueueFile.outline(of: .file(file), at: file.path, .whole).size
      replaced = try turn.replace { (writer) throws(SystemError) in
        try writer.write(0..<size, of: .file(file))
      } keeping: { (successor) throws(SystemError) in
        kept.successor = successor
        try history.keep(turn.current, as: kept)
      }
    } else {
      try turn.remove { () throws(SystemError) in try history.keep(turn.current, as: kept) }
      replaced = nil
    }
    try QueueError.wrappingAfterChange { () throws(SystemError) in
      try history.remove(version)
      try history.prune()
    }
    return Restoration(
      command: version.command, includesChangesByHand: version.isByHand,
      front: try frontAfterChange(replaced))
  }

  /// The version to bring back, with its file unless it stands for the absence of one.
  ///
  /// One that is the same as the file in use was left by a command that was killed after it had brought it
  /// back; it is no version any more.
  private func nextVersion(
    _ candidate: KeyPath<History, Version?>, in history: inout History, current: OpenFile?
  ) throws(QueueError) -> (Version, OpenFile?)? {
    do throws(SystemError) {
      while let version = history[keyPath: candidate] {
        let file = try history.open(version)
        if try !haveSameContents(file, current) { return (version, file) }
        try history.remove(version)
      }
      return nil
    } catch {
      throw .system(error)
    }
  }

  private func haveSameContents(_ one: OpenFile?, _ other: OpenFile?) throws(SystemError) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    let size = try one.status().size
    guard try other.status().size == size else { return false }
    let step = Content.step
    for start in stride(from: 0, to: size, by: step) {
      let range = start..<min(size, start + step)
      if try Content.file(one).bytes(range) != Content.file(other).bytes(range) { return false }
    }
    return true
  }

  // MARK: Details

  private func takeTurn() throws(QueueError) -> WriterTurn {
    try WriterTurn(at: try QueueError.wrapping { () throws(SystemError) in try file.resolved() })
  }

  private func settledHistory(_ turn: WriterTurn) throws(QueueError) -> History {
    let state = try folders.state()
    return try QueueError.wrapping { () throws(SystemError) in
      var history = try History(of: turn.path, in: state)
      try history.settle(with: turn.status)
      return history
    }
  }

  private func frontAfterChange(_ file: OpenFile?) throws(QueueError) -> Front {
    guard let file else { return Front() }
    do throws(QueueError) {
      return Front(try QueueFile.outline(of: .file(file), at: path, .tasks(Front.maximumDepth)))
    } catch {
      if case .system(let error) = error { throw .incomplete(error) }
      throw error
    }
  }
}
