// Properties that every merge has, whatever the copies contain.

import Foundation
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

  /// The order and the items of lists depend on which copy is ours.
  private func tasks(_ text: String) throws -> Set<JSONDigest> {
    let elements = try MergeInput(Array(text.utf8)).elements
    return Set(elements.map { JSONDigest(JSONDigest($0.identity, $0.ending), $0.title) })
  }

  @Test func machinesGetTheSameTasksInEveryOrderAndLoseNone() throws {
    try forEachScenario(3, all: 1000) { scenario, base, ours, theirs in
      let copies = [ours, theirs, scenario.third.text]
      let elements = try ([base] + copies).map { try MergeInput(Array($0.utf8)).elements }
      let identities = elements.map { Set($0.map { $0.identity }) }
      // Tasks that share an identity, because a person copied one, are matched in order.
      if zip(elements, identities).contains(where: { $0.count > $1.count }) { return nil }
      let all = try merge(base, merge(base, ours, theirs).text, copies[2]).text
      if try merge(base, all, copies[2]).text != all { return "merging again changes \(all)" }
      let expected = try tasks(all)
      let titles = elements.map { Set($0.map { $0.title }) }
      let merged = try Set(MergeInput(Array(all.utf8)).elements.map { $0.title })
      for new in titles[1...] where !merged.isSuperset(of: new.subtracting(titles[0])) {
        return "of the third copy \(copies[2]), a title is lost in \(all)"
      }
      for (one, two, three) in [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)] {
        let here = try merge(base, copies[one], copies[two]).text
        let there = try merge(base, copies[two], copies[three]).text
        var results = try [
          merge(base, here, copies[three]).text, merge(base, copies[three], here).text,
          merge(base, all, copies[one]).text,
        ]
        // A ring, in which the second machine's copy is the ancestor. A task that it deleted would
        // be new on both sides.
        if identities[two + 1].isSuperset(of: identities[0]) {
          results.append(try merge(copies[two], here, there).text)
        }
        for (index, result) in results.enumerated() where try tasks(result) != expected {
          return "the third copy \(copies[2]); \(one)\(two)\(three), \(index): \(result)"
        }
      }
      return nil
    }
  }

  /// The values of a file, in which an empty list is the same as none.
  private func values(_ text: String) throws -> NSDictionary {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let members = object?.filter { ($0.value as? [Any])?.isEmpty != true }
    return try NSDictionary(dictionary: #require(members))
  }

  /// The layout of a copy and the escaping of its strings don't matter.
  @Test func ifOneSideChangedNothingTheOtherSideIsTheResult() throws {
    try forEachScenario(2, all: 1000) { scenario, base, ours, theirs in
      if try merge(base, base, theirs).text != theirs { return "the result isn't theirs" }
      if try merge(base, ours, base).text != ours { return "the result isn't ours" }
      if try merge(base, ours, ours).text != ours { return "equal sides were changed" }
      // If one side is the base byte for byte, the result is the other side, as tested above.
      if ours == base || theirs == base { return nil }
      let merged = try values(merge(base, ours, theirs).text)
      let otherOurs = scenario.respelled(scenario.ours)
      let otherTheirs = scenario.respelled(scenario.theirs)
      if try values(merge(base, otherOurs, theirs).text) != merged {
        return "ours is \(otherOurs)"
      }
      if try values(merge(base, ours, otherTheirs).text) != merged {
        return "theirs is \(otherTheirs)"
      }
      return nil
    }
  }
}
