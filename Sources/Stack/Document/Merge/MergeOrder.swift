/// Orders the open tasks of a merged stack, which are identified by numbers, as
/// <doc:Merging#Rules-with-a-common-ancestor> says.
struct MergeOrder {
  /// Our open tasks that stay open, in their order, and the same for the other side.
  private let ours: [Int]
  private let theirs: [Int]
  /// The place of each task in the older order; `nil` if it has none.
  private let base: [Int?]
  /// The date when a task was added.
  private let added: (Int) -> [UInt8]
  /// On how many sides each task is open.
  private var sideCounts: [Int]

  init(ours: [Int], theirs: [Int], base: [Int?], added: @escaping (Int) -> [UInt8]) {
    self.ours = ours
    self.theirs = theirs
    self.base = base
    self.added = added
    sideCounts = [Int](repeating: 0, count: base.count)
    for task in ours + theirs { sideCounts[task] += 1 }
  }

  /// The merged order.
  var tasks: [Int] {
    let one = insertions(ours)
    let other = insertions(theirs)
    let orderingSide = isInOldOrder(ours) && !isInOldOrder(theirs) ? theirs : ours
    var order: [Int] = []
    for place in [front] + orderingSide.filter(isCommon) + [back] {
      if place < front { order.append(place) }
      order += interleaved(one[place], other[place], newestFirst: place == front)
    }
    return order
  }

  private func isCommon(_ task: Int) -> Bool { sideCounts[task] == 2 }

  private func isInOldOrder(_ side: [Int]) -> Bool {
    let places = side.filter(isCommon).compactMap { base[$0] }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The places before and after all common tasks. The others are after a common task.
  private var front: Int { base.count }
  private var back: Int { base.count + 1 }

  /// The tasks that are open on one side only, by their places: after the common task before them,
  /// but at the back if no common task follows.
  private func insertions(_ side: [Int]) -> [[Int]] {
    var insertions = [[Int]](repeating: [], count: base.count + 2)
    var last = front
    for task in side {
      if isCommon(task) { last = task } else { insertions[last].append(task) }
    }
    insertions.swapAt(last, back)
    return insertions
  }

  /// Both sides' tasks of a place by date. Each side's tasks keep their order, and ours is first on
  /// a tie.
  private func interleaved(_ ours: [Int], _ theirs: [Int], newestFirst: Bool) -> [Int] {
    var order: [Int] = []
    var rest = theirs[...]
    for task in ours {
      let date = rest.isEmpty ? [] : added(task)
      while let next = rest.first {
        let (earlier, later) = newestFirst ? (date, added(next)) : (added(next), date)
        guard earlier.lexicographicallyPrecedes(later) else { break }
        order.append(rest.removeFirst())
      }
      order.append(task)
    }
    return order + rest
  }
}
