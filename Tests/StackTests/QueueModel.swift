// The plainest queue there is: an array. What the real one does is held against it.

import Foundation
import TestSupport

@testable import Stack

/// What should stand in a place of the file.
enum ExpectedTask {
  /// The very bytes that stood there, or elsewhere, before.
  case same([UInt8])
  /// A new task.
  case new(title: String, attachments: [String] = [])
  /// A task that has another title, and nothing else.
  case retitled([UInt8], title: String)
  /// A task that has other attachments, and nothing else.
  case attached([UInt8], [String])
  /// A task that has these keys besides, each with a date or with this text.
  case ended([UInt8], keys: [String: String?])

  /// What is wrong with a task that stands in this place; `nil` for nothing.
  func problem(with text: [UInt8]) -> String? {
    guard let keys = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any] else {
      return "no object"
    }
    switch self {
    case .same(let old):
      return text == old ? nil : "not \(String(decoding: old, as: UTF8.self))"
    case .new(let title, let attachments):
      if keys["title"] as? String != title { return "not the title \(title.debugDescription)" }
      if keys["attachments"] as? [String] ?? [] != attachments { return "not attached: \(attachments)" }
      let names: Set = attachments.isEmpty ? ["title", "added"] : ["title", "added", "attachments"]
      return Set(keys.keys) == names && isDate(keys["added"]) ? nil : "not what a new task has"
    case .retitled(let old, let title):
      if keys["title"] as? String != title { return "not the title \(title.debugDescription)" }
      return difference(old, text, apartFrom: ["title"])
    case .attached(let old, let attachments):
      if keys["attachments"] as? [String] ?? [] != attachments { return "not attached: \(attachments)" }
      if attachments.isEmpty, keys["attachments"] != nil { return "an empty list" }
      return difference(old, text, apartFrom: ["attachments"])
    case .ended(let old, let ending):
      let edit = Edit(from: old, to: text)
      let areThere = ending.allSatisfy { $1 == nil ? isDate(keys[$0]) : keys[$0] as? String == $1 }
      let added = ending.map { $0.utf8.count + ($1?.utf8.count ?? 20) + 40 }.reduce(0, +)
      return areThere && edit.removed.isEmpty && edit.inserted.count < added
        ? difference(old, text, apartFrom: Array(ending.keys)) : "not \(ending)"
    }
  }

  private func isDate(_ value: Any?) -> Bool {
    (value as? String).flatMap(ISO8601DateFormatter().date(from:)) != nil
  }

  private func difference(_ old: [UInt8], _ new: [UInt8], apartFrom keys: [String]) -> String? {
    func isOther(_ member: (key: [UInt8], value: [[UInt8]])) -> Bool {
      let key = try? JSONSerialization.jsonObject(with: Data(member.key), options: .fragmentsAllowed)
      return !keys.contains(key as? String ?? "")
    }
    let before = Tokens(old).members.filter(isOther)
    let after = Tokens(new).members.filter(isOther)
    return before.elementsEqual(after, by: ==) ? nil : "more changed than \(keys)"
  }
}

/// What a file should hold after a change.
struct ExpectedFile {
  var tasks: [ExpectedTask]
  var completed: [ExpectedTask]
  /// How many tokens of the file may have gone, and how many may have come.
  var removedTokens = 0
  var insertedTokens = 0

  /// The file as it is, of which nothing should change.
  init(_ text: Data) {
    let tokens = Tokens(Array(text), groupDepth: 2)
    tasks = tokens.dictionaries(under: "tasks").map { .same($0) }
    completed = tokens.dictionaries(under: "completed").map { .same($0) }
  }

  /// Allows for tasks that come, each with a comma and white space, at the end of a list, into a list that
  /// was empty, or with the list itself.
  mutating func allowAdding(_ count: Int, to list: [ExpectedTask]) {
    insertedTokens += 3 * count
    if list.isEmpty {
      removedTokens += 1
      insertedTokens += 9
    }
  }

  /// Allows for tasks that go, each with a comma and the white space on both sides of it.
  mutating func allowRemoving(_ count: Int) {
    removedTokens += 4 * count
    insertedTokens += 1
  }
}

extension ExpectedFile {
  /// What somebody's action should make of a file with these tasks; `nil` where that depends on the past.
  init?(after action: Action, on queue: [QueuedTask], in text: Data) {
    self.init(text)
    switch action {
    case .push(let titles, let inFront, let attachments):
      allowAdding(titles.count, to: tasks)
      let new = titles.map { ExpectedTask.new(title: $0, attachments: Self.united([], attachments)) }
      tasks.insert(contentsOf: new, at: inFront ? 0 : tasks.count)
    case .done: endFront(["completed": nil])
    case .drop: endFront(["dropped": nil])
    case .send(let host): endFront(["sent": nil, "to": host])
    case .skip:
      tasks.append(tasks.removeFirst())
      allowRemoving(1)
      insertedTokens += 3
    case .edit(let title): replaceFront(with: .retitled(queue[0].text, title: title))
    case .attach(let items):
      let united = Self.united(queue[0].attachments, items)
      if united != queue[0].attachments { replaceFront(with: .attached(queue[0].text, united)) }
    case .detach(let items):
      let attached = queue[0].attachments
      // What isn't attached can't be taken off.
      guard items?.allSatisfy(attached.contains) ?? true else { return nil }
      let rest = attached.filter { items?.contains($0) == false }
      if rest != attached { replaceFront(with: .attached(queue[0].text, rest)) }
    case .rearrange(let lines): rearrange(lines, of: queue)
    case .undo, .redo: return nil
    }
  }

  private static func united(_ some: [String], _ others: [String]) -> [String] {
    others.reduce(some) { $0.contains($1) ? $0 : $0 + [$1] }
  }

  private mutating func replaceFront(with task: ExpectedTask) {
    tasks[0] = task
    removedTokens += 1
    insertedTokens += 1
  }

  private mutating func endFront(_ keys: [String: String?]) {
    guard case .same(let text) = tasks.removeFirst() else { return }
    allowRemoving(1)
    allowAdding(1, to: completed)
    completed.append(.ended(text, keys: keys))
  }

  private mutating func rearrange(_ lines: [Action.Line], of queue: [QueuedTask]) {
    var kept: Set<Int> = []
    var moved = 0
    tasks = lines.enumerated().map { place, line in
      switch line {
      case .task(let index):
        kept.insert(index)
        if index != place { moved += 1 }
        return .same(queue[index].text)
      case .reworded(let index, let title):
        kept.insert(index)
        moved += 1
        return .retitled(queue[index].text, title: title)
      case .new(let title):
        moved += 1
        return .new(title: title)
      }
    }
    let dropped = queue.indices.filter { !kept.contains($0) }
    if !dropped.isEmpty { allowAdding(dropped.count, to: completed) }
    completed += dropped.map { .ended(queue[$0].text, keys: ["dropped": nil]) }
    removedTokens += 2 * moved
    insertedTokens += 2 * moved
    if lines.count > queue.count { insertedTokens += 3 * (lines.count - queue.count) }
    if lines.count < queue.count { allowRemoving(queue.count - lines.count) }
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
  for (key, list) in [("tasks", expected.tasks), ("completed", expected.completed)] {
    let elements = new.dictionaries(under: key)
    if (object[key] as? [Any] ?? []).count != elements.count {
      problems.append("\(key) is not an array of dictionaries")
    }
    if elements.count != list.count { problems.append("\(elements.count) \(key), not \(list.count)") }
    for (index, (element, text)) in zip(list, elements).enumerated() {
      element.problem(with: text).map { problems.append("\(key)[\(index)] is \($0)") }
    }
  }
  let difference = new.all.difference(from: old.all)
  if difference.removals.count > expected.removedTokens
    || difference.insertions.count > expected.insertedTokens
  {
    problems.append("\(difference.removals.count) tokens went, \(difference.insertions.count) came")
  }
  for change in difference {
    guard case .remove(_, let token, _) = change, !Tokens.isSeparator(token), token[0] != UInt8(ascii: "{")
    else { continue }
    problems.append("gone: \(String(decoding: token, as: UTF8.self))")
  }
  return problems
}
