// What version control shows of a change: as few lines as can be.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct LineDifferenceTests {
  @Test func pushing() throws {
    try expect(
      """
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      +    {"title": "c", "added": "2026-11-21T10:10:00Z"},
      +    {"title": "d", "added": "DATE"}
      """
    ) { try $0.push("d") }
  }

  @Test func pushingSeveral() throws {
    try expect(
      """
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      +    {"title": "c", "added": "2026-11-21T10:10:00Z"},
      +    {"title": "d", "added": "DATE"},
      +    {"title": "e", "added": "DATE"}
      """
    ) { try $0.push("d", "e") }
  }

  @Test func pushingInFront() throws {
    try expect(
      """
      +    {"title": "d", "added": "DATE"},
      +    {"title": "e", "added": "DATE"},
      """
    ) { try $0.push("d", "e", inFront: true) }
  }

  @Test func done() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      +    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "completed": "DATE"}
      """
    ) { _ = try $0.endFront(as: .completed) }
  }

  @Test func sent() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      +    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "sent": "DATE", "to": "sam@example.org"}
      """
    ) { _ = try $0.endFront(as: .sent(to: "sam@example.org")) }
  }

  @Test func skipping() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      +    {"title": "c", "added": "2026-11-21T10:10:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z"}
      """
    ) { _ = try $0.skip() }
  }

  @Test func retitling() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      +    {"title": "\\"b\\" \\\\ \\u001B é", "added": "2026-11-21T10:00:00Z"},
      """
    ) { _ = try $0.retitleFront(TaskTitle("\"b\" \\ \u{1B} é")) }
  }

  @Test func attaching() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "attachments": ["/a b", "https://example.org"]},
      """
    ) { _ = try $0.attach(["/a b", "https://example.org", "/a b"]) }
  }

  @Test func detaching() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]},
      -    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      +    {"title": "b", "added": "2026-11-21T10:05:00Z"},
      +    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "dropped": "DATE"}
      """
    ) {
      _ = try $0.endFront(as: .dropped)
      _ = try $0.detach(nil)
    }
  }

  @Test func rearranging() throws {
    try expect(
      """
      -    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]},
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      +    {"title": "c", "added": "2026-11-21T10:10:00Z"},
      +    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]}
      """
    ) { _ = try $0.rearrange($0.tasks(), as: [.task(0), .task(2), .task(1)]) }
  }

  /// Those that go keep their order.
  @Test func rearrangingAway() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]},
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      -    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      +    {"title": "c!", "added": "2026-11-21T10:10:00Z"}
      +    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "dropped": "DATE"},
      +    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"], \
      "dropped": "DATE"}
      """
    ) { _ = try $0.rearrange($0.tasks(), as: [.retitled(2, TaskTitle("c!"))]) }
  }

  @Test func doneToTheLast() throws {
    try expect(
      """
      -    {"title": "a", "added": "2026-11-21T10:00:00Z"},
      -    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]},
      -    {"title": "c", "added": "2026-11-21T10:10:00Z"}
      -    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      +    {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"},
      +    {"title": "a", "added": "2026-11-21T10:00:00Z", "completed": "DATE"},
      +    {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"], \
      "completed": "DATE"},
      +    {"title": "c", "added": "2026-11-21T10:10:00Z", "completed": "DATE"}
      """
    ) { queue in for _ in 0..<3 { _ = try queue.endFront(as: .completed) } }
  }

  /// The indentation and the line ends of the neighbours, whatever they are.
  @Test func linesLikeTheirNeighbours() throws {
    try expect(
      """
      -\t\t{"title": "c", "added": "2026-11-21T10:10:00Z"}␍
      +\t\t{"title": "c", "added": "2026-11-21T10:10:00Z"},␍
      +\t\t{"title": "d", "added": "DATE"}␍
      """, in: Layout.canonical.text.replacing("  ", with: "\t").replacing("\n", with: "\r\n")
    ) { try $0.push("d") }
  }

  @Test func anEmptyList() throws {
    try expect(
      """
      +    {"title": "d", "added": "DATE"}
      """, in: "{\n  \"tasks\": [\n  ]\n}\n"
    ) { try $0.push("d") }
    try expect(
      """
      -  "tasks": []
      +  "tasks": [
      +    {"title": "d", "added": "DATE"}
      +  ]
      """, in: "{\n  \"tasks\": []\n}\n"
    ) { try $0.push("d") }
  }

  @Test func aMissingList() throws {
    try expect(
      """
      -  "version": 1
      +  "version": 1,
      +  "tasks": [
      +    {"title": "d", "added": "DATE"}
      +  ]
      """, in: "{\n  \"version\": 1\n}\n"
    ) { try $0.push("d") }
    try expect(
      """
      -{}
      +{
      +  "tasks": [
      +    {"title": "d", "added": "DATE"}
      +  ]
      +}
      """, in: "{}\n"
    ) { try $0.push("d") }
  }

  @Test func oneLine() throws {
    try expect(
      """
      -{"tasks":[{"title":"a"}]}
      +{"tasks":[{"title":"a"},{"title": "d", "added": "DATE"}]}
      """, in: "{\"tasks\":[{\"title\":\"a\"}]}\n"
    ) { try $0.push("d") }
    try expect(
      """
      -{"tasks": [ {"title": "a"}, {"title": "b"} ]}
      +{"tasks": [ {"title": "a"}, {"title": "b"}, {"title": "d", "added": "DATE"} ]}
      """, in: "{\"tasks\": [ {\"title\": \"a\"}, {\"title\": \"b\"} ]}\n"
    ) { try $0.push("d") }
  }

  @Test func aTaskOnSeveralLines() throws {
    try expect(
      """
      -      "title": "a"
      +      "title": "a",
      +      "attachments": ["/x"]
      """,
      in: """
        {
          "tasks": [
            {
              "added": "2026-11-21T10:00:00Z",
              "title": "a"
            }
          ]
        }

        """
    ) { _ = try $0.attach(["/x"]) }
  }

  @Test func aNewFile() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push("a", "b")
    #expect(
      home.queueText().map { withoutDates($0) } == """
        {
          "version": 1,
          "tasks": [
            {"title": "a", "added": "DATE"},
            {"title": "b", "added": "DATE"}
          ],
          "completed": [
          ]
        }

        """)
  }

  /// Compares the lines that a change takes away and adds, all those away first.
  ///
  /// - Parameter text: The file before the change.
  private func expect(
    _ difference: String, in text: String = Layout.canonical.text,
    sourceLocation: SourceLocation = #_sourceLocation, after change: (TaskQueue) throws -> Void
  ) throws {
    let home = Home()
    try home.writeQueue(text)
    try change(home.queue())
    let before = lines(of: text)
    let after = lines(of: withoutDates(try #require(home.queueText()), apartFromThoseIn: text))
    let changes = after.difference(from: before)
    let shown = changes.removals.map { "-\($0.line)" } + changes.insertions.map { "+\($0.line)" }
    #expect(shown.joined(separator: "\n") == difference, sourceLocation: sourceLocation)
  }

  private func lines(of text: String) -> [Substring] {
    text.replacing("\r\n", with: "␍\n").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text with the dates that are new made alike.
  private func withoutDates(_ text: String, apartFromThoseIn old: String = "") -> String {
    let dates = text.matches(of: /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/).map(\.output)
    return dates.filter { !old.contains($0) }.reduce(text) { $0.replacing($1, with: "\"DATE\"") }
  }
}

extension CollectionDifference.Change where ChangeElement == Substring {
  fileprivate var line: Substring {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }
}
