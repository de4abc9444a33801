// Which of the kept versions is taken for what two copies were once.

import TestSupport
import Testing

@testable import Stack

@Suite struct MergeBaseTests {
  private func copy(_ tasks: [String], _ completed: [String] = []) throws -> MergeCopy {
    func list(_ tasks: [String]) -> String {
      tasks.map { task in
        // What stands before the dot is when it was added.
        let time = task.prefix { $0 != "." }
        let added = time.count < task.count ? ", \"added\": \"\(time)\"" : ""
        return "{\"title\": \"\(task)\"\(added)}"
      }.joined(separator: ", ")
    }
    return try MergeCopy(Array("{\"tasks\": [\(list(tasks))], \"completed\": [\(list(completed))]}".utf8))
  }

  private func distance(_ version: MergeCopy, _ ours: MergeCopy, _ theirs: MergeCopy) -> Int? {
    MergeBase(ours: ours, theirs: theirs).distance(from: version)
  }

  @Test func whatIsOpenInItMustBeOnBothSidesInEitherList() throws {
    let version = try copy(["1.a", "2.b"])
    #expect(distance(version, try copy(["1.a", "2.b"]), try copy(["1.a", "2.b"])) == 0)
    #expect(distance(version, try copy(["1.a"], ["2.b"]), try copy(["2.b", "1.a"])) == 1)
    #expect(distance(version, try copy(["1.a"]), try copy(["1.a", "2.b"])) == nil)
    #expect(distance(version, try copy(["1.a", "2.b"]), try copy([], ["1.a"])) == nil)
  }

  @Test func whatIsEndedInItMustNotBeOpen() throws {
    let version = try copy(["1.a"], ["2.b"])
    #expect(distance(version, try copy(["1.a"], ["2.b"]), try copy(["1.a"])) == 1)
    #expect(distance(version, try copy(["1.a", "2.b"]), try copy(["1.a"], ["2.b"])) == nil)
    // Of one second, as many as there are.
    let three = try copy(["1.a", "1.b"], ["1.c"])
    #expect(distance(three, try copy(["1.b"], ["1.c", "1.a"]), try copy(["1.a", "1.b"], ["1.c"])) == 2)
    #expect(distance(three, try copy(["1.b", "1.a", "1.c"]), try copy(["1.a", "1.b"], ["1.c"])) == nil)
    #expect(distance(three, try copy(["1.b"]), try copy(["1.a", "1.b"], ["1.c"])) == nil)
  }

  @Test func aTaskThatDiffersCountsOnceOnEachSide() throws {
    let version = try copy(["1.a", "2.b"], ["3.c"])
    // Reworded, new, deleted, in the other list.
    #expect(distance(version, try copy(["1.A", "2.b"], ["3.c"]), version) == 1)
    #expect(distance(version, try copy(["1.a", "2.b", "4.d"], ["3.c"]), version) == 1)
    #expect(distance(version, try copy(["1.a", "2.b"]), try copy(["1.a"], ["3.c", "2.b"])) == 2)
    #expect(distance(version, try copy(["2.b", "1.a"], ["3.c"]), version) == 0)
  }

  @Test func oneWithoutATimeMakesItUnfit() throws {
    #expect(distance(try copy(["a"]), try copy(["a"]), try copy(["a"])) == nil)
    #expect(distance(try copy([]), try copy(["a"]), try copy(["a"])) != nil)
  }

  /// What each side pushed in one second is not the same for that.
  @Test func whatOneSidePushedMakesNoBetterBase() throws {
    let (ours, theirs) = (try copy(["1.a", "1.plants"]), try copy(["1.a", "1.cat", "1.rent"]))
    let common = try #require(distance(try copy(["1.a"]), ours, theirs))
    let mistaken = try distance(copy(["1.a", "1.cat"]), ours, theirs) ?? .max
    #expect(mistaken >= common)
    #expect(distance(try copy(["1.a", "1.b", "1.c"]), ours, theirs) == nil)
  }
}
