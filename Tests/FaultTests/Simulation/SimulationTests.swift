// Three machines change their copies of two stacks; no task is lost or comes back.

import Foundation
import TestSupport
import Testing

/// Runs of the simulation. To compare programs, build the tests, and run them with each:
///
///     STACK_BINARY=… STACK_COUNT=4000 swift test --skip-build --filter SimulationTests
///
/// This prints a table of the findings, with a row for each setting. `STACK_SETTING` chooses the
/// settings whose names begin with it, and `STACK_FINDING` is a finding that is shown although the
/// rules don't exclude it.
@Suite(.waitsForPrograms) struct SimulationTests {
  private static let stepCount = 40

  private static let settings: [Setting] = {
    let prefix = variable("STACK_SETTING") ?? ""
    let hasGit = Program.exists("git")
    return Setting.all.filter {
      $0.description.hasPrefix(prefix) && ($0.exchange != .sync || hasGit)
    }
  }()

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  private static func isShown(_ kind: Finding.Kind, in setting: Setting) -> Bool {
    setting.forbids(kind) || kind.rawValue == variable("STACK_FINDING")
  }

  @Test func tasksAreNeitherLostNorReopenedOnThreeMachines() throws {
    try #require(
      !Self.settings.isEmpty,
      "no setting begins like STACK_SETTING; use one of: \(Setting.all.map(\.description))")
    var table = FindingTable()
    var shown: Set<String> = []
    let seeds = TestExtent.seeds(3, all: 2100)
    for seed in seeds {
      // The factor spreads a few seeds over all kinds of exchange.
      let setting = Self.settings[9 * Int(seed) % Self.settings.count]
      let moves = Move.all(Self.stepCount, in: setting, seed: seed)
      let outcome = try Simulation.run(moves, in: setting)
      let kinds = table.add(outcome.findings, of: setting, seed)
      // The first example of each is enough.
      for kind in kinds where Self.isShown(kind, in: setting) {
        if !shown.insert("\(setting.exchange) \(kind)").inserted { continue }
        // No two runs are killed at the same moments.
        let isRepeatable = setting.exchange != .sync
        let script =
          isRepeatable ? try Self.shortestSession(moves, setting, kind) : outcome.session.script
        Issue.record("seed \(seed), \(setting): \(kind)\n\(script)")
      }
    }
    if seeds.count >= Self.settings.count { print(table.text) }
  }

  /// The simulation merges commits itself, because git would take most of its time.
  @Test(.enabled(if: Program.exists("git"), "needs git"))
  func theSimulationMergesCommitsAsGitDoes() throws {
    for seed in TestExtent.seeds(1, all: 20) {
      let setting = Setting(exchange: .ancestor, features: .all)
      let moves = Move.all(Self.stepCount, in: setting, seed: seed)
      let differences = try Simulation.run(moves, in: setting).graph.differencesFromGit()
      #expect(differences.isEmpty, "seed \(seed)")
    }
  }

  /// The session of the shortest run that still has a finding of this kind.
  private static func shortestSession(
    _ moves: [Move], _ setting: Setting, _ kind: Finding.Kind
  ) throws -> String {
    var moves = moves
    var length = moves.count / 2
    while length > 0 {
      var start = 0
      while start < moves.count {
        var fewer = moves
        fewer.removeSubrange(start..<min(moves.count, start + length))
        if try Simulation.run(fewer, in: setting).findings.contains(where: { $0.kind == kind }) {
          moves = fewer
        } else {
          start += length
        }
      }
      length /= 2
    }
    return try Simulation.run(moves, in: setting, endingAt: kind).session.script
  }
}
