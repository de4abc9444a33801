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
    if changes["title"] == nil, changes["attachments"] == nil {
      return Edit(from: old, to: text).removed.isEmpty ? nil : "reformatted"
    }
    let replaced: [String] = [old, text].map(Self.object).flatMap { task in
      [task["title"] as? String ?? "", "attachments"] + (task["attachments"] as? [String] ?? [])
    }
    for change in Tokens(text).all.difference(from: Tokens(old).all) {
      switch change {
      case .insert(_, let token, _), .remove(_, let token, _):
        let value = try? JSONSerialization.jsonObject(with: Data(token), options: .fragmentsAllowed)
        if Tokens.isSeparator(token) || ":[]".utf8.contains(token[0]) { continue }
        if !replaced.contains(value as? String ?? "?") { return "more changed than \(changes.keys)" }
      }
    }
    return nil
  }

  private static func object(_ text: [UInt8]) -> [String: Any] {
    let dated = Data(String(decoding: text, as: UTF8.self).dated.utf8)
    return (try? JSONSerialization.jsonObject(with: dated)) as? [String: Any] ?? [:]
  }
}

/// The expected contents of a file after a change.
struct ExpectedFile {
  var tasks: [ExpectedTask]
  var completed: [ExpectedTask]

  /// The contents after an action; `nil` if they depend on the history, or if the action has to fail.
  init?(after action: Action, on queue: [QueuedTask], in text: Data) {
    let tokens = Tokens(Array(text), groupDepth: 2)
    tasks = tokens.dictionaries(under: "tasks").map { ExpectedTask(old: $0) }
    completed = tokens.dictionaries(under: "completed").map { ExpectedTask(old: $0) }
    switch action {
    case .push(let titles, let inFront, let attachments):
      let new = titles.map { ExpectedTask.new($0, Self.united([], attachments)) }
      tasks.insert(contentsOf: new, at: inFront ? 0 : tasks.count)
    case .done: end(0, ["completed": "DATE"])
    case .drop: end(0, ["dropped": "DATE"])
    case .send(let host): end(0, ["sent": "DATE", "to": host])
    case .skip: tasks.append(tasks.removeFirst())
    case .edit(let title): tasks[0].changes["title"] = title
    case .note(let line): tasks[0].changes["notes"] = queue[0].notes + [line]
    case .attach(let items):
      let united = Self.united(queue[0].attachments, items)
      if united != queue[0].attachments { tasks[0].changes["attachments"] = united }
    case .detach(let items):
      let attached = queue[0].attachments
      guard items?.allSatisfy(attached.contains) ?? true else { return nil }
      let rest = attached.filter { items?.contains($0) == false }
      if rest != attached { tasks[0].changes.updateValue(rest.isEmpty ? nil : rest, forKey: "attachments") }
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
        if case .reworded(_, let title) = line { tasks[tasks.count - 1].changes["title"] = title }
      }
      let ended = dropped.sorted().map { before[$0] }
      completed += ended.map { ExpectedTask(old: $0.old, changes: ["dropped": "DATE"]) }
    case .undo, .redo: return nil
    }
  }

  private static func united(_ some: [String], _ others: [String]) -> [String] {
    others.reduce(some) { $0.contains($1) ? $0 : $0 + [$1] }
  }

  private mutating func end(_ index: Int, _ keys: [String: Any?]) {
    completed.append(ExpectedTask(old: tasks.remove(at: index).old, changes: keys))
  }
}

/// The problems with a file after a change.
func problems(from before: Data, to after: Data, expecting expected: ExpectedFile) -> [String] {
  let (old, new) = (Tokens(Array(before), groupDepth: 2), Tokens(Array(after), groupDepth: 2))
  var problems: [String] = []
  var (movedCount, newListCount) = (0, 0)
  for (key, list) in [("tasks", expected.tasks), ("completed", expected.completed)] {
    let (oldElements, elements) = (old.dictionaries(under: key), new.dictionaries(under: key))
    if elements.count != list.count { problems.append("\(elements.count) \(key), not \(list.count)") }
    for (index, (element, text)) in zip(list, elements).enumerated() {
      element.problem(with: text).map { problems.append("\(key)[\(index)] is \($0)") }
    }
    let changes = elements.difference(from: oldElements)
    movedCount += max(changes.removals.count, changes.insertions.count)
    if oldElements.isEmpty, !elements.isEmpty { newListCount += 1 }
  }
  // A task that is added or removed has a comma and white space on both sides; the first one may need a new list.
  let difference = new.all.difference(from: old.all)
  let (removedCount, addedCount) = (difference.removals.count, difference.insertions.count)
  if removedCount > 4 * movedCount + newListCount || addedCount > 4 * movedCount + 9 * newListCount {
    problems.append("\(removedCount) tokens removed, \(addedCount) added")
  }
  // If many tasks move to the other list, the difference may show the brackets between the lists as moved instead.
  var added = difference.insertions.map { if case .insert(_, let token, _) = $0 { token } else { [] as [UInt8] } }
  for case .remove(_, let token, _) in difference where !Tokens.isSeparator(token) && token[0] != UInt8(ascii: "{") {
    if let index = added.firstIndex(of: token) {
      added.remove(at: index)
    } else {
      problems.append("removed: \(String(decoding: token, as: UTF8.self))")
    }
  }
  return problems
}
