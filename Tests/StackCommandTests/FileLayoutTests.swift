// A command changes only the bytes that it has to change.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct FileLayoutTests {
  /// So `git diff` shows only the change.
  @Test func aChangeAffectsAsFewLinesAsPossible() throws {
    let home = Home([
      "VISUAL": "rearrange", "STACK_SSH": "cat >/dev/null; echo received 1.1.0 stack;:",
    ])
    try home.script("rearrange", Action.rearranger)
    try session(
      #"""
      $ changed() { cp "$(stack path)" before; "$@" >shown; diff before "$(stack path)" | sed -n 's/^</-/p; s/^>/+/p'; }
      $ printf 'a\nb\nc\n' | stack push - && cat "$(stack path)"
      a
      {
        "version": 1,
        "tasks": [
          {"title": "a", "added": "DATE"},
          {"title": "b", "added": "DATE"},
          {"title": "c", "added": "DATE"}
        ],
        "completed": [
        ]
      }
      $ changed stack push d
      -     {"title": "c", "added": "DATE"}
      +     {"title": "c", "added": "DATE"},
      +     {"title": "d", "added": "DATE"}
      $ printf 'e\nf\n' >lines
      $ changed stack push --top - <lines
      +     {"title": "e", "added": "DATE"},
      +     {"title": "f", "added": "DATE"},
      $ changed stack done
      -     {"title": "e", "added": "DATE"},
      +     {"title": "e", "added": "DATE", "completed": "DATE"}
      $ changed stack skip
      -     {"title": "f", "added": "DATE"},
      -     {"title": "d", "added": "DATE"}
      +     {"title": "d", "added": "DATE"},
      +     {"title": "f", "added": "DATE"}
      $ changed stack edit $'"b" \\ \e é'
      -     {"title": "a", "added": "DATE"},
      +     {"title": "\"b\" \\ \u001B é", "added": "DATE"},
      $ changed stack attach x:1 x:2 x:1
      -     {"title": "\"b\" \\ \u001B é", "added": "DATE"},
      +     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:1", "x:2"]},
      $ changed stack detach x:1
      -     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:1", "x:2"]},
      +     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:2"]},
      $ changed stack drop
      -     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:2"]},
      -     {"title": "e", "added": "DATE", "completed": "DATE"}
      +     {"title": "e", "added": "DATE", "completed": "DATE"},
      +     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:2"], "dropped": "DATE"}
      $ LINES=$'2\n1\n3\n4' changed stack edit --all
      -     {"title": "b", "added": "DATE"},
      +     {"title": "b", "added": "DATE"},
      $ LINES=$'=3\tx!\n4' changed stack edit --all
      -     {"title": "c", "added": "DATE"},
      -     {"title": "b", "added": "DATE"},
      -     {"title": "d", "added": "DATE"},
      +     {"title": "x!", "added": "DATE"},
      -     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:2"], "dropped": "DATE"}
      +     {"title": "\"b\" \\ \u001B é", "added": "DATE", "attachments": ["x:2"], "dropped": "DATE"},
      +     {"title": "c", "added": "DATE", "dropped": "DATE"},
      +     {"title": "b", "added": "DATE", "dropped": "DATE"}
      $ changed stack send desk
      -     {"title": "x!", "added": "DATE"},
      -     {"title": "b", "added": "DATE", "dropped": "DATE"}
      +     {"title": "b", "added": "DATE", "dropped": "DATE"},
      +     {"title": "x!", "added": "DATE", "sent": "DATE", "to": "desk"}
      $ changed stack done
      -     {"title": "f", "added": "DATE"}
      -     {"title": "x!", "added": "DATE", "sent": "DATE", "to": "desk"}
      +     {"title": "x!", "added": "DATE", "sent": "DATE", "to": "desk"},
      +     {"title": "f", "added": "DATE", "completed": "DATE"}
      """#, in: home)
  }

  /// Files in various layouts, and the results of `push` and `done`.
  static let layouts: [(before: String, afterPush: String, afterDone: String)] = [
    // Tabs, CRLF and custom keys.
    (
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[],\r\n\t\"tasks\" : [\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\"} ,\r\n\t\t{\"title\":\"Two\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n",
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[],\r\n\t\"tasks\" : [\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\"} ,\r\n\t\t{\"title\":\"Two\"},\r\n\t\t{\"title\": \"New\", \"added\": \"DATE\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n",
      "{\r\n\t\"mine\" : {\"b\":2 , \"a\":1},\r\n\t\"completed\":[\r\n\t\t{\"x\":[ 1,2 ] , \"title\":\"One\", \"completed\": \"DATE\"}\r\n\t],\r\n\t\"tasks\" : [\r\n\t\t{\"title\":\"Two\"}\r\n\t],\r\n\t\"last\" : null\r\n}\r\n"
    ),
    // On one line.
    (
      #"{"tasks":[{"title":"One"},{"title":"Two"}],"completed":[{"title":"Old"}]}"#,
      #"{"tasks":[{"title":"One"},{"title":"Two"},{"title": "New", "added": "DATE"}],"completed":[{"title":"Old"}]}"#,
      #"{"tasks":[{"title":"Two"}],"completed":[{"title":"Old"},{"title":"One", "completed": "DATE"}]}"#
    ),
    // A task over several lines, and nothing completed yet.
    (
      "{\n    \"tasks\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true\n        }\n    ]\n}",
      "{\n    \"tasks\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true\n        },\n        {\"title\": \"New\", \"added\": \"DATE\"}\n    ]\n}",
      "{\n    \"tasks\": [\n    ],\n    \"completed\": [\n        {\n            \"title\": \"One\",\n            \"mine\": true,\n            \"completed\": \"DATE\"\n        }\n    ]\n}"
    ),
    // A byte order mark, and a task that was moved back from `completed`.
    (
      "\u{FEFF}{\"tasks\": [ {\"title\": \"One\", \"completed\": \"long ago\"} ], \"completed\": [ ] }",
      "\u{FEFF}{\"tasks\": [ {\"title\": \"One\", \"completed\": \"long ago\"}, {\"title\": \"New\", \"added\": \"DATE\"} ], \"completed\": [ ] }",
      "\u{FEFF}{\"tasks\": [ ], \"completed\": [{\"title\": \"One\", \"completed\": \"DATE\"}] }"
    ),
  ]

  @Test(arguments: layouts) func theLayoutIsKept(
    _ before: String, _ afterPush: String, _ afterDone: String
  ) throws {
    try expect(before, after: ["push", "New"], toBe: afterPush)
    try expect(before, after: ["done"], toBe: afterDone)
  }

  @Test(arguments: [
    ("{}", "{\n  \"tasks\": [\n    NEW\n  ]\n}"), ("{ }", "{\n  \"tasks\": [\n    NEW\n  ]\n}"),
    ("{\n}\n", "{\n  \"tasks\": [\n    NEW\n  ]\n}\n"),
    ("{ \n  \"tasks\": []\n}", "{ \n  \"tasks\": [\n    NEW\n  ]\n}"),
    ("{\"version\": 1}", "{\"version\": 1, \"tasks\": [NEW]}"),
    ("{\n  \"version\": 1\n}", "{\n  \"version\": 1,\n  \"tasks\": [\n    NEW\n  ]\n}"),
    ("{\"tasks\":[]}", "{\"tasks\":[NEW]}"),
    ("{\n\t\"tasks\": []\n}", "{\n\t\"tasks\": [\n\t\tNEW\n\t]\n}"),
    ("{\n  \"tasks\": [\n  ]\n}\n", "{\n  \"tasks\": [\n    NEW\n  ]\n}\n"),
  ])
  func theFirstTaskIsInsertedIntoAnyFile(_ text: String, _ result: String) throws {
    let new = #"{"title": "New", "added": "DATE"}"#
    try expect(text, after: ["push", "New"], toBe: result.replacing("NEW", with: new))
  }

  /// A task, and the result of attaching; StackTests/QueueModelTests covers more layouts.
  @Test(arguments: [
    (#"{"title":"a","own":1}"#, #"{"title":"a","own":1,"attachments": ["x:1", "x:2"]}"#),
    (#"{"title": "a", "attachments": []}"#, #"{"title": "a", "attachments": ["x:1", "x:2"]}"#),
    (
      #"{"title": "a", "attachments": ["\u0078:1"]}"#,
      #"{"title": "a", "attachments": ["\u0078:1", "x:2"]}"#
    ),
    (
      #"{"title": "a", "attachments": "x:0"}"#,
      #"{"title": "a", "attachments": ["x:0", "x:1", "x:2"]}"#
    ),
    (
      "{\n  \"title\": \"a\"\n}", "{\n  \"title\": \"a\",\n  \"attachments\": [\"x:1\", \"x:2\"]\n}"
    ),
    (
      "{\n\"attachments\": [\n\t\"x:1\",\n\t{\"n\": 3}\n], \"title\": \"a\"}",
      "{\n\"attachments\": [\n\t\"x:1\",\n\t{\"n\": 3},\n\t\"x:2\"\n], \"title\": \"a\"}"
    ),
    (
      #"{"title": "a", "attachments":["x:1" ,"x:2" ]}"#,
      #"{"title": "a", "attachments":["x:1" ,"x:2" ]}"#
    ),
  ])
  func attachingKeepsTheLayout(_ task: String, _ result: String) throws {
    try expect(
      "{\"tasks\": [\(task)]}", after: ["attach", "x:1", "x:2", "x:1"],
      toBe: "{\"tasks\": [\(result)]}")
  }

  @Test(arguments: [
    (#"{"title": "a", "attachments": ["x:1"], "own": 1}"#, #"{"title": "a", "own": 1}"#),
    (
      #"{"title": "a", "attachments": ["x:2", "\u0078:1" ]}"#,
      #"{"title": "a", "attachments": ["x:2" ]}"#
    ),
    (#"{"title": "a", "attachments": ["x:1", 1, "x:1"]}"#, #"{"title": "a", "attachments": [1]}"#),
    (#"{"title": "a", "attachments": "x:1"}"#, #"{"title": "a"}"#),
    (
      "{\n\"attachments\": [\n\t\"x:1\",\n\t{\"n\": 3},\n\t\"x:2\"\n], \"title\": \"a\"}",
      "{\n\"attachments\": [\n\t{\"n\": 3},\n\t\"x:2\"\n], \"title\": \"a\"}"
    ),
  ])
  func detachingKeepsTheLayout(_ task: String, _ result: String) throws {
    try expect(
      "{\"tasks\": [\(task)]}", after: ["detach", "x:1"], toBe: "{\"tasks\": [\(result)]}")
  }

  /// Runs a command, compares the file byte for byte except for dates, and undoes the change.
  private func expect(_ text: String, after arguments: [String], toBe result: String) throws {
    let home = Home()
    try home.writeQueue(text)
    #expect(try home.run(home.program.path, arguments).status == 0)
    #expect(
      home.queueText()?.dated.utf8.elementsEqual(result.utf8) == true,
      "\(home.queueText() ?? "none")")
    #expect(try home.stack("undo").status == (text == result ? 1 : 0))
    #expect(home.queueText()?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test(.needs("python3")) func theFileIsAValidPropertyList() throws {
    try session(
      """
      $ stack push -a https://example.org/ Write the report
      Write the report
      $ stack push Call Sam
      Write the report
      $ stack done
      Call Sam
      $ '\(Program.python)' -c "import json, plistlib, sys; plistlib.dumps(json.load(open(sys.argv[1])))" "$(stack path)"
      """)
  }
}
