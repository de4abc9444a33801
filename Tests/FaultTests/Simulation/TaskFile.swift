// A stack's file as the oracle reads it, and how people edit it.

import Foundation
import TestSupport

/// The tasks in a file. The first word of a title is the task's token, by which the oracle
/// recognises it.
struct TaskFile {
  enum Status: Hashable {
    case open, finished, sent
  }

  /// What can be changed about a task, independently of the rest.
  enum Aspect: CaseIterable {
    case presence, wording, ending, until, lists
  }

  struct Entry: Hashable {
    let token: String
    let title: String
    let added: String?
    let status: Status
    /// The whole task, with sorted keys.
    let text: String
    /// The title, the notes and the attachments.
    let values: [String]
    /// The whole task without `until`.
    let textWithoutUntil: String
    /// The whole task with sorted notes and attachments, whose order depends on the direction of a
    /// merge.
    let textWithSets: String
    /// The value of each aspect, except that it is there.
    let aspects: [Aspect: String]

    /// Whether `added` alone identifies the task.
    var isPrecise: Bool { added?.count == "2026-11-21T10:00:00.000000Z".count }
  }

  struct Invalid: Error {
    let text: String
  }

  let entries: [Entry]
  private let byToken: [String: [Entry]]

  init(_ text: String) throws {
    guard let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else {
      throw Invalid(text: text)
    }
    entries = try ["tasks", "completed"].flatMap { list in
      try (file[list] as? [[String: Any]] ?? []).map { task in
        let title = task["title"] as? String ?? ""
        let status: Status =
          list == "tasks"
          ? .open : task["sent"] == nil || task["completed"] != nil ? .finished : .sent
        let endings = ["completed", "dropped", "sent", "to"]
        let aspects: [Aspect: [Any?]] = [
          .wording: [title, task["added"]], .until: [task["until"]],
          .ending: [status] + endings.map { task[$0] },
          .lists: ["notes", "attachments"].map { (task[$0] as? [String])?.sorted() },
        ]
        return Entry(
          token: String(title.prefix { $0 != " " }), title: title, added: task["added"] as? String,
          status: status, text: try Self.text(of: task),
          values: [title] + ["notes", "attachments"].flatMap { task[$0] as? [String] ?? [] },
          textWithoutUntil: try Self.text(of: task.filter { $0.key != "until" }),
          textWithSets: try Self.text(
            of: task.mapValues { ($0 as? [String])?.sorted() ?? $0 }),
          aspects: aspects.mapValues { "\($0)" })
      }
    }
    byToken = Dictionary(grouping: entries, by: \.token)
  }

  private static func text(of task: [String: Any]) throws -> String {
    try JSONSerialization.data(withJSONObject: task, options: .sortedKeys).asText
  }

  var tokens: Set<String> { Set(byToken.keys) }
  var open: [Entry] { entries.filter { $0.status == .open } }

  /// All tasks, without their order.
  var tasks: [String] { entries.map { "\($0.status) \($0.textWithSets)" }.sorted() }

  subscript(token: String) -> [Entry] { byToken[token] ?? [] }

  /// The open tasks with a token.
  func open(_ token: String) -> [Entry] { self[token].filter { $0.status == .open } }

  /// Whether the task is open, else whether somebody finished it; `nil` if it isn't there.
  func status(of token: String) -> Status? {
    let all = Set(self[token].map(\.status))
    return [.open, .finished, .sent].first(where: all.contains)
  }

  /// What is different about a task in another file.
  func differences(of token: String, to other: TaskFile) -> Set<Aspect> {
    if self[token].isEmpty != other[token].isEmpty { return [.presence] }
    return Set(
      Aspect.allCases.filter { aspect in
        Set(self[token].map { $0.aspects[aspect] }) != Set(other[token].map { $0.aspects[aspect] })
      })
  }

  /// The titles, notes and attachments of the task.
  func values(of token: String) -> Set<String> { Set(self[token].flatMap(\.values)) }

  /// What the file says about the task.
  func state(of token: String, withUntil: Bool = true) -> String {
    self[token].map { "\($0.status) \(withUntil ? $0.text : $0.textWithoutUntil)" }
      .sorted().joined(separator: "\n")
  }
}

extension Move.HandEdit {
  /// The text after the edit; `nil` if there is nothing to edit.
  func applied(to text: String, choice: Int, token: String) -> String? {
    let lines = text.split(separator: "\n").map(String.init)
    guard let border = lines.firstIndex(where: { $0.contains("\"completed\": [") }) else {
      return nil
    }
    var lists = [lines[..<border], lines[border...]].map { part in
      part.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,")) }
        .filter { $0.hasPrefix("{\"") }
    }
    // The program keeps each task on a line of its own, and so does this person.
    guard let file = try? TaskFile(text), lists.map(\.count).reduce(0, +) == file.entries.count
    else { return nil }
    func task(added: String?) -> String {
      let member = added.map { ", \"added\": \"\($0)\"" } ?? ""
      return "{\"title\": \"\(token) by hand\"\(member)}"
    }
    let digits = String(String(1_000_000 + choice % 1_000_000).dropFirst())
    switch self {
    case .reword, .delete, .moveToFront:
      if lists[0].isEmpty { return nil }
      let index = choice % lists[0].count
      let line = lists[0].remove(at: index)
      if self == .moveToFront { lists[0].insert(line, at: 0) }
      if self == .reword {
        let entry = file.open[index]
        let title = "\(entry.token) reworded by hand \(token)"
        lists[0].insert(
          line.replacingOccurrences(of: "\"\(entry.title)\"", with: "\"\(title)\""), at: index)
      }
    case .deleteEnded:
      if lists[1].isEmpty { return nil }
      lists[1].remove(at: choice % lists[1].count)
    case .addWithoutDate: lists[0].append(task(added: nil))
    case .addWithSeconds: lists[0].append(task(added: "2026-11-21T10:00:0\(choice % 10)Z"))
    case .addFromFastClock: lists[0].insert(task(added: "2031-01-01T00:00:00.\(digits)Z"), at: 0)
    case .addFromSlowClock: lists[0].append(task(added: "2001-01-01T00:00:00.\(digits)Z"))
    }
    return StackFile.text(lists[0], lists[1])
  }
}
