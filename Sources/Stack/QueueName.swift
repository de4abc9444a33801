/// The name of a queue: 1 to 64 ASCII letters, digits, `-`, `_` and inner dots.
public struct QueueName: Equatable, Sendable {
  /// The name of the default queue, `stack`.
  public static let standard = QueueName(unchecked: "stack")

  /// The name as text.
  public let text: String

  private init(unchecked text: String) { self.text = text }

  /// Creates a name; returns `nil` if the text isn't a valid name.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.first != ".", text.last != ".", text.utf8.allSatisfy({ $0.isPlain })
    else { return nil }
    self.init(unchecked: text)
  }
}
