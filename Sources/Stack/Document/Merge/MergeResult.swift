// What a merge came to.

/// The text that came of merging, and what came into ours with it.
struct MergeResult: Equatable, Sendable {
  typealias Changes = MergeChanges

  /// What makes the new text of ours.
  let patch: Patch
  /// Whether it is any different from ours.
  let isChanged: Bool
  let changes: Changes
  /// Whether both sides gave a key another value: of a task, theirs stands as a task of its own behind ours
  /// then, and at the top only ours stands.
  let hasConflict: Bool

  /// The whole new text.
  ///
  /// - Parameter ours: The text that was merged into.
  func text(_ ours: [UInt8]) -> [UInt8] { patch.applied(to: ours) ?? ours }
}

/// What came into ours: how many tasks are different now, and in which way. Each counts once.
public struct MergeChanges: Equatable, Sendable {
  /// Open tasks that weren't there.
  public internal(set) var added = 0
  /// Tasks that were completed, and now are here too.
  public internal(set) var completed = 0
  /// Tasks that were dropped.
  public internal(set) var dropped = 0
  /// Tasks that were sent to somebody.
  public internal(set) var sent = 0
  /// Tasks that are open again.
  public internal(set) var reopened = 0
  /// Tasks that have another title.
  public internal(set) var reworded = 0
  /// Tasks of which anything else is different: what is attached, keys of the user's own.
  public internal(set) var edited = 0
  /// Tasks that are gone because somebody deleted them by hand.
  public internal(set) var removed = 0
  /// Whether tasks that were open and still are stand in another order.
  public internal(set) var isReordered = false
}
