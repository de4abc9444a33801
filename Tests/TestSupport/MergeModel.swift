// The plainest model of a merge: what is said of it, checked one by one.

import Foundation

/// What the merge of two files that commands made of a third must be, as plainly as it can be said. Tasks are known
/// by the first two words of their titles.
public struct MergeModel {
  private struct Copy {
    var tasks: [String]
    var completed: [String]
    var values: [String: [String: Any]] = [:]

    init(_ text: String) throws {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      func ids(_ key: String, _ values: inout [String: [String: Any]]) -> [String] {
        (object?[key] as? [[String: Any]] ?? []).map { task in
          let id = (task["title"] as? String ?? "").split(separator: " ").prefix(2).joined(separator: " ")
          values[id] = task
          return id
        }
      }
      tasks = ids("tasks", &values)
      completed = ids("completed", &values)
    }

    func attachments(_ id: String) -> Set<String> { Set(values[id]?["attachments"] as? [String] ?? []) }
    func title(_ id: String) -> String? { values[id]?["title"] as? String }
    func added(_ id: String) -> String { values[id]?["added"] as? String ?? "" }
  }

  private let base: Copy
  private let ours: Copy
  private let theirs: Copy

  /// The model of a merge of two files that go back to a third.
  public init(base: String, ours: String, theirs: String) throws {
    self.base = try Copy(base)
    self.ours = try Copy(ours)
    self.theirs = try Copy(theirs)
  }

  /// What is wrong with a merged text; empty for nothing.
  public func problems(of text: String) throws -> [String] {
    let merged = try Copy(text)
    var problems: [String] = []
    // Which tasks are open, and which are ended.
    let expected = { (isOpen: Bool) in Set(values.filter { state($0) == (isOpen ? .open : .ended) }) }
    if Set(merged.tasks) != expected(true) { problems.append("open should be \(expected(true).sorted())") }
    if Set(merged.completed) != expected(false) {
      problems.append("ended should be \(expected(false).sorted())")
    }
    for id in Set(merged.tasks + merged.completed) {
      let isContested = isReworded(id)
      let count = (merged.tasks + merged.completed).filter { $0 == id }.count
      if count != (isContested ? 2 : 1) { problems.append("\(id) is there \(count) times") }
      if isContested { continue }
      if merged.title(id) != title(id) { problems.append("\(id) should be called \(title(id) ?? "")") }
      if merged.attachments(id) != attachments(id) { problems.append("\(id): \(attachments(id))") }
    }
    problems += orderProblems(merged.tasks.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
    let new = merged.completed.filter { !base.completed.contains($0) }
    let dates = new.map { id in
      ["completed", "sent", "dropped"].compactMap { merged.values[id]?[$0] as? String }.first ?? ""
    }
    if dates != dates.sorted() { problems.append("ended not by date: \(dates)") }
    // As many lines as there are tasks.
    let lines = text.components(separatedBy: "\n").filter { $0.contains("\"title\"") }
    if lines.contains(where: { $0.components(separatedBy: "\"title\"").count != 2 || !$0.hasPrefix("    {") })
    {
      problems.append("not one task a line")
    }
    return problems
  }

  // MARK: Each task

  private enum State { case open, ended, gone }

  private var values: [String] {
    Array(Set([base, ours, theirs].flatMap { $0.tasks + $0.completed }))
  }

  private func state(_ id: String) -> State {
    let sides = [ours, theirs]
    if base.completed.contains(id) {
      return sides.contains { $0.tasks.contains(id) } ? .open : .ended
    }
    return sides.contains { $0.completed.contains(id) } ? .ended : .open
  }

  private func isReworded(_ id: String) -> Bool {
    guard let one = ours.title(id), let other = theirs.title(id), one != other else { return false }
    return one != base.title(id) && other != base.title(id)
  }

  private func title(_ id: String) -> String? {
    guard let one = ours.title(id) else { return theirs.title(id) }
    guard let other = theirs.title(id) else { return one }
    return one == base.title(id) ? other : one
  }

  private func attachments(_ id: String) -> Set<String> {
    guard ours.values[id] != nil else { return theirs.attachments(id) }
    guard theirs.values[id] != nil else { return ours.attachments(id) }
    let (old, one, other) = (base.attachments(id), ours.attachments(id), theirs.attachments(id))
    return one.union(other).subtracting(old.subtracting(one)).subtracting(old.subtracting(other))
  }

  // MARK: Order

  private func orderProblems(_ merged: [String]) -> [String] {
    var problems: [String] = []
    let known = Set(base.tasks + base.completed)
    let moved = [moved(ours.tasks), moved(theirs.tasks)]
    let frame = base.tasks.filter { !moved[0].contains($0) && !moved[1].contains($0) }
    let standing = merged.filter { frame.contains($0) }
    if standing != frame.filter({ merged.contains($0) }) { problems.append("moved by nobody: \(standing)") }
    func expect(_ ids: [String], _ what: String) {
      let found = merged.filter { ids.contains($0) }
      if found != ids { problems.append("\(what): \(ids) are \(found)") }
    }
    var fronts: [[String]] = []
    var backs: [[String]] = []
    for (index, side) in [ours, theirs].enumerated() {
      expect(side.tasks.filter { !known.contains($0) && merged.contains($0) }, "new on one side")
      let first = side.tasks.firstIndex { known.contains($0) } ?? 0
      let last = side.tasks.lastIndex { known.contains($0) } ?? -1
      fronts.append(side.tasks[..<first].filter { merged.contains($0) })
      backs.append(side.tasks[(last + 1)...].filter { merged.contains($0) })
      // What a side placed stands behind the same tasks as there.
      guard first <= last else { continue }
      for (place, id) in side.tasks.enumerated() where place >= first && place <= last && merged.contains(id)
      {
        let isPlaced =
          !known.contains(id) || base.completed.contains(id)
          || moved[index].contains(id) && (index == 0 || !moved[0].contains(id))
        guard isPlaced, let now = merged.firstIndex(of: id) else { continue }
        for other in frame {
          guard let before = side.tasks.firstIndex(of: other), let after = merged.firstIndex(of: other) else {
            continue
          }
          if (before < place) != (after < now) { problems.append("\(id) stands elsewhere beside \(other)") }
        }
      }
    }
    let front = (fronts[0] + fronts[1]).count
    if Set(merged.prefix(front)) != Set(fronts[0] + fronts[1]) { problems.append("not in front: \(fronts)") }
    let back = (backs[0] + backs[1]).count
    if Set(merged.suffix(back)) != Set(backs[0] + backs[1]) { problems.append("not at the back: \(backs)") }
    for (sides, tasks) in [
      (fronts, Array(merged.prefix(front).reversed())), (backs, Array(merged.suffix(back))),
    ] {
      // Where a clock or a hand has them otherwise on one side, their own order is what counts.
      let times = sides.map { side in side.map { ours.values[$0] != nil ? ours.added($0) : theirs.added($0) }
      }
      let isInOrder = zip(times, sides.indices).allSatisfy { times, _ in
        times == (sides == fronts ? times.sorted(by: >) : times.sorted())
      }
      let all = tasks.map { ours.values[$0] != nil ? ours.added($0) : theirs.added($0) }
      if isInOrder, all != all.sorted() { problems.append("not by when they were added: \(tasks)") }
    }
    return problems
  }

  /// The fewest tasks of the base that must have been moved, the earliest of them: by trying.
  private func moved(_ side: [String]) -> Set<String> {
    let common = side.filter { base.tasks.contains($0) }
    let order = base.tasks.filter { common.contains($0) }
    if common == order { return [] }
    var candidates: [[String]] = [[]]
    while true {
      for candidate in candidates {
        if common.filter({ !candidate.contains($0) }) == order.filter({ !candidate.contains($0) }) {
          return Set(candidate)
        }
      }
      // In the order of the base, so that the earliest come first.
      candidates = candidates.flatMap { candidate in
        let next = candidate.last.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return order[next...].map { candidate + [$0] }
      }
    }
  }
}

// MARK: - Time

extension MergeModel {
  /// A file as if it had been written more slowly: each task was added and ended in a second of its own.
  ///
  /// - Parameters:
  ///   - text: A file whose tasks are called `task NUMBER`, in the order in which they were added.
  ///   - round: What was ended in a later round was ended later.
  ///   - side: Which of the two sides it is, 0 or 1.
  public static func retimed(_ text: String, round: Int, side: Int) -> String {
    let day = ISO8601DateFormatter().date(from: "2001-01-01T00:00:00Z") ?? Date()
    let date = { (seconds: Int) in ISO8601DateFormatter().string(from: day + TimeInterval(seconds)) }
    var lines = text.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      guard let number = line.firstMatch(of: /"title": "task (\d+)/).flatMap({ Int($0.1) }) else { continue }
      lines[index] = line.replacing(/"added": "[^"]*"/, with: "\"added\": \"\(date(number))\"")
      // What was ended in an earlier round has its time already.
      lines[index].replace(/"(completed|dropped|sent)": "(?!2001-)[^"]*"/) {
        "\"\($0.1)\": \"\(date(10_000 * (round + 1) + 2 * index + side))\""
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A file after a person has made two tasks of the two rewordings of one.
  ///
  /// - Parameter number: The last number that a task has; each new task gets the next one.
  public static func decided(_ text: String, after number: inout Int) -> String {
    var names: Set<String> = []
    var lines = text.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      guard let name = line.firstMatch(of: /"task \d+/).map({ String($0.0) }), !names.insert(name).inserted
      else { continue }
      number += 1
      lines[index] = line.replacing(name, with: "\"task \(number)")
    }
    return retimed(lines.joined(separator: "\n"), round: number, side: 0)
  }
}
