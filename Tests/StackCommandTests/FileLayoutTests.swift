// The file belongs to the person: a command changes the bytes that it is about, and no others.

import Foundation
import TestSupport
import Testing

@Suite struct FileLayoutTests {
  @Test func aPushIsOneLineInGit() throws {
    try session(
      """
      $ stack push Write the report; stack push Call Sam
      Write the report
      Write the report
      $ cd ~/.config/stack; git init -q .; git add stack.json
      $ stack push Buy milk
      Write the report
      $ git diff -U0 stack.json | tail -n +6
      -    {"title": "Call Sam", "added": "DATE"}
      +    {"title": "Call Sam", "added": "DATE"},
      +    {"title": "Buy milk", "added": "DATE"}
      $ git add stack.json; stack done
      Call Sam
      $ git diff -U0 stack.json | grep '^[-+] '
      -    {"title": "Write the report", "added": "DATE"},
      +    {"title": "Write the report", "added": "DATE", "completed": "DATE"}
      """)
  }

  /// Layouts, with `<…>` around what a push adds or a done moves.
  static let layouts: [(name: String, before: String, afterPush: String, afterDone: String)] = [
    (
      "tabs, CRLF and keys of one's own",
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[],\r\n\t\"tasks\" : [\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\"} ,\r\n\t\t{\"title\":\"Two\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n",
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[],\r\n\t\"tasks\" : [\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\"} ,\r\n\t\t{\"title\":\"Two\"},\r\n\t\t{\"title\": \"New\", \"added\": \"DATE\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n",
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\", \"completed\": \"DATE\"}\r\n\t],\r\n\t\"tasks\" : [\r\n\t\t{\"title\":\"Two\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n"
    ),
    (
      "all on one line",
      #"{"tasks":[{"title":"One"},{"title":"Two"}],"completed":[{"title":"Old"}]}"#,
      #"{"tasks":[{"title":"One"},{"title":"Two"},{"title": "New", "added": "DATE"}],"completed":[{"title":"Old"}]}"#,
      #"{"tasks":[{"title":"Two"}],"completed":[{"title":"Old"},{"title":"One", "completed": "DATE"}]}"#
    ),
    (
      "a task over several lines, and nothing completed yet",
      "{\n    \"tasks\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true\n        }\n    ]\n}",
      "{\n    \"tasks\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true\n        },\n        {\"title\": \"New\", \"added\": \"DATE\"}\n    ]\n}",
      "{\n    \"tasks\": [\n    ],\n    \"completed\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true,\n            \"completed\": \"DATE\"\n        }\n    ]\n}"
    ),
    (
      "a byte order mark, and a task that was completed before",
      "\u{FEFF}{\"tasks\": [ {\"title\": \"One\", \"completed\": \"long ago\"} ], \"completed\": [ ] }",
      "\u{FEFF}{\"tasks\": [ {\"title\": \"One\", \"completed\": \"long ago\"}, {\"title\": \"New\", \"added\": \"DATE\"} ], \"completed\": [ ] }",
      "\u{FEFF}{\"tasks\": [ ], \"completed\": [{\"title\": \"One\", \"completed\": \"DATE\"}] }"
    ),
  ]

  @Test(arguments: layouts.indices) func theRestStaysAsItWas(_ index: Int) throws {
    let (name, before, afterPush, afterDone) = Self.layouts[index]
    for (arguments, expected) in [(["push", "New"], afterPush), (["done"], afterDone)] {
      let home = Home()
      try home.writeQueue(before)
      #expect(try home.run(home.program.path, arguments).status == 0)
      let after = home.queueText()?.dated
      #expect(after == expected, "\(name), stack \(arguments)")
      #expect(try home.stack("undo").status == 0)
      #expect(home.queueText() == before, "\(name), undo")
    }
  }

  @Test(arguments: [
    "{}", "{ }", "{\n}\n", "{\"version\": 1}", "{\n  \"version\": 1\n}", "{\"tasks\":[]}",
    "{\n\t\"tasks\": []\n}",
  ])
  func theFirstTaskFindsAPlace(_ text: String) throws {
    let home = Home()
    try home.writeQueue(text)
    #expect(try home.stack("push", "One") == Finished(status: 0, output: "One\n", errors: ""))
    #expect(try home.titles() == ["One"])
    #expect(try home.stack("push", "Two").status == 0)
    #expect(try home.stack("done") == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.titles() == ["Two"])
    #expect(try home.titles("completed") == ["One"])
    let lines = home.queueText()?.split(separator: "\n") ?? []
    if text.contains("\n") {
      #expect(
        lines.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix("{\"title\": \"Two\"") },
        "on a line of its own")
    }
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func propertyListsTakeTheFile() throws {
    try session(
      """
      $ stack push -a https://example.org/ Write the report
      Write the report
      $ stack push Call Sam
      Write the report
      $ stack done
      Call Sam
      $ python3 -c "import json, plistlib, sys; plistlib.dumps(json.load(open(sys.argv[1])))" "$(stack path)"
      """)
  }
}
