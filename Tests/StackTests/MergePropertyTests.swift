// What holds for every merge, whatever the copies look like.

import Foundation
import TestSupport
import Testing

@testable import Stack

/// What a stack says, as Foundation reads it.
private struct ReadStack {
  var tasks: [[String: Any]]
  var completed: [[String: Any]]

  init(_ text: [UInt8]) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    tasks = object?["tasks"] as? [[String: Any]] ?? []
    completed = object?["completed"] as? [[String: Any]] ?? []
  }

  /// What a task was called first: titles are only ever added to.
  static func id(_ task: [String: Any]) -> String {
    (task["title"] as? String ?? "").split(separator: " ").prefix(2).joined(separator: " ")
  }

  var openIDs: [String] { tasks.map(Self.id) }
  var endedIDs: [String] { completed.map(Self.id) }

  /// The tasks as texts that are equal where the tasks are, but for the order of what is attached.
  func sorted(_ list: [[String: Any]]) throws -> [String] {
    try list.map { task in
      var task = task
      task["attachments"] = (task["attachments"] as? [String])?.sorted()
      return String(
        decoding: try JSONSerialization.data(withJSONObject: task, options: .sortedKeys), as: UTF8.self)
    }.sorted()
  }
}

@Suite struct MergePropertyTests {
  private func merge(_ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    let result = Merge.merged(base: base, ours: ours, theirs: theirs)
    let text = result.text(ours)
    #expect(result.isChanged == (text != ours))
    return text
  }

  /// Goes through scenarios of every kind.
  private func forEachScenario(
    _ count: Int, _ likenesses: [Likeness] = Likeness.allCases, isByHand: Bool = true,
    _ check: (MergeScenario) throws -> String?
  ) rethrows {
    for seed in UInt64.mergeSeeds(count) {
      for likeness in likenesses {
        let scenario = MergeScenario(seed: seed, likeness: likeness, isByHand: isByHand)
        guard let problem = try check(scenario) else { continue }
        let texts = [scenario.base, scenario.ours, scenario.theirs].map {
          String(decoding: $0.text, as: UTF8.self)
        }
        Issue.record(
          """
          seed \(seed), \(likeness): \(problem)
          \(scenario.log.joined(separator: "; "))
          base \(texts[0])
          ours \(texts[1])
          theirs \(texts[2])
          merged \(String(decoding: merge(scenario.base.text, scenario.ours.text, scenario.theirs.text), as: UTF8.self))
          """)
        return
      }
    }
  }

  @Test func whereOneSideChangedNothingTheOtherSideIsTheResult() {
    forEachScenario(15) { scenario in
      let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
      if merge(base, base, theirs) != theirs { return "theirs was to come as it is" }
      if merge(base, ours, base) != ours { return "ours was to stay as it is" }
      return merge(base, ours, ours) == ours ? nil : "both are the same"
    }
  }

  @Test func takingTheSameCopyInAgainChangesNothing() {
    forEachScenario(30) { scenario in
      let (ours, theirs) = (scenario.ours.text, scenario.theirs.text)
      let united = merge(nil, ours, theirs)
      if merge(nil, united, theirs) != united {
        return """
          without base: \(String(decoding: united, as: UTF8.self))
          again: \(String(decoding: merge(nil, united, theirs), as: UTF8.self))
          """
      }
      return merge(nil, ours, ours) == ours ? nil : "a copy of itself"
    }
  }

  @Test func mergingAgainFromTheSameBaseChangesNothing() {
    forEachScenario(30, [.none, .equalTitles, .noTimes], isByHand: false) { scenario in
      let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
      let merged = merge(base, ours, theirs)
      let again = merge(base, merged, theirs)
      return again == merged ? nil : "again: " + String(decoding: again, as: UTF8.self)
    }
    // By hand a task can be moved past another one on both sides; if that one was ended, ours doesn't show it
    // any more, and theirs counts the next time. All else is the same.
    forEachScenario(30, [.none, .equalTitles]) { scenario in
      let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
      let merged = merge(base, ours, theirs)
      let again = merge(base, merged, theirs)
      return again.sorted() == merged.sorted() ? nil : "again: " + String(decoding: again, as: UTF8.self)
    }
  }

  @Test func everyResultIsSound() {
    forEachScenario(25) { scenario in
      for base in [scenario.base.text, nil] {
        let merged = merge(base, scenario.ours.text, scenario.theirs.text)
        do {
          // What is empty is validated; all else is only merged.
          _ = try TaskQueue.merged(base: nil, ours: merged, theirs: merged)
          _ = try ReadStack(merged)
        } catch { return "\(error): \(String(decoding: merged, as: UTF8.self))" }
      }
      return nil
    }
  }

  @Test func itDoesNotMatterWhichSideIsOurs() throws {
    try forEachScenario(25, [.none, .equalTimes, .noTimes]) { scenario in
      let (base, ours, theirs) = (scenario.base.text, scenario.ours.text, scenario.theirs.text)
      for base in [base, nil] {
        let one = try ReadStack(merge(base, ours, theirs))
        let other = try ReadStack(merge(base, theirs, ours))
        // Of a task that both sides changed so that a person must decide, each has its own keys.
        if Set(one.openIDs).count != one.openIDs.count || Set(one.endedIDs).count != one.endedIDs.count {
          continue
        }
        if try one.sorted(one.tasks) != other.sorted(other.tasks) { return "other tasks the other way round" }
        if try one.sorted(one.completed) != other.sorted(other.completed) { return "others ended" }
      }
      return nil
    }
  }

  @Test func nothingIsLostAndNothingComesBack() throws {
    try forEachScenario(80, [.none]) { scenario in
      let base = try ReadStack(scenario.base.text)
      let ours = try ReadStack(scenario.ours.text)
      let theirs = try ReadStack(scenario.theirs.text)
      let merged = try ReadStack(merge(scenario.base.text, scenario.ours.text, scenario.theirs.text))
      var ids: [String] = []
      for id in base.openIDs + base.endedIDs + ours.openIDs + ours.endedIDs + theirs.openIDs + theirs.endedIDs
      where !ids.contains(id) { ids.append(id) }
      for id in ids {
        let state = Self.state(id, base: base, ours: ours, theirs: theirs)
        let open = merged.openIDs.filter { $0 == id }.count
        let ended = merged.endedIDs.filter { $0 == id }.count
        switch state {
        case .open where open < 1 || ended > 0: return "\(id) should be open"
        case .ended where ended < 1 || open > 0: return "\(id) should be ended"
        case .gone where open + ended > 0: return "\(id) should be gone"
        default: break
        }
        if open + ended > 1, !Self.isContested(id, base: base, ours: ours, theirs: theirs) {
          return "\(id) is there \(open + ended) times"
        }
      }
      return nil
    }
  }

  @Test func newTasksOfEachSideKeepTheirOrder() throws {
    try forEachScenario(80, [.none]) { scenario in
      let known = Set(try ReadStack(scenario.base.text).openIDs + ReadStack(scenario.base.text).endedIDs)
      let merged = try ReadStack(merge(scenario.base.text, scenario.ours.text, scenario.theirs.text)).openIDs
      for side in [scenario.ours, scenario.theirs] {
        let new = try ReadStack(side.text).openIDs.filter { !known.contains($0) }
        if merged.filter({ new.contains($0) }) != new { return "not in order: \(new) in \(merged)" }
      }
      return nil
    }
  }

  // MARK: What should be

  private enum State { case open, ended, gone }

  /// What should become of a task, as plainly as it can be said.
  private static func state(_ id: String, base: ReadStack, ours: ReadStack, theirs: ReadStack) -> State {
    let sides = [ours, theirs].map { ($0.openIDs.contains(id), $0.endedIDs.contains(id)) }
    let wasOpen = base.openIDs.contains(id)
    let wasEnded = base.endedIDs.contains(id)
    if !wasEnded, sides.contains(where: \.1) { return .ended }
    if wasEnded, sides.contains(where: \.0) { return .open }
    let absent = sides.filter { !$0.0 && !$0.1 }.count
    if wasOpen || wasEnded, absent > 0 {
      let old = task(id, base)
      let isChanged = [ours, theirs].contains { side in
        task(id, side).map { !NSDictionary(dictionary: $0).isEqual(to: old ?? [:]) } ?? false
      }
      return isChanged ? (wasOpen ? .open : .ended) : .gone
    }
    return wasEnded ? .ended : .open
  }

  private static func task(_ id: String, _ stack: ReadStack) -> [String: Any]? {
    (stack.tasks + stack.completed).first { ReadStack.id($0) == id }
  }

  /// Whether both sides gave a key of a task different values.
  private static func isContested(_ id: String, base: ReadStack, ours: ReadStack, theirs: ReadStack) -> Bool {
    guard let one = task(id, ours), let other = task(id, theirs) else { return false }
    let old = task(id, base) ?? [:]
    return ["title", "own"].contains { key in
      func differ(_ a: Any?, _ b: Any?) -> Bool {
        !NSDictionary(dictionary: ["": a ?? 0.5]).isEqual(to: ["": b ?? 0.5])
      }
      return differ(one[key], other[key]) && differ(one[key], old[key]) && differ(other[key], old[key])
    }
  }
}
