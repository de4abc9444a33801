// A model of the queue as an array, to which the real queue is compared.

import Foundation
import TestSupport

@testable import Stack

/// A task that is expected in the file: an old one, perhaps changed, or a new one.
struct ExpectedTask {
  /// The text of the old task; `nil` for a new one.
  let old: [UInt8]?
  /// The keys that change, with their new values; `nil` removes a key, and `DATE` is any date.
  var changes: [String: Any?] = [:]
  /// Until when it is snoozed.
  var until: String?

  /// The task with another `until`; `nil` removes the key.
  func snoozed(until: String?) -> ExpectedTask {
    var task = self
    if until != self.until { task.changes.updateValue(until.map { _ in "DATE" }, forKey: "until") }
    task.until = until
    return task
  }

  /// The task as it is in `completed`, with the keys of its ending.
  func ended(_ keys: [String: Any?]) -> ExpectedTask {
    var task = snoozed(until: nil)
    task.changes.merge(keys) { $1 }
    return task
  }

  static func new(_ title: String, _ attachments: [String] = []) -> ExpectedTask {
    let list: [String: Any?] = attachments.isEmpty ? [:] : ["attachments": attachments]
    return ExpectedTask(old: nil, changes: list.merging(["title": title, "added": "DATE"]) { $1 })
  }

  /// The difference between the text of a task and this one; `nil` if it is as expected.
  func problem(with text: [UInt8]) -> String? {
    if changes.isEmpty { return text == old ? nil : "changed" }
    var expected = Self.object(old ?? Array("{}".utf8))
    for (key, value) in changes { expected[key] = value }
    if Self.object(text) as NSDictionary != expected as NSDictionary { return "not \(expected)" }
    guard let old else { return nil }
    // If keys are only added, no byte is removed.
    if !["title", "attachments", "until"].contains(where: changes.keys.contains) {
      return Edit(from: old, to: text).removed.isEmpty ? nil : "reformatted"
    }
    let replaced: [String] = [old, text].map(Self.object).flatMap { task in
      [task["title"] as? String ?? "", "attachments", "notes", "until"]
        + ["attachments", "notes"].flatMap { task[$0] as? [String] ?? [] }
        + (changes["until"] == nil ? [] : changes.flatMap { [$0, $1 as? String ?? ""] })
    }
    for change in Tokens(text).all.difference(from: Tokens(old).all) {
      switch change {
      case .insert(_, let token, _), .remove(_, let token, _):
        let value = try? JSONSerialization.jsonObject(with: Data(token), options: .fragmentsAllowed)
        if Tokens.isSeparator(token) || ":[]".utf8.contains(token[0]) { continue }
        let word = value as? String ?? "?"
        if !replaced.contains(word), changes["until"] == nil || word.dated != "DATE" {
          return "more changed than \(changes.keys)"
        }
      }
    }
    return nil
  }

  private static func object(_ text: [UInt8]) -> [String: Any] {
    let dated = Data(text.asText.dated.utf8)
    return (try? JSONSerialization.jsonObject(with: dated)) as? [String: Any] ?? [:]
  }
}

/// The expected contents of a file after a change.
struct ExpectedFile {
  var tasks: [ExpectedTask]
  var completed: [ExpectedTask]

  /// The contents after an action; `nil` if they depend on the history, or if the action has to
  /// fail.
  init?(after action: Action, on queue: [QueuedTask], in text: Data) {
    let tokens = Tokens(Array(text), groupDepth: 2)
    tasks = tokens.dictionaries(under: "tasks").map {
      let object = try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
      return ExpectedTask(old: $0, until: object?["until"] as? String)
    }
    completed = tokens.dictionaries(under: "completed").map { ExpectedTask(old: $0) }
    if !change(by: action, queue) { return nil }
  }

  /// Returns `false` if the contents depend on the history, or if the action has to fail.
  private mutating func change(by action: Action, _ queue: [QueuedTask]) -> Bool {
    let unchanged = tasks
    wake()
    switch action {
    case .push(let titles, let inFront, let attachments):
      let new = titles.map { ExpectedTask.new($0, Self.united([], attachments)) }
      tasks.insert(contentsOf: new, at: inFront ? 0 : back)
      return true
    case .rearrange(let lines):
      if lines == tasks.indices.map({ .task($0) }) { tasks = unchanged } else { rearrange(lines) }
      return true
    case .top(let index):
      let place = tasks.firstIndex { $0.old == unchanged[index].old } ?? 0
      if place == 0, tasks[0].until == nil {
        tasks = unchanged
        return true
      }
      tasks.insert(tasks.remove(at: place).snoozed(until: nil), at: 0)
      return true
    case .undo, .redo: return false
    default: break
    }
    guard let current = tasks.firstIndex(where: { $0.until == nil }) else { return false }
    var changes: [String: Any?] = [:]
    // In the order of the file, in which the queue was read.
    let place = unchanged.firstIndex { $0.old == tasks[current].old } ?? 0
    switch action {
    case .done: end(current, ["completed": "DATE"])
    case .drop: end(current, ["dropped": "DATE"])
    case .send(let host): end(current, ["sent": "DATE", "to": host])
    case .skip:
      if tasks.count(where: { $0.until == nil }) == 1 {
        tasks = unchanged
        return true
      }
      let task = tasks.remove(at: current)
      tasks.insert(task, at: back)
    case .snooze(let date): tasks.append(tasks.remove(at: current).snoozed(until: date))
    case .edit(let title): changes["title"] = title
    case .note(let line): changes["notes"] = queue[place].notes + [line]
    case .attach(let items):
      let united = Self.united(queue[place].attachments, items)
      if united == queue[place].attachments {
        tasks = unchanged
        return true
      }
      changes["attachments"] = united
    case .detach(let items):
      let attached = queue[place].attachments
      guard items?.allSatisfy(attached.contains) ?? true else { return false }
      let rest = attached.filter { items?.contains($0) == false }
      if rest == attached {
        tasks = unchanged
        return true
      }
      changes.updateValue(rest.isEmpty ? nil : rest, forKey: "attachments")
    default: return false
    }
    if !changes.isEmpty { tasks[current].changes.merge(changes) { $1 } }
    return true
  }

  /// The index behind the tasks that are followed only by snoozed ones.
  private var back: Int { (tasks.lastIndex { $0.until == nil } ?? -1) + 1 }

  /// Makes the woken tasks ordinary ones behind the current task, the earliest first; at the front
  /// if the current one is one of them.
  private mutating func wake() {
    let woken = tasks.filter { $0.until.map { $0 < "2026" } ?? false }
    tasks.removeAll { $0.until.map { $0 < "2026" } ?? false }
    let sorted = woken.enumerated().sorted {
      ($0.element.until ?? "", $0.offset) < ($1.element.until ?? "", $1.offset)
    }
    let place = tasks.firstIndex { $0.until == nil }.map { $0 + 1 } ?? 0
    tasks.insert(contentsOf: sorted.map { $0.element.snoozed(until: nil) }, at: place)
  }

  private mutating func rearrange(_ lines: [Action.Line]) {
    let before = tasks
    tasks = []
    var dropped = Set(before.indices)
    for line in lines {
      switch line {
      case .new(let title): tasks.append(.new(title))
      case .task(let index), .reworded(let index, _):
        dropped.remove(index)
        tasks.append(before[index])
      }
      if case .reworded(_, let title) = line { tasks[tasks.count - 1].changes["title"] = title }
    }
    tasks = tasks.filter { $0.until == nil } + tasks.filter { $0.until != nil }
    completed += dropped.sorted().map { before[$0].ended(["dropped": "DATE"]) }
  }

  private static func united(_ some: [String], _ others: [String]) -> [String] {
    others.reduce(some) { $0.contains($1) ? $0 : $0 + [$1] }
  }

  private mutating func end(_ current: Int, _ keys: [String: Any?]) {
    completed.append(tasks.remove(at: current).ended(keys))
  }
}

/// The problems with a file after a change.
func problems(from before: Data, to after: Data, expecting expected: ExpectedFile) -> [String] {
  let old = Tokens(Array(before), groupDepth: 2)
  let new = Tokens(Array(after), groupDepth: 2)
  var problems: [String] = []
  var movedCount = 0
  var newListCount = 0
  for (key, list) in [("tasks", expected.tasks), ("completed", expected.completed)] {
    let oldElements = old.dictionaries(under: key)
    let elements = new.dictionaries(under: key)
    if elements.count != list.count {
      problems.append("\(elements.count) \(key), not \(list.count)")
    }
    for (index, (element, text)) in zip(list, elements).enumerated() {
      element.problem(with: text).map { problems.append("\(key)[\(index)] is \($0)") }
    }
    let changes = elements.difference(from: oldElements)
    movedCount += max(changes.removals.count, changes.insertions.count)
    if oldElements.isEmpty, !elements.isEmpty { newListCount += 1 }
  }
  // A task that is added or removed has a comma and white space on both sides; the first one may
  // need a new list.
  let difference = new.all.difference(from: old.all)
  let removedCount = difference.removals.count
  let addedCount = difference.insertions.count
  if removedCount > 4 * movedCount + newListCount || addedCount > 4 * movedCount + 9 * newListCount
  {
    problems.append("\(removedCount) tokens removed, \(addedCount) added")
  }
  // If many tasks move to the other list, the difference may show the brackets between the lists as
  // moved instead.
  var added = difference.insertions.map {
    if case .insert(_, let token, _) = $0 { token } else { [] as [UInt8] }
  }
  for case .remove(_, let token, _) in difference
  where !Tokens.isSeparator(token) && token[0] != UInt8(ascii: "{") {
    if let index = added.firstIndex(of: token) {
      added.remove(at: index)
    } else {
      problems.append("removed: \(token.asText)")
    }
  }
  return problems
}
