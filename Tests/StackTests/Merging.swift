// Merges texts, which tests may write in a short form.

import TestSupport
import Testing

@testable import Stack

/// Merges texts with their common ancestor; an empty text is a stack without members.
func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (result: Merge, text: String)
{
  try merge(ours, theirs, base: base.isEmpty ? .empty : MergeInput(Array(base.utf8)))
}

private func merge(_ ours: String, _ theirs: String, base: MergeInput) throws -> (
  result: Merge, text: String
) {
  let ours = try MergeInput(Array(ours.utf8))
  let theirs = try MergeInput(Array(theirs.utf8))
  let result = Merge(base: base, ours: ours, theirs: theirs)
  return (result, try #require(result.patch.applied(to: ours.text)).asText)
}

// MARK: The short form

/// A task as `stack` writes it: its title, the minute in which it was added, and further members.
func task(_ title: String, _ minute: Int?, _ more: [String] = []) -> String {
  let added = minute.map { [#""added": "\#(identity($0))""#] } ?? []
  return "{" + ([#""title": "\#(title)""#] + added + more).joined(separator: ", ") + "}"
}

/// The `added` of a task, which identifies it.
func identity(_ minute: Int) -> String { "\(time(minute).dropLast()).000000Z" }

func time(_ minute: Int) -> String { "2026-11-21T10:\(minute < 10 ? "0" : "")\(minute):00Z" }

/// A task in the short form, such as `a/done9`, `B`, `x@7+p,q`: its title; after `@`, the minute in
/// which it was added (`a` and `A` default to 1, `b` and `B` to 2, and `x` has none; after `@@`, it
/// is that of a second wording, derived from the task of this minute); after `/`,
/// how and when it ended; after `+`, its attachments; after `~`, its `until`: a minute, or a word
/// that isn't a date.
func task(_ sketch: Substring) -> String {
  let marks: Set<Character> = ["@", "+", "/", "~"]
  var parts: [Substring] = []
  var rest = sketch
  while !rest.isEmpty {
    let end = rest.drop(while: marks.contains).firstIndex(where: marks.contains) ?? rest.endIndex
    parts.append(rest[..<end])
    rest = rest[end...]
  }
  let title = String(parts.first ?? "")
  var minute = ["z", "a", "b", "c", "d"].firstIndex(of: title.lowercased())
  var more: [String] = []
  for part in parts.dropFirst() {
    let value = part.dropFirst()
    switch part.first {
    case "@" where value.hasPrefix("@"):
      let first = Timestamp(dateText: identity(Int(value.dropFirst()) ?? 0)) ?? .now
      minute = nil
      let second = WordingIdentity.added(for: Array(title.utf8), from: first)
      more.append(#""added": "\#(second.preciseText)""#)
    case "@": minute = Int(value)
    case "~": more.append(#""until": "\#(Int(value).map { time($0) } ?? String(value))""#)
    case "+":
      let items = value.split(separator: ",").map { "\"/\($0)\"" }
      more.append("\"attachments\": [\(items.joined(separator: ", "))]")
    default:
      let end = value.prefix { $0.isLetter }
      more.append(
        "\"\(end == "done" ? "completed" : end)\": \"\(time(Int(value.dropFirst(end.count)) ?? 0))\""
      )
      if end == "sent" { more.append(#""to": "pat@example.org""#) }
    }
  }
  return task(title, minute, more)
}

/// A file as `stack` writes it.
func file(_ tasks: [String], _ completed: [String] = [], own: String = "") -> String {
  StackFile.text(tasks, completed, own: own)
}

/// A file from its text, or from the short form: its tasks and, after a bar, the ended ones.
func file(_ text: String) -> String {
  if text.isEmpty || text.hasPrefix("{") { return text }
  let lists = text.split(separator: "|", omittingEmptySubsequences: false).map { list in
    list.split(separator: " ").map { task($0) }
  }
  return file(lists[0], lists.count > 1 ? lists[1] : [])
}
