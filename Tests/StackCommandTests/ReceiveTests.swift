// `stack receive`: takes a task from somebody else, who may be anybody.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

private let version = StackCommand.Program.version

@Suite struct ReceiveTests {
  @Test func aTaskIsAddedAtTheBack() throws {
    try session(
      #"""
      $ stack push Write the report
      Write the report
      $ echo '{"title": "Call Sam", "added": "2020-01-01T00:00:00Z", "from": "pat@laptop"}' | stack receive
      received \#(version) stack
      $ cat "$(stack path)"
      {
        "version": 1,
        "tasks": [
          {"title": "Write the report", "added": "DATE"},
          {"title": "Call Sam", "added": "DATE", "from": "pat@laptop"}
        ],
        "completed": [
        ]
      }
      $ grep -c 2020-01-01 "$(stack path)"
      0
      [1]
      $ echo '{"title": "Fix the build"}' | stack -s work receive
      received \#(version) work
      $ stack -s work --json
      {"title": "Fix the build", "added": "DATE"}
      $ stack undo
      Write the report
      $ stack count
      1
      """#)
  }

  @Test func whatIsNoProperTask() throws {
    try session(
      #"""
      $ stack receive </dev/null
      stack: this is not a task: it is empty; nothing was changed
      [65]
      $ echo Call Sam | stack receive
      stack: this is not a task: a value should stand here; nothing was changed
      [65]
      $ echo '{"title": "Call Sam"} {"title": "Call Pat"}' | stack receive
      stack: this is not a task: there is text after the end; nothing was changed
      [65]
      $ echo '[{"title": "Call Sam"}]' | stack receive
      stack: this is not a task: a task should be an object; nothing was changed
      [65]
      $ printf '{"title": "Call Sam"' | stack receive
      stack: this is not a task: the text ends too early; nothing was changed
      [65]
      $ echo '{"name": "Call Sam"}' | stack receive
      stack: this is not a task: this task has no "title"; nothing was changed
      [65]
      $ echo '{"title": ["Call Sam"]}' | stack receive
      stack: this is not a task: "title" should be a string; nothing was changed
      [65]
      $ echo '{"title": " \t "}' | stack receive
      stack: this is not a task: the title should be one line of text; nothing was changed
      [65]
      $ echo '{"title": "Call Sam\nCall Pat"}' | stack receive
      stack: this is not a task: the title should be one line of text; nothing was changed
      [65]
      $ echo '{"title": "Call Sam", "due": null}' | stack receive
      stack: this is not a task: null is not allowed here; nothing was changed
      [65]
      $ printf '{"title": "Call \xFF"}' | stack receive
      stack: this is not a task: this is not UTF-8; nothing was changed
      [65]
      $ yes | stack receive
      stack: this is not a task: a task may have 64 KiB at most; nothing was changed
      [65]
      $ ls -A
      .bin
      """#)
  }

  /// All that a stranger may try is refused with one sentence, and then nothing has changed.
  static let refused: [String: [UInt8]] = [
    "a byte order mark": [0xEF, 0xBB, 0xBF] + Array(#"{"title": "x"}"#.utf8),
    "UTF-16": [0xFF, 0xFE] + #"{"title": "x"}"#.utf8.flatMap { [$0, 0] },
    "not UTF-8 in an own key": Array(#"{"title": "x", "k": ""#.utf8) + [0xC0, 0x80] + Array(#""}"#.utf8),
    "an encoded surrogate": Array(#"{"title": ""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
    "a zero byte": Array("{\"title\": \"x\"}\0".utf8),
    "a bare control character": Array("{\"title\": \"\u{1B}[2J\"}".utf8),
    "line breaks alone": Array(#"{"title": "\r\n\r\n"}"#.utf8),
    "a line break in escapes": Array(#"{"title": "a\u000Db"}"#.utf8),
    "an empty title": Array(#"{"title": ""}"#.utf8),
    "an empty object": Array("{}".utf8),
    "two titles": Array(#"{"title": "x", "titl\u0065": "y"}"#.utf8),
    "two dates of arrival": Array(#"{"title": "x", "added": 1, "\u0061dded": "2020-01-01T00:00:00Z"}"#.utf8),
    "two attachments": Array(#"{"title": "x", "attachments": [], "attachments": ["file:///"]}"#.utf8),
    "an own key twice": Array(#"{"title": "x", "k": 1, "k": 2}"#.utf8),
    "null, deep inside": Array(#"{"title": "x", "k": [[{"l": [1, null]}]]}"#.utf8),
    "two tasks": Array("{\"title\": \"x\"}\n{\"title\": \"y\"}\n".utf8),
    "a way out of the array": Array(#"{"title": "x"}, {"title": "y"}], "completed": [{"title": "z"}"#.utf8),
    "a whole queue": Array(#"{"version": 1, "tasks": [{"title": "x"}]}"#.utf8),
    "a comment": Array(#"{"title": "x" /* y */}"#.utf8),
    "a comma too many": Array(#"{"title": "x",}"#.utf8),
    "single quotes": Array("{'title': 'x'}".utf8),
    "not a number": Array(#"{"title": "x", "k": NaN}"#.utf8),
    "one nesting too many": Array(nested(511).utf8),
    "nothing but nesting": Array(String(repeating: "[", count: 65536).utf8),
    "a nested title": Array((#"{"title": "# + String(repeating: "[", count: 60000)).utf8),
    "one byte too many": Array(sized(65537).utf8),
    "an address that drives the terminal": addressed(#"\u001b[2J"#),
    "an address with a zero": addressed(#"\u0000"#),
    "an address with a line break": addressed(#"\n"#),
    "an address with DEL": addressed(#"\u007f"#),
    "an address with C1": addressed(#"\u009b31m"#),
    "an address that is turned around": addressed(#"\u202e"#),
    "an address that is turned around in bytes": addressed("\u{2066}"),
    "white space": Array(repeating: 0x20, count: 65536),
  ]

  /// A task with an address that ends so.
  static func addressed(_ end: String) -> [UInt8] {
    Array(#"{"title": "x", "attachments": ["https://ok.example/", "HTTPS://example.org/\#(end)"]}"#.utf8)
  }

  /// A task whose dictionaries and arrays are nested so deep.
  static func nested(_ depth: Int) -> String {
    #"{"title": "deep", "k": "# + String(repeating: "[", count: depth - 1)
      + String(repeating: "]", count: depth - 1) + "}"
  }

  /// A task that has so many bytes.
  static func sized(_ count: Int) -> String {
    let frame = #"{"title": "long", "k": ""}"#
    return frame.dropLast(2) + String(repeating: "x", count: count - frame.utf8.count) + "\"}"
  }

  @Test(arguments: refused.keys.sorted()) func isRefused(_ attempt: String) throws {
    let home = Home()
    try home.stack("push", "Write the report")
    let before = try everything(in: home)
    let result = try home.stack("receive", input: Data(try #require(Self.refused[attempt])))
    #expect(result.status == 65 && result.output == "")
    #expect(result.errors.hasPrefix("stack: this is not a task: "))
    #expect(result.errors.hasSuffix("; nothing was changed\n"))
    #expect(result.errors.utf8.count < 200 && !result.errors.contains("\u{1B}"))
    #expect(try everything(in: home) == before)
  }

  /// What is well-formed is taken, and does no more than stand in the queue.
  static let taken: [String: (sent: String, kept: String)] = [
    "escapes": (
      #"{"title": "\u001b]0;owned\u0007\u009b2J", "\u001b[2J": "\u202e"}"#,
      #"{"title": "\u001B]0;owned\u0007\u009B2J", "\u001b[2J": "\u202e", "added": "DATE"}"#
    ),
    "bidirectional controls as they are": (
      "{\"title\": \"\u{202E}x\u{2066}\", \"k\": \"\u{200F}\u{2028}\u{85}\u{7F}\"}",
      #"{"title": "\u202Ex\u2066", "k": "\u200F\u2028\u0085\u007F", "added": "DATE"}"#
    ),
    "half a pair": (
      #"{"title": "\ud800x"}"#,
      "{\"title\": \"\u{FFFD}x\", \"added\": \"DATE\"}"
    ),
    "files and scripts": (
      #"{"title": "x", "attachments": ["file:///etc/passwd", "/etc/passwd", "javascript:alert(1)", "-rf", "#
        + #""https:evil", "httpsx://evil", " https://evil", "data:,x", 7, ["https://evil"], {"a": "https://evil"}, "#
        + #""HTTPS://example.org/", "http://example.org/$(touch${IFS}pwned)", "\u0068ttps://example.org/"]}"#,
      #"{"title": "x", "attachments": ["HTTPS://example.org/", "http://example.org/$(touch${IFS}pwned)", "#
        + #""https://example.org/"], "added": "DATE"}"#
    ),
    "addresses that no program takes whole": (
      #"{"title": "x", "attachments": ["https://example.org/a b", " https://example.org/\u009b"]}"#,
      #"{"title": "x", "added": "DATE"}"#
    ),
    "files alone": (
      #"{"attachments": ["/etc/passwd"], "title": "x"}"#,
      #"{"title": "x", "added": "DATE"}"#
    ),
    "attachments that are no array": (
      #"{"title": "x", "attachments": {"0": "file:///etc/passwd"}}"#,
      #"{"title": "x", "added": "DATE"}"#
    ),
    "keys that mean something elsewhere": (
      #"{"version": 2, "tasks": 7, "completed": "2020-01-01", "title": "x", "dropped": true, "added": 0}"#,
      #"{"version": 2, "tasks": 7, "completed": "2020-01-01", "title": "x", "dropped": true, "added": "DATE"}"#
    ),
    "a layout of its own": (
      "\r\n\t{\r\n  \"title\" : \"  Call  Sam \\t\" ,\n\n\"k\":[ ]  }\n\n",
      #"{"title": "Call  Sam", "k": [], "added": "DATE"}"#
    ),
    "odd numbers and keys": (
      #"{"title": "x", "": -0, "k": [1e999, 123456789012345678901234567890, 0.10]}"#,
      #"{"title": "x", "": -0, "k": [1e999, 123456789012345678901234567890, 0.10], "added": "DATE"}"#
    ),
    "as much as is taken": (sized(65536), sized(65536).dropLast() + #", "added": "DATE"}"#),
    "as deep as is taken": (nested(510), nested(510).dropLast() + #", "added": "DATE"}"#),
  ]

  @Test(arguments: taken.keys.sorted()) func isTaken(_ attempt: String) throws {
    let (sent, kept) = try #require(Self.taken[attempt])
    let home = Home()
    try home.stack("push", "Write the report")
    let before = home.files(below: ".")
    #expect(
      try home.stack("receive", input: Data(sent.utf8))
        == Finished(status: 0, output: "received \(version) stack\n", errors: ""))
    let line = home.queueText()?.split(separator: "\n")[4].dated
    #expect(line == "    " + kept)
    #expect(try home.stack("count").output == "2\n")
    let new = Set(home.files(below: ".")).subtracting(before)
    #expect(new.allSatisfy { $0.hasPrefix(".local/state/stack/") })
    // It can be worked on like any other, and taken back.
    let use = "stack done && stack done && stack undo && stack undo && stack count"
    #expect(try home.shell(use).output.hasSuffix("\n2\n"))
    #expect(try home.shell("stack undo && stack count").output == "Write the report\n1\n")
  }

  @Test func aTaskTwiceIsTwoTasks() throws {
    try session(
      #"""
      $ echo '{"title": "Call Sam"}' | stack receive
      received \#(version) stack
      $ echo '{"title": "Call Sam"}' | stack receive
      received \#(version) stack
      $ stack done
      Call Sam
      """#)
  }

  /// Nobody who may send learns what the receiver is doing, and nobody can send for ever.
  @Test func aGigabyte() throws {
    let home = Home()
    try home.stack("push", "Secret")
    let before = try everything(in: home)
    let sources = [
      "head -c 1000000000 /dev/zero", "yes '{\"title\": \"x\"}'",
      "(printf '{\"title\": \"'; yes x | tr -d '\\n')",
    ]
    for source in sources {
      // The memory is limited too, where the system has such a limit.
      let result = try home.shell("\(source) | (ulimit -v 1000000 2>/dev/null; stack receive)")
      #expect(
        result
          == Finished(
            status: 65, output: "",
            errors: "stack: this is not a task: a task may have 64 KiB at most; nothing was changed\n"))
    }
    #expect(try everything(in: home) == before)
  }

  @Test func atATerminalToo() throws {
    let home = Home()
    try home.stack("push", "Secret")
    let terminal = try Terminal(
      home, "/bin/sh", ["-c", "echo '{\"title\": \"Call Sam\"}' | stack receive"])
    #expect(terminal.end() == 0)
    #expect(terminal.text == "received \(version) stack\r\n")
  }

  @Test func takenButNotAnswered() throws {
    try session(
      """
      $ echo '{"title": "Call Sam"}' | stack receive >&-
      stack: added, but it could not be shown: cannot write standard output: Bad file descriptor
      [74]
      $ stack
      Call Sam
      """)
  }

  @Test func whereItCannotBeKept() throws {
    let home = Home()
    try home.writeQueue("broken")
    try session(
      """
      $ echo '{"title": "Call Sam"}' | stack receive
      stack: ~/.config/stack/stack.json, line 1, column 1: an object should stand here; \
      mend the file, nothing was changed
      [65]
      $ stack receive Call Sam
      stack: receive can't do anything with 'Call'; see: stack help receive
      [64]
      $ stack receive <&-
      stack: cannot read standard input: Bad file descriptor; nothing was changed
      [74]
      """, in: home)
  }

  /// The paths and contents of all files in a home.
  private func everything(in home: Home) throws -> [String: Data] {
    let files = home.files(below: ".").filter { !$0.hasPrefix(".bin") }
    return Dictionary(uniqueKeysWithValues: try files.map { ($0, try Data(contentsOf: home.url($0))) })
  }

  @Test func receivingAtATerminal() throws {
    let home = Home()
    let terminal = try Terminal(home, home.program.path, ["receive"])
    #expect(terminal.wait(for: "Waiting for a task as stack send writes it."))
    terminal.type("{\"title\": \"Call Sam\"}\n\u{04}")
    #expect(terminal.end() == 0)
    #expect(try home.titles() == ["Call Sam"])
  }
}
