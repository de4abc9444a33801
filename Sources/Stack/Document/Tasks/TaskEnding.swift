/// How and when a task left the queue, as the file says it.
public struct TaskEnding: Hashable, Sendable {
  // Each has the key of its date in `SchemaKey.endingDates`, and a place in `QueuedTask.ending`.
  /// The ways in which a task can leave the queue.
  public enum Kind: Hashable, Sendable {
    /// It was done.
    case completed
    /// It was deleted without being done.
    case dropped
    /// It was moved to another stack: `HOST`, `HOST:NAME`, or `:NAME` for one of this user's own.
    /// `nil` if the file doesn't say which.
    case sent(to: String?)
  }

  /// The way in which it left.
  public let kind: Kind
  /// When it left.
  public let date: Timestamp

  /// Creates an ending, for example for an app's preview or test.
  public init(_ kind: Kind, date: Timestamp) {
    self.kind = kind
    self.date = date
  }
}

extension QueuedTask {
  /// How and when the task left the queue; `nil` if it is open, or if the file has no date in the
  /// form of `Timestamp`.
  ///
  /// If a person has written several endings by hand, being done takes precedence over being sent,
  /// and being sent over being dropped.
  public var ending: TaskEnding? {
    if let date = date(.completed) { return TaskEnding(.completed, date: date) }
    if let date = date(.sent) {
      return TaskEnding(.sent(to: Container.string(under: .to, in: text)), date: date)
    }
    return date(.dropped).map { TaskEnding(.dropped, date: $0) }
  }

  /// The task as an entry of `completed`. This ending replaces any older one, and the task isn't
  /// snoozed any more.
  func ended(_ ending: TaskEnding.Kind, at time: Timestamp) -> QueuedTask {
    let task = withoutEnding.awake
    return switch ending {
    case .completed: task.setting(.completed, toString: time.dateText)
    case .dropped: task.setting(.dropped, toString: time.dateText)
    case .sent(let recipient):
      task.setting(.sent, toString: time.dateText).setting(
        .to, to: recipient.map { JSONText.encode($0) })
    }
  }

  /// The task without the keys of an ending. A person may have moved it back from `completed` by
  /// hand without removing these keys, and a task from another machine may contain them.
  var withoutEnding: QueuedTask { removing { $0?.isOfEnding == true } }

  /// The task without some of its keys; `nil` is a custom key.
  func removing(_ isRemoved: (SchemaKey?) -> Bool) -> QueuedTask {
    let rest = JSONObject(text).removing(where: isRemoved)
    return rest.count == text.count ? self : with(rest)
  }
}

extension JSONObject {
  /// The members that describe how a task ended.
  var ending: [[UInt8]] {
    members.filter { $0.key?.isOfEnding == true }.map { Array(text[$0.range]) }
  }

  /// The text of a task with these members instead of those that describe how it ended.
  func withEnding(_ ending: [[UInt8]]) -> [UInt8] {
    removing(where: { $0?.isOfEnding == true }, adding: ending)
  }
}

extension Document {
  /// The last `count` tasks of `completed`, in the order in which they were finished.
  func finishedTasks(last count: Int) -> [QueuedTask] {
    let dated = items(of: .completed).map { task(in: $0.range) }
      .filter { !$0.title.isEmpty || Container.string(under: .title, in: $0.text) != nil }
      .identified
      .map { (date: $0.ending?.date.seconds ?? .min, task: $0) }
    return dated.sorted { $0.date < $1.date }.suffix(max(count, 0)).map { $0.task }
  }
}
