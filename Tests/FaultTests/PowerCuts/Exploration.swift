// The states that a power cut may leave at each step of a run.

import Foundation
import TestSupport

/// The states of a run, each with whether the command had acknowledged its change.
struct CutStates {
  struct Key: Hashable {
    let state: DiskState
    let isAcknowledged: Bool
  }

  /// How many states of each scenario are tested with the program, at some milliseconds each: `STACK_EXPLORE_COUNT`,
  /// which may be `all`. (In every state, the text of the file is checked.)
  static let count: Int = {
    let value = ProcessInfo.processInfo.environment["STACK_EXPLORE_COUNT"] ?? ""
    return value == "all" ? .max : Int(value) ?? (TestExtent.isAll ? 40 : 6)
  }()
  /// The maximum number of states at each step.
  private static let statesPerStep = count == .max ? 20_000 : TestExtent.isAll ? 300 : 60

  /// All states, in an order that depends only on the seed.
  private(set) var keys: [Key] = []
  private var known: Set<Key> = []
  private(set) var acknowledgements = 0
  private var random = SplitMix64(seed: TestExtent.seeds(1, all: 1).first ?? 1)

  /// Replays a run on a disk, and cuts the power at each step.
  ///
  /// - Returns: The replay at its end.
  mutating func explore(_ trace: Trace, on disk: Disk, in directory: String) -> Replay {
    var isAcknowledged = false
    var replay = Replay(trace, on: disk, in: directory)
    replay.run { step, disk in
      // Between two syncs, pending changes only accumulate, so a cut just before the next sync covers all of them.
      if step == .sync || step == .acknowledgement { add(disk, isAcknowledged) }
      if step == .acknowledgement {
        isAcknowledged = true
        acknowledgements += 1
        add(disk, true)
      }
    }
    add(replay.disk, isAcknowledged)
    return replay
  }

  private mutating func add(_ disk: Disk, _ isAcknowledged: Bool) {
    for state in disk.statesAfterCut(limit: Self.statesPerStep, &random) {
      let key = Key(state: state, isAcknowledged: isAcknowledged)
      if known.insert(key).inserted { keys.append(key) }
    }
  }

  /// The texts that a file may have if the power is cut now; `nil` for no file.
  mutating func textsAfterCut(of path: String, on disk: Disk) -> [Data?] {
    disk.statesAfterCut(limit: Self.statesPerStep, &random).map { $0.text(of: path) }
  }

  /// Some of the states; up to half of them after the acknowledgement, where no loss is allowed.
  mutating func sample(_ keys: [Key]) -> [Key] {
    if keys.count <= Self.count { return keys }
    let shuffled = keys.shuffled(using: &random)
    let acknowledged = shuffled.filter(\.isAcknowledged).prefix(Self.count / 2)
    return Array((acknowledged + shuffled.filter { !$0.isAcknowledged }).prefix(Self.count))
  }
}
