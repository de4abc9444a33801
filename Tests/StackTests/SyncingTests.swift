// Nothing is lost between devices that share a stack through Syncthing.

import TestSupport
import Testing

@Suite struct SyncingTests {
  /// Two, three and five devices that merge at once or late, with and without a fraction of a
  /// second in `added`, and with and without many tasks pushed in the same second.
  private static let settings: [Syncing.Setting] = [2, 3, 5].flatMap { count in
    [(true, 0), (true, 40), (false, 0), (false, 40)].flatMap { isPrecise, sameSecond in
      [true, false].map { mergesLate in
        Syncing.Setting(
          deviceCount: count, isPrecise: isPrecise, sameSecond: sameSecond, mergesLate: mergesLate)
      }
    }
  }

  /// Each merge also agrees with the model, and merging the same copy again changes nothing.
  @Test func mergingLosesNothingBetweenDevices() throws {
    for seed in TestExtent.seeds(1, all: 100) {
      for setting in TestExtent.sample(Self.settings, 3) { try run(seed, setting) }
    }
  }

  @Test(arguments: TestExtent.seeds(1, all: 20)) func theProgramLosesNothingBetweenDevices(
    seed: UInt64
  ) throws {
    try run(seed, Syncing.Setting(deviceCount: 3, runsProgram: true))
  }

  /// No task is hidden for longer than somebody wanted, or is there twice because of `until` alone.
  @Test func snoozedTasksAreNeitherLostNorHiddenForTooLong() throws {
    for seed in TestExtent.seeds(2, all: 100) {
      for setting in TestExtent.sample(Self.settings, 2) {
        var setting = setting
        setting.snoozes = true
        try run(seed, setting)
      }
    }
  }

  /// Two stacks for each device, with tasks that are sent from one to the other.
  @Test(arguments: [false, true])
  func tasksThatAreSentToAnotherStackAreNotLost(snoozes: Bool) throws {
    var mergeCount = 0
    for seed in TestExtent.seeds(2, all: 100) {
      for (deviceCount, mergesLate) in [(2, false), (3, true)] {
        let setting = Syncing.Setting(
          deviceCount: deviceCount, mergesLate: mergesLate, snoozes: snoozes, sends: true,
          sendsBack: seed % 2 == 0)
        mergeCount += try run(seed, setting)
      }
    }
    if TestExtent.isAll { print("Merged \(mergeCount) copies of two stacks") }
  }

  @Test(arguments: TestExtent.seeds(1, all: 20), TestExtent.sample([false, true], 1))
  func theProgramSendsTasksBetweenStacksWithoutLoss(seed: UInt64, snoozes: Bool) throws {
    try run(
      seed,
      Syncing.Setting(
        deviceCount: 2, runsProgram: true, snoozes: snoozes, sends: true, sendsBack: seed % 2 == 0))
  }

  /// Runs a simulation. Returns how many copies were merged.
  @discardableResult private func run(_ seed: UInt64, _ setting: Syncing.Setting) throws -> Int {
    var syncing = try Syncing(seed: seed, setting)
    let problem = try syncing.run(steps: 12)
    // A task that is sent back can be open in both stacks. Then each of the two has its own values
    // and its own ending.
    let losses = syncing.oracle.losses.filter { kind, _ in
      !setting.sendsBack || ["open tasks", "sent tasks"].contains(kind)
    }
    // A task that is there twice isn't a loss; the article on merging says when that happens.
    if problem == nil, losses.isEmpty { return syncing.mergeCount }
    Issue.record(
      "seed \(seed), \(setting): \(problem ?? "\(losses)")\n\(syncing.log.joined(separator: "\n"))")
    return syncing.mergeCount
  }
}
