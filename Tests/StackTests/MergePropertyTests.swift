// Properties that every merge has, whatever the copies contain.

import TestSupport
import Testing

@testable import Stack

@Suite struct MergePropertyTests {
  /// Checks scenarios of every kind until one has a problem.
  private func forEachScenario(
    _ sample: Int, all: Int,
    _ check: (inout MergeScenario, _ base: String, _ ours: String, _ theirs: String) throws
      -> String?
  ) throws {
    for seed in TestExtent.seeds(sample, all: all) {
      for similarity in Similarity.allCases {
        var scenario = MergeScenario(seed: seed, similarity: similarity)
        let base = scenario.base.text
        let ours = scenario.ours.text
        let theirs = scenario.theirs.text
        guard let problem = try check(&scenario, base, ours, theirs) else { continue }
        Issue.record(
          """
          seed \(seed), \(similarity): \(problem)
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

  /// Compares a merge with that of the model. Returns what differs.
  private func problem(_ result: (result: Merge, text: String), _ model: MergeModel) throws
    -> String?
  {
    let merged = try MergeModel(result.text)
    if merged != model {
      return "merged \(result.text)\nand the model has \(model.tasks) \(model.own)"
    }
    let keys = result.result.conflicts.map { $0.key }.sorted()
    if keys != model.conflicts { return "the keys \(keys), and the model has \(model.conflicts)" }
    let dropped = result.result.droppedValues.map { $0.key }.sorted()
    if dropped != model.droppedKeys.sorted() {
      return "the dropped values \(dropped), and the model has \(model.droppedKeys)"
    }
    return nil
  }

  @Test func mergingAgreesWithTheModel() throws {
    try forEachScenario(20, all: 3000) { scenario, base, ours, theirs in
      for base in [base, ""] {
        let model = try MergeModel(base: base, ours: ours, theirs: theirs)
        if let problem = try problem(merge(base, ours, theirs), model) { return problem }
      }
      // Some of the changes of ours were made by commands here, and the others by other programs.
      var knowledge = LocalKnowledge()
      var commands: [MergeModel.Command] = []
      var before = base
      for step in scenario.steps {
        let after = step.text
        if scenario.random.once(in: 4) {
          before = after
          continue
        }
        knowledge.learn(Array(before.utf8), try patch(from: before, to: after))
        commands.append(MergeModel.Command(before: before, after: after))
        before = after
      }
      let model = try MergeModel(ours: ours, theirs: theirs, commands: commands)
      if let problem = try problem(merge(ours, theirs, knowing: knowledge), model) {
        return "without a base: \(problem)\ncommands \(commands)"
      }
      return nil
    }
  }

  /// The order and the items of lists depend on which copy is ours.
  private func tasks(_ text: String) throws -> Set<JSONDigest> {
    let elements = try MergeInput(Array(text.utf8)).elements
    return Set(elements.map { JSONDigest(JSONDigest($0.identity, $0.ending), $0.title) })
  }

  @Test func bothMachinesGetTheSameTasksFromTheSameCopies() throws {
    try forEachScenario(40, all: 3000) { _, base, ours, theirs in
      // Tasks that share an identity, because a person copied one, are matched in order.
      let areIdentified = try [base, ours, theirs].allSatisfy {
        let elements = try MergeInput(Array($0.utf8)).elements
        return Set(elements.map { $0.identity }).count == elements.count
      }
      if !areIdentified { return nil }
      let here = try merge(base, ours, theirs).text
      let there = try merge(base, theirs, ours).text
      if try tasks(here) != tasks(there) { return "the other machine has \(there)" }
      if try tasks(merge(base, here, theirs).text) != tasks(here) { return "again it differs" }
      // What both have merged is merged once more, with one of the copies as the ancestor.
      if try tasks(merge(theirs, here, there).text) != tasks(here) { return "a ring differs" }
      return nil
    }
  }

  /// The layout of a copy and the escaping of its strings don't matter.
  @Test func ifOneSideChangedNothingTheOtherSideIsTheResult() throws {
    try forEachScenario(4, all: 1000) { scenario, base, ours, theirs in
      if try merge(base, base, theirs).text != theirs { return "the result isn't theirs" }
      if try merge(base, ours, base).text != ours { return "the result isn't ours" }
      if try merge(base, ours, ours).text != ours { return "equal sides were changed" }
      // If one side is the base byte for byte, the result is the other side, as tested above.
      if ours == base || theirs == base { return nil }
      let merged = try MergeModel(merge(base, ours, theirs).text)
      let otherOurs = scenario.respelled(scenario.ours)
      let otherTheirs = scenario.respelled(scenario.theirs)
      if try MergeModel(merge(base, otherOurs, theirs).text) != merged {
        return "ours is \(otherOurs)"
      }
      if try MergeModel(merge(base, ours, otherTheirs).text) != merged {
        return "theirs is \(otherTheirs)"
      }
      return nil
    }
  }
}
