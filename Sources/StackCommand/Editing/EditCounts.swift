import Stack

/// What an edit did to the lines of a list, for the acknowledgement.
struct EditCounts {
  private var added: Int
  private var reworded = 0
  private let dropped: Int
  /// The smallest number of elements that had to be moved.
  private let moved: Int

  /// - Parameters:
  ///   - kept: The old places of the elements that are still there, in their new order.
  ///   - count: The number of old elements.
  ///   - added: The number of new elements.
  init(_ kept: [Int], of count: Int, added: Int) {
    self.added = added
    dropped = count - kept.count
    moved = kept.count - kept.longestIncreasingSubsequence
  }

  init(_ arrangement: [TaskQueue.Arrangement], of count: Int) {
    let kept = arrangement.compactMap { $0.index }
    self.init(kept, of: count, added: arrangement.count - kept.count)
    reworded = arrangement.count { if case .retitled = $0 { true } else { false } }
  }

  /// The counts that aren't 0, such as `1 added, 2 moved`.
  var inWords: String {
    [(added, "added"), (reworded, "reworded"), (dropped, "dropped"), (moved, "moved")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

extension [Int] {
  /// The length of the longest increasing subsequence, by patience sorting.
  fileprivate var longestIncreasingSubsequence: Int {
    // For each length, the smallest number with which such a subsequence ends.
    var ends: [Int] = []
    for number in self {
      let place = ends.partitioningIndex { $0 >= number }
      if place == ends.count { ends.append(number) } else { ends[place] = number }
    }
    return ends.count
  }
}
