/// The name of a queue: 1 to 64 ASCII letters, digits, `-`, `_` and inner dots. The name of a
/// conflict copy isn't one.
public struct QueueName: Hashable, Sendable {
  /// The name of the default queue, `stack`.
  public static let standard = QueueName(unchecked: "stack")

  /// The name as text.
  public let text: String

  private init(unchecked text: String) { self.text = text }

  /// Creates a name; returns `nil` if the text isn't a valid name.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.first != ".", text.last != ".",
      text.utf8.allSatisfy({ $0.isPlain }),
      !Pathname(unchecked: text).isMarkedAsConflictCopy
    else { return nil }
    self.init(unchecked: text)
  }

  /// The name of the queue's file.
  package var fileName: String { text + ".json" }

  /// The queue whose file has this name; `nil` if it isn't a queue's.
  package init?(fileName: Pathname) {
    self.init(String(decoding: fileName.bytes.dropLast(".json".utf8.count), as: UTF8.self))
    if !self.fileName.utf8.elementsEqual(fileName.bytes) { return nil }
  }
}
