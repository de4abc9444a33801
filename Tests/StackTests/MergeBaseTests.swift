// Which of the kept versions is taken for what two copies were once.

import TestSupport
import Testing

@testable import Stack

@Suite struct MergeBaseTests {
  private func copy(_ sketch: String) throws -> MergeCopy { try MergeCopy(Array(file(sketch).utf8)) }

  /// A version, ours and theirs, and how far both are from it, `nil` where it is unfit.
  @Test(
    arguments: [
      // What is open in it must be on both sides, in either list.
      ("a@1 b@2", "a@1 b@2", "a@1 b@2", 0), ("a@1 b@2", "a@1 | b@2", "b@2 a@1", 1),
      ("a@1 b@2", "a@1", "a@1 b@2", nil), ("a@1 b@2", "a@1 b@2", "| a@1", nil),
      // What is ended in it must not be open.
      ("a@1 | b@2", "a@1 | b@2", "a@1", 1), ("a@1 | b@2", "a@1 b@2", "a@1 | b@2", nil),
      // Of one second, as many as there are.
      ("a@1 b@1 | c@1", "b@1 | c@1 a@1", "a@1 b@1 | c@1", 2),
      ("a@1 b@1 | c@1", "b@1 a@1 c@1", "a@1 b@1 | c@1", nil), ("a@1 b@1 | c@1", "b@1", "a@1 b@1 | c@1", nil),
      // A task that differs counts once on each side: reworded, new, in the other list; but not its place.
      ("a@1 b@2 | c@3", "A@1 b@2 | c@3", "a@1 b@2 | c@3", 1),
      ("a@1 b@2 | c@3", "a@1 b@2 d@4 | c@3", "a@1 b@2 | c@3", 1),
      ("a@1 b@2 | c@3", "a@1 b@2", "a@1 | c@3 b@2", 2),
      ("a@1 b@2 | c@3", "b@2 a@1 | c@3", "a@1 b@2 | c@3", 0),
      ("a@1 b@2", "A@1 b@2", "a@1 | b@2", 2),
      // One without a time makes it unfit, but not where a side alone has it.
      ("x", "x", "x", nil), ("| ", "x", "x", 2),
      // What each side pushed in one second is not the same for that, and makes no better base.
      ("a@1", "a@1 plants@1", "a@1 cat@1 rent@1", 3), ("a@1 cat@1", "a@1 plants@1", "a@1 cat@1 rent@1", 3),
      // Two stacks that never met have none.
      ("a@1", "a@1 b@2", "c@1 d@2", nil), ("a@1 b@1 c@1", "a@1 plants@1", "a@1 cat@1 rent@1", nil),
    ] as [(String, String, String, Int?)])
  func distances(_ version: String, _ ours: String, _ theirs: String, _ expected: Int?) throws {
    let base = try MergeBase(ours: copy(ours), theirs: copy(theirs))
    #expect(try base.distance(from: copy(version)) == expected)
  }
}
