// What can be wrong with texts and titles, as errors of a queue.

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
