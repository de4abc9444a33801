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

  /// Whether the tasks that are open on both sides with the same title are in the order of one of
  /// the sides, except for those that are snoozed on one side. If both wordings of a task are kept,
  /// each is a task with the same `added`.
  private func keepsOrder(_ merged: String, _ ours: String, _ theirs: String) throws -> Bool {
    let open = try [merged, ours, theirs].map { try MergeModel.open($0) }
    let name = { (entry: MergeModel.Entry) in "\(entry.added) \(entry.title)" }
    let orders = open.map { $0.map(name) }
    let snoozed = Set(open.joined().filter { $0.until != nil }.map(name))
    let shared = Set(orders[1]).intersection(orders[2]).subtracting(snoozed)
    let common = orders.map { order in
      order.indices.filter { shared.contains(order[$0]) && !order[..<$0].contains(order[$0]) }.map {
        order[$0]
      }
    }
    return common[0] == common[1] || common[0] == common[2]
  }

  /// Merging the same copy again changes nothing if it doesn't in the model.
  @Test func mergingAgreesWithTheModel() throws {
    try forEachScenario(4, all: 3000) { scenario, base, ours, theirs in
      for base in [base, ""] {
        let model = try MergeModel(base: base, ours: ours, theirs: theirs)
        let (result, text) = try merge(base, ours, theirs)
        let merged = try MergeModel(text)
        if merged != model { return "the model has \(model)" }
        if result.conflicts.map({ $0.key }).sorted() != model.conflicts {
          return "keys \(result.conflicts)"
        }
        if scenario.similarity == .none, try !keepsOrder(text, ours, theirs) { return "the order" }
        if result.isChanged, text == ours { return "isChanged, but the text is the same" }
        if !result.isChanged, try merged != MergeModel(ours) {
          return "not isChanged, but the values differ"
        }
        let again = try merge(base, text, theirs).text
        let isUnchanged = try MergeModel(base: base, ours: text, theirs: theirs) == merged
        // If ours equals the base, the result is the text of theirs, in its own layout.
        if isUnchanged, again != text, try merged != MergeModel(base) { return "again: \(again)" }
      }
      // Without a base: a single command here turned the base into ours.
      let after = try #require(patch(from: base, to: ours).applied(to: Array(base.utf8))).asText
      let knowledge = try LocalKnowledge(from: base, to: ours)
      let (result, text) = try merge(ours, theirs, knowing: knowledge)
      let command = MergeModel.Command(before: base, after: after)
      let model = try MergeModel(ours: ours, theirs: theirs, commands: [command])
      if try MergeModel(text) != model {
        return "without a base \(text), and the model has \(model)"
      }
      if result.conflicts.map({ $0.key }).sorted() != model.conflicts {
        return "keys \(result.conflicts)"
      }
      let again = try merge(text, theirs, knowing: knowledge)
      if scenario.similarity == .none, again.result.isChanged {
        return "again without a base: \(again.text)"
      }
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
