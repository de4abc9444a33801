// Two people share one stack. No task of their other stacks reaches the other one.

import TestSupport
import Testing

/// `STACK_SEED` and `STACK_COUNT` choose the runs. With `STACK_TESTS=all`, each has 200 moves.
@Suite(.waitsForPrograms, .enabled(if: Program.exists("git"), "needs git")) struct HouseholdTests {
  @Test(arguments: TestExtent.seeds(1, all: 20))
  func onlyTheSharedStackReachesTheOtherPersonAndNothingIsLost(seed: UInt64) throws {
    let log = try Household.run(moves: TestExtent.isAll ? 200 : 60, seed: seed).log
    #expect(!log.contains { $0.hasPrefix("#") }, "\(log.joined(separator: "\n"))")
  }
}
