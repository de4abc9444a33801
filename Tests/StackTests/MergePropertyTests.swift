// Properties that every merge has, whatever the copies contain.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct MergePropertyTests {
  /// Goes through scenarios of every kind.
  private func forEachScenario(
    _ sample: Int, all: Int, _ check: (inout MergeScenario) throws -> String?
  ) throws {
    for seed in TestExtent.seeds(sample, all: all) {
      for likeness in Likeness.allCases {
        var scenario = MergeScenario(seed: seed, likeness: likeness)
        guard let problem = try check(&scenario) else { continue }
        let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
        Issue.record(
          """
          seed \(seed), \(likeness): \(problem)
          \(scenario.log.joined(separator: "; "))
          base \(base)
          ours \(ours)
          theirs \(theirs)
          merged \(try merge(base, ours, theirs).text)
          """)
        return
      }
    }
  }

  /// Merging the same copy again changes nothing if it doesn't in the model.
  @Test func mergingAgreesWithTheModel() throws {
    try forEachScenario(8, all: 3000) { scenario in
      let (ours, theirs) = (scenario.ours.text, scenario.theirs.text)
      for base in [scenario.base.text, ""] {
        let model = try MergeModel(base: base, ours: ours, theirs: theirs)
        let (result, text) = try merge(base, ours, theirs)
        let merged = try MergeModel(text)
        if merged != model { return "the model has \(model)" }
        if result.conflicts.map({ $0.key }).sorted() != model.conflicts { return "keys \(result.conflicts)" }
        if result.isChanged, text == ours { return "a change is one" }
        if !result.isChanged, try merged != MergeModel(ours) { return "no change is none" }
        let again = try merge(base, text, theirs).text
        let isUnchanged = try MergeModel(base: base, ours: text, theirs: theirs) == merged
        // Where ours is the base again, theirs comes as it is written.
        if isUnchanged, again != text, try merged != MergeModel(base) { return "again: \(again)" }
      }
      // Without a base, one command here made ours of it.
      let base = scenario.base.text
      let after = String(
        decoding: try #require(patch(from: base, to: ours).applied(to: Array(base.utf8))), as: UTF8.self)
      let knowledge = try LocalKnowledge(from: base, to: ours)
      let (result, text) = try merge(ours, theirs, knowing: knowledge)
      let model = try MergeModel(ours: ours, theirs: theirs, commands: [(base, after)])
      if try MergeModel(text) != model { return "without a base \(text), and the model has \(model)" }
      if result.conflicts.map({ $0.key }).sorted() != model.conflicts { return "keys \(result.conflicts)" }
      let again = try merge(text, theirs, knowing: knowledge)
      if scenario.likeness == .none, again.result.isChanged { return "again without a base: \(again.text)" }
      return nil
    }
  }

  /// The layout of a copy and the escaping of its strings don't matter.
  @Test func ifOneSideChangedNothingTheOtherSideIsTheResult() throws {
    try forEachScenario(8, all: 1000) { scenario in
      let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
      if try merge(base, base, theirs).text != theirs { return "theirs was to come as it is" }
      if try merge(base, ours, base).text != ours { return "ours was to stay as it is" }
      if try merge(base, ours, ours).text != ours { return "both are the same" }
      // Where one side changed no byte, the other one is taken as it is.
      if ours == base || theirs == base { return nil }
      let merged = try MergeModel(merge(base, ours, theirs).text)
      let (otherOurs, otherTheirs) = (scenario.respelled(scenario.ours), scenario.respelled(scenario.theirs))
      if try MergeModel(merge(base, otherOurs, theirs).text) != merged { return "ours is \(otherOurs)" }
      if try MergeModel(merge(base, ours, otherTheirs).text) != merged { return "theirs is \(otherTheirs)" }
      return nil
    }
  }
}
