import Stack

/// What an exchange did, and the stacks that it left out.
struct SyncOutcome {
  private(set) var failures: [(name: StackName, error: CommandError)] = []
  /// What the user has to know besides.
  var notices: [CommandError] = []
  private var counts: [Count: Int] = [:]
  private var hasChanged = false
  private var hasShared = false
  /// Whether this is the first sync with this address.
  var isAddressNew = false
  private var names: [StackName] = []

  /// What is counted, in the order of the acknowledgement.
  private enum Count: CaseIterable {
    case arrived, ended, removed, reopened, reworded

    /// Such as `are done now`.
    func words(_ count: Int) -> String {
      let isOne = count == 1
      return switch self {
      case .arrived: "came"
      case .ended: isOne ? "is done now" : "are done now"
      case .removed: isOne ? "is gone" : "are gone"
      case .reopened: isOne ? "is open again" : "are open again"
      case .reworded:
        "\(isOne ? "was" : "were") reworded on both sides (both wordings are kept)"
      }
    }
  }

  mutating func add(_ error: CommandError, of name: StackName) { failures.append((name, error)) }

  func hasFailed(_ name: StackName) -> Bool { failures.contains { $0.name == name } }

  mutating func add(_ merging: TaskQueue.Merging, to name: StackName) {
    report(merging, of: "the repository")
    add(merging.restoration, of: name)
    let difference = merging.difference
    // The second wording of a task is new here, too.
    counts[.arrived, default: 0] += max(difference.arrived.count - merging.rewordedCount, 0)
    counts[.ended, default: 0] += difference.ended.count
    counts[.removed, default: 0] += difference.removed.count
    counts[.reopened, default: 0] += difference.reopened.count
    counts[.reworded, default: 0] += merging.rewordedCount
    if !merging.bringsNews { return }
    hasChanged = true
    addName(name)
  }

  /// Says what came back into a stack whose file another program had changed. Scripts say it, too,
  /// for the log of a sync that nobody watches.
  func add(_ restoration: TaskQueue.ForeignRestoration?, of name: StackName) {
    guard let restoration else { return }
    let stack = Program.command(for: name == .standard ? nil : name)
    let back = restoration.difference.arrived
    let ended = restoration.difference.ended
    switch restoration.cause {
    case .removal:
      let count = "\(back.count) \(back.count == 1 ? "task" : "tasks")"
      StandardError.printAlways("The file of '\(name.text)' was gone; it is back (\(count))")
    case .olderText:
      let parts = [
        back.isEmpty ? nil : "what came since then is back: \(back.firstThree)",
        ended.isEmpty ? nil : "finished since then: \(ended.firstThree)",
      ].compactMap { $0 }
      StandardError.printAlways(
        "An older text of '\(name.text)' was put in its place; "
          + (parts.isEmpty
            ? "what changed since then is back" : parts.joined(separator: "; ")))
    case .edit:
      if !back.isEmpty {
        StandardError.printAlways(
          "Another program removed tasks from '\(name.text)'; they are back: \(back.firstThree) "
            + "(to remove one: \(stack) drop)")
      }
      if !ended.isEmpty {
        StandardError.printAlways(
          "Another program reopened tasks in '\(name.text)'; they are finished again: "
            + "\(ended.firstThree) (to add one again: \(stack) push)")
      }
      if back.isEmpty, ended.isEmpty {
        StandardError.printAlways(
          "Another program removed something from '\(name.text)'; it is back")
      }
    }
  }

  mutating func didShare(_ name: StackName) {
    hasShared = true
    addName(name)
  }

  private mutating func addName(_ name: StackName) {
    if !names.contains(name) { names.append(name) }
  }

  /// Whether the acknowledgement has anything to say.
  var hasNews: Bool { hasChanged || hasShared || isAddressNew }

  /// Such as `2 tasks came, 1 is done now (stack, work)`.
  var news: String {
    var parts: [String] = []
    for kind in Count.allCases {
      guard let count = counts[kind], count > 0 else { continue }
      let noun = parts.isEmpty ? count == 1 ? " task" : " tasks" : ""
      parts.append("\(count)\(noun) \(kind.words(count))")
    }
    if hasChanged, parts.isEmpty { parts.append("changes came") }
    if hasShared { parts.append("your changes are sent") }
    if parts.isEmpty { return "nothing new" }
    let stacks = names.map { $0.text }.joined(separator: ", ")
    return "\(parts.joined(separator: ", ")) (\(stacks))"
  }
}

extension [String] {
  /// Such as `'One', 'Two', 'Three' and 2 more`.
  fileprivate var firstThree: String {
    let titles = prefix(3).map { "'\($0.visible)'" }.joined(separator: ", ")
    return count > 3 ? "\(titles) and \(count - 3) more" : titles
  }
}

extension Exchange {
  /// Such as `Synced with desk.example:stack.git: 2 tasks came (stack)`.
  var acknowledgement: String {
    let old = previousURL.flatMap { $0 == url ? nil : $0.withoutPassword }
    let start = old.map { "from now on with \(address) instead of \($0)" } ?? "with \(address)"
    return "Synced \(start): \(outcome.news)"
  }
}
