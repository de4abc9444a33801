import Stack

/// What an edit did to the lines of a list, for the acknowledgement.
struct EditCounts {
  private let added: Int
  private var reworded = 0
  private let dropped: Int
  private let isRearranged: Bool

  /// - Parameters:
  ///   - kept: The old places of the elements that are still there, in their new order.
  ///   - count: The number of old elements.
  ///   - added: The number of new elements.
  init(_ kept: [Int], of count: Int, added: Int) {
    self.added = added
    dropped = count - kept.count
    isRearranged = kept != kept.sorted()
  }

  init(_ arrangement: [TaskQueue.Arrangement], of count: Int) {
    let kept = arrangement.compactMap { $0.index }
    self.init(kept, of: count, added: arrangement.count - kept.count)
    reworded = arrangement.count { if case .retitled = $0 { true } else { false } }
  }

  /// The counts that aren't 0, and whether the order changed, such as `1 added, rearranged`.
  var inWords: String {
    let counts = [(added, "added"), (reworded, "reworded"), (dropped, "dropped")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (counts + (isRearranged ? ["rearranged"] : [])).joined(separator: ", ")
  }
}
