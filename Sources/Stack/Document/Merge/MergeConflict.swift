/// A key at the top level of the file whose value each copy changed to a different one.
public struct MergeConflict: Equatable, Sendable {
  /// The key.
  public let key: String
  /// The other copy's value, as JSON on one line; `nil` if it removed the key.
  public let theirs: String?
}
