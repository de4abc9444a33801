/// How and when a task left the queue, as the file says it.
public struct TaskEnding: Hashable, Sendable {
  /// The ways in which a task can leave the queue.
  public enum Kind: Hashable, Sendable {
    /// It was done.
    case completed
    /// It was deleted without being done.
    case dropped
    /// It was moved to another stack: `HOST`, `HOST:NAME`, or `:NAME` for one of this user's own. `nil` if the file
    /// doesn't say which.
    case sent(to: String?)
  }

  /// The way in which it left.
  public let kind: Kind
  /// When it left.
  public let date: Timestamp

  /// An ending, such as one for a preview or a test of an app.
  public init(_ kind: Kind, date: Timestamp) {
    self.kind = kind
    self.date = date
  }
}

extension QueuedTask {
  /// How and when the task left the queue; `nil` if it is open, or if the file has no date in the form of `Timestamp`.
  ///
  /// If a person has written several endings by hand, being done takes precedence over being sent, and being sent over
  /// being dropped.
  public var ending: TaskEnding? {
    for key in SchemaKey.endingDates {
      guard let date = date(key) else { continue }
      switch key {
      case .completed: return TaskEnding(.completed, date: date)
      case .sent: return TaskEnding(.sent(to: Container.string(under: .to, in: text)), date: date)
      default: return TaskEnding(.dropped, date: date)
      }
    }
    return nil
  }
}

extension Document {
  /// The tasks of `completed` in the order in which they were finished, only the last ones.
  func finishedTasks(last count: Int) -> [QueuedTask] {
    let finished = elements(of: .completed).enumerated().compactMap {
      index, element -> (Int, Int, ArraySlice<UInt8>)? in
      let text = Array(element)
      if Container.string(under: .title, in: text) == nil { return nil }
      return (QueuedTask(validated: text).ending?.date.seconds ?? .min, index, element)
    }
    return finished.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.suffix(count).map { QueuedTask(validated: Array($0.2)) }
  }
}
