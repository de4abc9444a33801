// Which of the kept versions is taken for what two copies were once.

import TestSupport
import Testing

@testable import Stack

@Suite struct MergeBaseTests {
  private func copy(_ sketch: String) throws -> MergeCopy { try MergeCopy(Array(file(sketch).utf8)) }

  private func distance(_ version: String, _ ours: String, _ theirs: String) throws -> Int? {
    try MergeBase(ours: copy(ours), theirs: copy(theirs)).distance(from: copy(version))
  }

  @Test func whatIsOpenInItMustBeOnBothSidesInEitherList() throws {
    let version = "a@1 b@2"
    #expect(try distance(version, "a@1 b@2", "a@1 b@2") == 0)
    #expect(try distance(version, "a@1 | b@2", "b@2 a@1") == 1)
    #expect(try distance(version, "a@1", "a@1 b@2") == nil)
    #expect(try distance(version, "a@1 b@2", "| a@1") == nil)
  }

  @Test func whatIsEndedInItMustNotBeOpen() throws {
    let version = "a@1 | b@2"
    #expect(try distance(version, "a@1 | b@2", "a@1") == 1)
    #expect(try distance(version, "a@1 b@2", "a@1 | b@2") == nil)
    // Of one second, as many as there are.
    let three = "a@1 b@1 | c@1"
    #expect(try distance(three, "b@1 | c@1 a@1", "a@1 b@1 | c@1") == 2)
    #expect(try distance(three, "b@1 a@1 c@1", "a@1 b@1 | c@1") == nil)
    #expect(try distance(three, "b@1", "a@1 b@1 | c@1") == nil)
  }

  @Test func aTaskThatDiffersCountsOnceOnEachSide() throws {
    let version = "a@1 b@2 | c@3"
    // Reworded, new, deleted, in the other list.
    #expect(try distance(version, "A@1 b@2 | c@3", version) == 1)
    #expect(try distance(version, "a@1 b@2 d@4 | c@3", version) == 1)
    #expect(try distance(version, "a@1 b@2", "a@1 | c@3 b@2") == 2)
    #expect(try distance(version, "b@2 a@1 | c@3", version) == 0)
  }

  @Test func oneWithoutATimeMakesItUnfit() throws {
    #expect(try distance("x", "x", "x") == nil)
    #expect(try distance("| ", "x", "x") != nil)
  }

  @Test func twoStacksThatNeverMetHaveNone() throws {
    #expect(try distance("a@1", "a@1 b@2", "c@1 d@2") == nil)
    #expect(try distance("a@1 b@2", "A@1 b@2", "a@1 | b@2") != nil)
  }

  /// What each side pushed in one second is not the same for that.
  @Test func whatOneSidePushedMakesNoBetterBase() throws {
    let (ours, theirs) = ("a@1 plants@1", "a@1 cat@1 rent@1")
    let common = try #require(try distance("a@1", ours, theirs))
    let mistaken = try distance("a@1 cat@1", ours, theirs) ?? .max
    #expect(mistaken >= common)
    #expect(try distance("a@1 b@1 c@1", ours, theirs) == nil)
  }
}
