// The name of a queue, and which names are valid.

/// The name of a queue: ASCII letters, digits, `-`, `_` and inner dots, at most 64 of them.
public struct QueueName: Equatable, Sendable {
  /// The queue that is used when no other is chosen.
  public static let standard = QueueName(unchecked: "stack")

  /// The name as text.
  public let text: String

  private init(unchecked text: String) { self.text = text }
}

extension QueueName {
  /// Creates a name; `nil` if the text isn't a valid one.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.first != ".", text.last != ".",
      text.utf8.allSatisfy({ $0.isPlain })
    else { return nil }
    self.init(unchecked: text)
  }
}
