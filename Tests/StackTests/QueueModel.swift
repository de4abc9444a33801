// The plainest queue there is: an array. What the real one does is held against it.

import Foundation
import TestSupport

@testable import Stack

/// What should stand in a place of the file: a task as it was before, there or elsewhere, or a new one.
struct ExpectedTask {
  enum Value {
    case text(String)
    case list([String])
    case date

    func matches(_ value: Any?) -> Bool {
      switch self {
      case .text(let text): value as? String == text
      case .list(let items): items.isEmpty ? value == nil : value as? [String] == items
      case .date: (value as? String).flatMap(ISO8601DateFormatter().date(from:)) != nil
      }
    }
  }

  /// The task as it was; `nil` for a new one.
  let old: [UInt8]?
  /// The keys that have another value than before.
  var changes: [String: Value] = [:]

  static func new(_ title: String, _ attachments: [String] = []) -> ExpectedTask {
    let list = attachments.isEmpty ? [:] : ["attachments": Value.list(attachments)]
    return ExpectedTask(old: nil, changes: list.merging(["title": .text(title), "added": .date]) { $1 })
  }

  /// What is wrong with a task that stands in this place; `nil` for nothing.
  func problem(with text: [UInt8]) -> String? {
    if changes.isEmpty { return text == old ? nil : "changed" }
    guard let keys = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any] else {
      return "no object"
    }
    for (key, value) in changes where !value.matches(keys[key]) { return "not \(key): \(value)" }
    guard let old else {
      return Set(keys.keys) == Set(changes.keys) ? nil : "not what a new task has"
    }
    if !others(of: old).elementsEqual(others(of: text), by: ==) { return "more changed than \(changes.keys)" }
    // Where keys come, and none has another value, not even white space goes.
    let isEnding = changes["title"] == nil && changes["attachments"] == nil
    return isEnding && !Edit(from: old, to: text).removed.isEmpty ? "laid out anew" : nil
  }

  private func others(of text: [UInt8]) -> [(key: [UInt8], value: [[UInt8]])] {
    Tokens(text).members.filter { member in
      let key = try? JSONSerialization.jsonObject(with: Data(member.key), options: .fragmentsAllowed)
      return changes[key as? String ?? ""] == nil
    }
  }
}

/// What a file should hold after a change.
struct ExpectedFile {
  var tasks: [ExpectedTask]
  var completed: [ExpectedTask]

  /// What somebody's action should make of a file with these tasks; `nil` where that depends on the past.
  init?(after action: Action, on queue: [QueuedTask], in text: Data) {
    let tokens = Tokens(Array(text), groupDepth: 2)
    tasks = tokens.dictionaries(under: "tasks").map { ExpectedTask(old: $0) }
    completed = tokens.dictionaries(under: "completed").map { ExpectedTask(old: $0) }
    switch action {
    case .push(let titles, let inFront, let attachments):
      let new = titles.map { ExpectedTask.new($0, Self.united([], attachments)) }
      tasks.insert(contentsOf: new, at: inFront ? 0 : tasks.count)
    case .done: end(0, ["completed": .date])
    case .drop: end(0, ["dropped": .date])
    case .send(let host): end(0, ["sent": .date, "to": .text(host)])
    case .skip: tasks.append(tasks.removeFirst())
    case .edit(let title): tasks[0].changes["title"] = .text(title)
    case .attach(let items):
      let united = Self.united(queue[0].attachments, items)
      if united != queue[0].attachments { tasks[0].changes["attachments"] = .list(united) }
    case .detach(let items):
      let attached = queue[0].attachments
      // What isn't attached can't be taken off.
      guard items?.allSatisfy(attached.contains) ?? true else { return nil }
      let rest = attached.filter { items?.contains($0) == false }
      if rest != attached { tasks[0].changes["attachments"] = .list(rest) }
    case .rearrange(let lines):
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
        if case .reworded(_, let title) = line { tasks[tasks.count - 1].changes["title"] = .text(title) }
      }
      let ended = dropped.sorted().map { before[$0] }
      completed += ended.map { ExpectedTask(old: $0.old, changes: ["dropped": .date]) }
    case .undo, .redo: return nil
    }
  }

  private static func united(_ some: [String], _ others: [String]) -> [String] {
    others.reduce(some) { $0.contains($1) ? $0 : $0 + [$1] }
  }

  private mutating func end(_ index: Int, _ keys: [String: ExpectedTask.Value]) {
    completed.append(ExpectedTask(old: tasks.remove(at: index).old, changes: keys))
  }
}

/// What is wrong with a file after a change; empty for nothing.
func problems(from before: Data, to after: Data, expecting expected: ExpectedFile) -> [String] {
  guard let object = try? JSONSerialization.jsonObject(with: after) as? [String: Any] else {
    return ["Foundation does not read it"]
  }
  let old = Tokens(Array(before), groupDepth: 2)
  let new = Tokens(Array(after), groupDepth: 2)
  var problems: [String] = []
  var moved = 0
  var newLists = 0
  for (key, list) in [("tasks", expected.tasks), ("completed", expected.completed)] {
    let elements = new.dictionaries(under: key)
    if (object[key] as? [Any] ?? []).count != elements.count {
      problems.append("\(key) is not an array of dictionaries")
    }
    if elements.count != list.count { problems.append("\(elements.count) \(key), not \(list.count)") }
    for (index, (element, text)) in zip(list, elements).enumerated() {
      element.problem(with: text).map { problems.append("\(key)[\(index)] is \($0)") }
    }
    let changes = elements.difference(from: old.dictionaries(under: key))
    moved += max(changes.removals.count, changes.insertions.count)
    if old.dictionaries(under: key).isEmpty, !elements.isEmpty { newLists += 1 }
  }
  // With a task comes or goes a comma and the white space on both sides of it, with its first one a list.
  let difference = new.all.difference(from: old.all)
  if difference.removals.count > 4 * moved + newLists
    || difference.insertions.count > 4 * moved + 9 * newLists
  {
    problems.append("\(difference.removals.count) tokens went, \(difference.insertions.count) came")
  }
  for case .remove(_, let token, _) in difference
  where !Tokens.isSeparator(token) && token[0] != UInt8(ascii: "{") {
    problems.append("gone: \(String(decoding: token, as: UTF8.self))")
  }
  return problems
}
