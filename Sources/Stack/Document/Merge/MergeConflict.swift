/// A top-level key that has different values in the two copies, neither of which is known to be older.
public struct MergeConflict: Equatable, Sendable {
  /// The key.
  public let key: String
  /// The other copy's value, as JSON on one line; `nil` if it removed the key.
  public let theirs: String?
}
