// What can be wrong with texts, titles and tasks, as errors of a queue.

extension Document {
  /// Reads and validates the text of the file at a path.
  init(
    _ text: [UInt8], of path: Pathname, upTo limit: Int = .max,
    includingRest includesRest: Bool = true
  ) throws(QueueError) {
    do throws(ScanError) {
      try self.init(text, upTo: limit, includingRest: includesRest)
    } catch {
      throw .malformed(path, TextPosition(of: error.offset, in: text), error.problem)
    }
  }
}

extension TaskTitle {
  /// A title from a text, without ASCII white space at its ends.
  ///
  /// - Throws: `QueueError.invalidTitle`, so that one `catch` is enough for a title and the change
  ///   that uses it.
  public init(_ text: String) throws(QueueError) {
    do throws(Problem) {
      try self.init(line: text)
    } catch {
      throw .invalidTitle(error)
    }
  }
}

extension QueuedTask {
  /// Checks that each text can be attached: an absolute path or a URL, without NUL.
  static func validate(attachments: [String]) throws(QueueError) {
    for text in attachments
    where text.utf8.first != .slash && text.urlScheme == nil || text.utf8.contains(0) {
      throw .invalidAttachment(text)
    }
  }

  /// The task with another title and other notes; `nil` keeps the old ones.
  func edited(_ title: TaskTitle?, notes edited: [EditedNote]?) throws(QueueError) -> QueuedTask {
    let noteIndices = notes.indices
    for case .kept(let index) in edited ?? [] where !noteIndices.contains(index) {
      throw .invalidArrangement(index: index)
    }
    guard let task = edited.map({ replacingNotes(by: $0) }) ?? self else { throw .customNotes }
    return title.map { task.retitled($0) } ?? task
  }
}
