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
