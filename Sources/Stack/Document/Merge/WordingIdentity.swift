// The identities of two wordings of one task (<doc:Merging#Two-wordings>).

/// The `added` of the task with the larger title, after two copies have given one task different
/// titles. It follows from the task's `added` and that title, so every machine computes the same.
enum WordingIdentity {
  private static let microsecondsPerSecond = 1_000_000

  /// How many microseconds the derived `added` is after the original one, within the same second:
  /// at least 1, so the two always differ.
  private static func distance(for title: [UInt8]) -> Int { 1 + Int(title.fnv1a % 999_999) }

  /// The `added` of a task with a title that was derived from the one with an `added`.
  static func added(for title: [UInt8], from original: Timestamp) -> Timestamp {
    moved(original, by: distance(for: title))
  }

  /// The `added` of the task from which one with this title and `added` was derived, if it was
  /// derived from any.
  static func original(of added: Timestamp, _ title: [UInt8]) -> Timestamp {
    moved(added, by: microsecondsPerSecond - distance(for: title))
  }

  private static func moved(_ added: Timestamp, by microseconds: Int) -> Timestamp {
    Timestamp(
      seconds: added.seconds,
      microseconds: (added.microseconds + microseconds) % microsecondsPerSecond)
  }
}
