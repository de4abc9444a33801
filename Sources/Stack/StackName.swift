/// The name of a stack: 1 to 64 ASCII letters, digits, `-`, `_` and inner dots. The name of a
/// conflict copy isn't one.
public struct StackName: Hashable, Sendable {
  /// The name of the default stack, `stack`.
  public static let standard = StackName(unchecked: "stack")

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

  /// The name of the stack's file.
  package var fileName: String { text + ".json" }

  /// The stack whose file has this name; `nil` if it isn't a stack's.
  package init?(fileName: Pathname) {
    self.init(String(decoding: fileName.bytes.dropLast(".json".utf8.count), as: UTF8.self))
    if !self.fileName.utf8.elementsEqual(fileName.bytes) { return nil }
  }
}
