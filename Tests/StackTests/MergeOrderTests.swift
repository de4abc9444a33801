// In which order the tasks stand after a merge: all arrangements of a few tasks, and a new one on each side.

import Testing

@testable import Stack

@Suite struct MergeOrderTests {
  private func order(_ count: Int, _ ours: [Int], _ theirs: [Int]) -> [Int] {
    // Behind those of the base come the new one of ours, and the one of theirs, which is older.
    MergeOrder.open(ours: ours, theirs: theirs, base: Array(0..<count) + [nil, nil]) { [UInt8(100 - $0)] }
  }

  /// All arrangements of the tasks of a base, without and with a new one anywhere.
  private func arrangements(of count: Int, new: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    for task in 0..<count {
      all = all.flatMap { order in order.indices.map { order.inserting(task, at: $0) } + [order + [task]] }
    }
    return all.flatMap { order in [order] + (0...count).map { order.inserting(new, at: $0) } }
  }

  @Test func allArrangementsOfUpToFourTasks() {
    var tried = 0
    for count in 0...4 {
      for ours in arrangements(of: count, new: count) {
        for theirs in arrangements(of: count, new: count + 1) {
          let merged = order(count, ours, theirs)
          tried += 1
          var problem: String?
          if merged.sorted() != Set(ours + theirs).sorted() { problem = "tasks are lost" }
          if order(count, merged, theirs) != merged { problem = "again: \(order(count, merged, theirs))" }
          for (index, first) in theirs.enumerated() {
            for second in theirs[(index + 1)...] where ours.precedes(first, second) == true {
              if merged.precedes(first, second) != true { problem = "both have \(first) before \(second)" }
            }
          }
          let old = { (side: [Int]) in side.filter { $0 < count } }
          if old(ours) == old(ours).sorted(), old(merged) != old(theirs) { problem = "theirs gave way" }
          if old(theirs) == old(theirs).sorted(), old(merged) != old(ours) { problem = "ours gave way" }
          guard let problem else { continue }
          Issue.record("\(ours) and \(theirs) give \(merged): \(problem)")
          return
        }
      }
    }
    #expect(tried == 21_713)
  }
}

extension [Int] {
  fileprivate func inserting(_ element: Int, at index: Int) -> [Int] {
    Array(self[..<index]) + [element] + self[index...]
  }

  /// Whether one stands before the other, if both are there.
  fileprivate func precedes(_ one: Int, _ other: Int) -> Bool? {
    guard let first = firstIndex(of: one), let second = firstIndex(of: other) else { return nil }
    return first < second
  }
}
