// `stack receive`: adds a task from a sender that isn't trusted.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

private let version = StackCommand.Program.version

@Suite(.waitsForPrograms) struct ReceiveTests {
  @Test func aTaskIsAddedAtTheBack() throws {
    try session(
      #"""
      $ echo '{"title": "Call Sam", "added": "2020-01-01T00:00:00Z", "from": "pat@laptop"}' | stack receive
      received \#(version) stack
      $ grep -A 1 report "$(stack path)"
          {"title": "Write the report", "added": "DATE"},
          {"title": "Call Sam", "added": "DATE", "from": "pat@laptop"}
      $ grep -c 2020-01-01 "$(stack path)"
      0
      [1]
      $ echo '{"title": "Fix the build"}' | stack -s work receive
      received \#(version) work
      $ stack -s work --json
      {"title": "Fix the build", "added": "DATE"}
      $ stack undo && stack count
      Call Sam
      1
      $ echo '{"title": "Write the report"}' | stack receive && stack count
      received \#(version) stack
      2
      """#, in: .holding("Write the report"))
  }

  /// Invalid tasks by the problem that the message names. For other errors in JSON, see
  /// StackTests/Cases.
  static let refused: KeyValuePairs<String, [String]> = [
    "it is empty": ["", " \n", String(repeating: " ", count: 65536)],
    "a value is expected here": ["Call Sam", "\u{FEFF}{\"title\": \"x\"}"],
    "a task should be an object": ["null", #"[{"title": "Call Sam"}]"#],
    "there is text after the end": [
      #"{"title": "Call Sam"} {"title": "Call Pat"}"#, "{\"title\": \"x\"}\n{\"title\": \"y\"}\n",
      "{\"title\": \"x\"}\0", #"{"title": "x"}, {"title": "y"}], "completed": [{"title": "z"}"#,
    ], "the text ends too early": [#"{"title": "Call Sam""#],
    #"this task has no "title""#: ["{}", #"{"version": 1, "tasks": [{"title": "x"}]}"#],
    #""title" should be a string"#: [#"{"title": 1}"#, #"{"title": null}"#],
    "the title should be one line of text": [
      #"{"title": ""}"#, #"{"title": " \t "}"#, #"{"title": "Call Sam\nCall Pat"}"#,
      #"{"title": "a\u000Db"}"#,
      #"{"title": "\r\n\r\n"}"#,
    ],
    "a control character in a string must be written as an escape": ["{\"title\": \"\u{1B}[2J\"}"],
    #""title" occurs a second time"#: [#"{"title": "x", "titl\u0065": "y"}"#],
    #""added" occurs a second time"#: [
      #"{"title": "x", "added": 1, "\u0061dded": "2020-01-01T00:00:00Z"}"#
    ],
    #""attachments" occurs a second time"#: [
      #"{"title": "x", "attachments": [], "att\u0061chments": ["file:///"]}"#
    ],
    #""k" occurs a second time"#: [#"{"title": "x", "k": 1, "k": 2}"#],
    "null is not allowed here": [
      #"{"title": "x", "k": [[{"l": [1, null]}]]}"#, #"{"title": "x", "attachments": null}"#,
      #"{"title": "x", "k": ["\"", null]}"#, #"{"title": "x", "k": ["\\", null]}"#,
    ],
    "this is nested more than 512 deep": [
      nested(511), nested(511, "{\"a\":", "1", "}"), String(repeating: "[", count: 65536),
    ], "a task may have 64 KiB at most": [sized(65537)],
    "an address should have no control characters": [
      addressed(#"\u001b[2J"#), addressed(#"\u0000"#), addressed(#"\n"#), addressed(#"\u007f"#),
      addressed(#"\u009b31m"#), addressed(#"\u202e"#), addressed("\u{2066}"),
    ],
  ]

  /// A task with a URL that has this end.
  static func addressed(_ end: String) -> String {
    #"{"title": "x", "attachments": ["https://ok.example/", "HTTPS://example.org/\#(end)"]}"#
  }

  /// A task with objects and arrays nested this deep.
  static func nested(
    _ depth: Int, _ opening: String = "[", _ inner: String = "", _ closing: String = "]"
  ) -> String {
    #"{"title": "deep", "k": "# + String(repeating: opening, count: depth - 1) + inner
      + String(repeating: closing, count: depth - 1) + "}"
  }

  /// A task of this many bytes.
  static func sized(_ count: Int) -> String {
    let frame = #"{"title": "long", "k": ""}"#
    return frame.dropLast(2) + String(repeating: "x", count: count - frame.utf8.count) + "\"}"
  }

  @Test func invalidTasksAreRefused() throws {
    let home = try Home.holding("Write the report")
    var attempts = Self.refused.flatMap { problem, texts in texts.map { (Data($0.utf8), problem) } }
    for bytes in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]] {
      attempts.append(
        (Data(#"{"title": "x", "k": ""#.utf8) + bytes + Data("\"}".utf8), "this is not UTF-8"))
    }
    let wide = try #require(#"{"title": "x"}"#.data(using: .utf16LittleEndian))
    attempts.append((Data([0xFF, 0xFE]) + wide, "this is not UTF-8"))
    let before = try everything(in: home)
    for (attempt, problem) in attempts {
      let result = try home.stack("receive", input: attempt)
      let sentence = "stack: this is not a task: \(problem); nothing was changed\n"
      #expect(result == Finished(status: 65, errors: sentence), "\(attempt.prefix(200))")
      #expect(try everything(in: home) == before)
    }
  }

  /// Valid tasks, and the task that is added for each.
  static let accepted: KeyValuePairs<String, String> = [
    #"{"title": "\u001b]0;owned\u0007\u009b2J", "\u001b[2J": "\u202e"}"#:
      #"{"title": "\u001B]0;owned\u0007\u009B2J", "\u001b[2J": "\u202e", "added": "DATE"}"#,
    "{\"title\": \"\u{202E}x\u{2066}\", \"k\": \"\u{200F}\u{2028}\u{85}\u{7F}\"}":
      #"{"title": "\u202Ex\u2066", "k": "\u200F\u2028\u0085\u007F", "added": "DATE"}"#,
    // A lone surrogate.
    #"{"title": "\ud800x"}"#: "{\"title\": \"\u{FFFD}x\", \"added\": \"DATE\"}",
    // Attachments that aren't web addresses are removed.
    #"{"title": "x", "attachments": ["file:///etc/passwd", "/etc/passwd", "javascript:alert(1)", "-rf", "#
      + #""https:evil", "httpsx://evil", " https://evil", "data:,x", 7, ["https://evil"], {"a": "https://evil"}, "#
      + #""HTTPS://example.org/", "http://example.org/$(touch${IFS}pwned)", "\u0068ttps://example.org/"]}"#:
      #"{"title": "x", "attachments": ["HTTPS://example.org/", "http://example.org/$(touch${IFS}pwned)", "#
      + #""https://example.org/"], "added": "DATE"}"#,
    #"{"title": "x", "attachments": ["https://example.org/a b", " https://example.org/\u009b"]}"#:
      #"{"title": "x", "added": "DATE"}"#,
    #"{"att\u0061chments": ["/etc/passwd"], "title": "x"}"#: #"{"title": "x", "added": "DATE"}"#,
    #"{"title": "x", "attachments": {"0": "https://example.org"}}"#:
      #"{"title": "x", "added": "DATE"}"#,
    #"{"title": "null", "null": "\"null"}"#:
      #"{"title": "null", "null": "\"null", "added": "DATE"}"#,
    // Keys with a meaning elsewhere in the file, and endings.
    #"{"version": 2, "tasks": 7, "completed": "2020-01-01", "title": "x", "dropped": true, "added": 0}"#:
      #"{"version": 2, "tasks": 7, "title": "x", "added": "DATE"}"#,
    #"{"title": "x", "until": "2999-01-01T00:00:00Z"}"#: #"{"title": "x", "added": "DATE"}"#,
    #"{"title": "x", "sent": "2020-01-01T00:00:00Z", "to": "me", "notes": ["a\nb", "\u202e"]}"#:
      #"{"title": "x", "notes": ["a\nb", "\u202e"], "added": "DATE"}"#,
    // Unusual layout, numbers and keys.
    "\r\n\t{\r\n  \"title\" : \"  Call  Sam \\t\" ,\n\n\"k\":[ ]  }\n\n":
      #"{"title": "Call  Sam", "k": [], "added": "DATE"}"#,
    #"{"title": "x", "": -0, "k": [1e999, 123456789012345678901234567890, 0.10]}"#:
      #"{"title": "x", "": -0, "k": [1e999, 123456789012345678901234567890, 0.10], "added": "DATE"}"#,
    // The maximum size and depth.
    sized(65536): sized(65536).dropLast() + #", "added": "DATE"}"#,
    nested(510): nested(510).dropLast() + #", "added": "DATE"}"#,
    nested(510, "{\"a\":", "1", "}"): nested(510, "{\"a\": ", "1", "}").dropLast()
      + #", "added": "DATE"}"#,
  ]

  @Test func validTasksAreAddedOnOneLine() throws {
    for (attempt, kept) in Self.accepted {
      let home = try Home.holding("Write the report")
      let before = home.files(below: ".")
      let result = try home.stack("receive", input: Data(attempt.utf8))
      #expect(result == Finished(output: "received \(version) stack\n"))
      #expect(home.queueText()?.split(separator: "\n")[4].dated == "    " + kept)
      let new = Set(home.files(below: ".")).subtracting(before)
      #expect(new.allSatisfy { $0.hasPrefix(".local/state/stack/") })
      // Other commands accept the task, and undo leaves it.
      let use = "stack done && stack done && stack undo && stack undo && stack count"
      #expect(try home.shell(use).output.hasSuffix("\nWrite the report\n2\n"), "\(kept)")
    }
  }

  @Test func endlessInputIsRefused() throws {
    let home = try Home.holding("Secret")
    let before = try everything(in: home)
    for source in [
      "head -c 1000000000 /dev/zero", "(printf '{\"title\": \"'; yes x | tr -d '\\n')",
    ] {
      // With a memory limit, if the system has one.
      let result = try home.shell("\(source) | (ulimit -v 1000000 2>/dev/null; stack receive)")
      let sentence =
        "stack: this is not a task: a task may have 64 KiB at most; nothing was changed\n"
      #expect(result == Finished(status: 65, errors: sentence))
    }
    #expect(try everything(in: home) == before)
  }

  @Test func aTerminalShowsThatATaskIsAwaited() throws {
    let home = try Home.holding("Secret")
    let screen = try home.screen(
      "receive", asked: "Waiting for a task from stack send.",
      typing: "{\"title\": \"Call Sam\"}\n\u{04}")
    #expect(screen.hasSuffix("received \(version) stack\n") && !screen.contains("Secret"))
    #expect(try home.titles() == ["Secret", "Call Sam"])
  }

  @Test func invalidUsesAreRefused() throws {
    try expectRefused(
      ["stack receive <&-": "cannot read standard input: Bad file descriptor; nothing was changed"],
      status: 74)
    try expectRefused([
      "stack receive Call Sam": "receive doesn't take 'Call'; see: stack help receive"
    ])
  }

  /// The paths and contents of all files in a home.
  private func everything(in home: Home) throws -> [String: Data] {
    let files = home.files(below: ".").filter { !$0.hasPrefix(".bin") }
    return Dictionary(
      uniqueKeysWithValues: try files.map { ($0, try Data(contentsOf: home.url($0))) })
  }
}
