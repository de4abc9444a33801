// What happens in a simulation, step by step.

import TestSupport

/// A step of a simulation. It doesn't depend on the steps before it, so that a run can be shortened
/// by leaving steps out: a choice among tasks is a number, and the remainder decides.
struct Move {
  enum Action {
    case push(isOnTop: Bool)
    case pushAsleep(minutes: Int)
    case done, drop, skip
    case top
    case edit, note, attach, detach
    case snooze(minutes: Int)
    case undo, redo, skipUndo
    /// Sends the current task to the other stack of this machine.
    case send
    /// Sends the current task to a stack of another machine.
    case sendAcross(to: Int)
    /// Receives a task of somebody else; or the last one once more.
    case receive(isRepeated: Bool)
    case handEdit(HandEdit)
    /// Replaces the file by an earlier text of it.
    case restore
    /// Merges the head of another machine, as git does.
    case pull(from: Int)
    /// Synchronises the directories of two machines, as Syncthing does.
    case synchronize(with: Int)
    case mergeConflictCopies
    /// Merges the present file of another machine.
    case mergeFile(of: Int)
    /// Runs `stack sync`, perhaps only until it is killed.
    case sync(isKilled: Bool)
    /// Removes or damages the file. Then the machine syncs, or `undo` repairs it.
    case removeFile, damageFile
    case wait(hours: Int)
  }

  /// What a person does to the file in an editor.
  enum HandEdit: CaseIterable {
    case reword, delete, deleteEnded, moveToFront
    case addWithoutDate, addWithSeconds, addFromFastClock, addFromSlowClock
  }

  /// The place in the run. It makes the tokens of new tasks unique.
  let number: Int
  let machine: Int
  let stack: Int
  let choice: Int
  let action: Action

  static let machineCount = 3
  static let stackNames = ["stack", "work"]

  /// The steps of a run.
  static func all(_ count: Int, in setting: Setting, seed: UInt64) -> [Move] {
    var random = SplitMix64(seed: seed)
    let actions = weightedActions(in: setting)
    let total = actions.map { $0.weight }.reduce(0, +)
    return (1...count).map { number in
      let machine = random.below(machineCount)
      let other = (machine + 1 + random.below(machineCount - 1)) % machineCount
      var rest = random.below(total)
      let entry = actions.first { entry in
        rest -= entry.weight
        return rest < 0
      }
      return Move(
        number: number, machine: machine,
        stack: setting.stacks.count > 1 && random.once(in: 3) ? 1 : 0,
        choice: random.below(1 << 20),
        action: entry?.action(&random, other) ?? .push(isOnTop: false))
    }
  }

  private typealias Entry = (weight: Int, action: (inout SplitMix64, Int) -> Action)

  private static func weightedActions(in setting: Setting) -> [Entry] {
    var entries: [Entry] = [
      (18, { random, _ in .push(isOnTop: random.once(in: 4)) }),
      (8, { _, _ in .done }), (3, { _, _ in .drop }), (4, { _, _ in .skip }),
      (4, { _, _ in .top }), (8, { _, _ in .edit }), (4, { _, _ in .note }),
      (2, { _, _ in .attach }), (2, { _, _ in .detach }),
    ]
    if setting.features.contains(.undo) {
      entries += [(9, { _, _ in .undo }), (4, { _, _ in .redo }), (1, { _, _ in .skipUndo })]
    }
    if setting.features.contains(.sends) {
      entries += [
        (10, { _, _ in .send }), (2, { .sendAcross(to: $1) }),
        (3, { random, _ in .receive(isRepeated: random.once(in: 3)) }),
      ]
    }
    if setting.features.contains(.snoozes) {
      entries += [
        (7, { random, _ in .snooze(minutes: random.pick([5, 30, 30, 600])) }),
        (3, { random, _ in .pushAsleep(minutes: random.pick([30, 600])) }),
        (4, { random, _ in .wait(hours: 1 + random.below(12)) }),
      ]
    }
    if setting.features.contains(.handEdits) {
      entries.append((9, { random, _ in .handEdit(random.pick(HandEdit.allCases)) }))
    }
    if setting.features.contains(.restores) { entries.append((2, { _, _ in .restore })) }
    if setting.exchange == .sync {
      entries += [
        (16, { _, _ in .sync(isKilled: false) }), (5, { _, _ in .sync(isKilled: true) }),
        (2, { _, _ in .removeFile }), (2, { _, _ in .damageFile }),
      ]
      return entries
    }
    if setting.exchange != .copies { entries.append((20, { .pull(from: $1) })) }
    if setting.exchange != .ancestor { entries.append((3, { .mergeFile(of: $1) })) }
    if setting.exchange == .copies {
      entries += [(16, { .synchronize(with: $1) }), (5, { _, _ in .mergeConflictCopies })]
    }
    return entries
  }
}

extension Setting {
  /// The stacks that people use.
  var stacks: Range<Int> { 0..<(features.contains(.sends) ? Move.stackNames.count : 1) }
}
