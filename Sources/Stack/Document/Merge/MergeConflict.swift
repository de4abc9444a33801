/// A top-level key that has different values in the two copies, neither of which is known to be
/// older.
public struct MergeConflict: Equatable, Sendable {
  /// The key.
  public let key: String
  /// The other copy's value, as JSON on one line; `nil` if it removed the key.
  public let theirs: String?

  /// Creates a conflict, such as one for a test of an app.
  public init(key: String, theirs: String?) {
    self.key = key
    self.theirs = theirs
  }
}

/// A value of a task that a merge dropped, because the two copies have different values under a
/// key, and neither is known to be older.
public struct DroppedValue: Equatable, Sendable {
  /// The title of the task.
  public let task: String
  /// The key.
  public let key: String
  /// The value, as JSON on one line.
  public let value: String

  /// Creates a dropped value, such as one for a test of an app.
  public init(task: String, key: String, value: String) {
    self.task = task
    self.key = key
    self.value = value
  }

  init(task: String, key: String, value: [UInt8]?) {
    let text = value.map { String(decoding: JSONText.oneLine($0), as: UTF8.self) }
    self.init(task: task, key: key, value: text ?? "")
  }
}
