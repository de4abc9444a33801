// Files that are not what they should be: one sentence that says what and where, and how the person gets out of it;
// nothing is altered.

import Foundation
import TestSupport
import Testing

@Suite struct RefusalTests {
  /// One of each kind: what else can be wrong, and where, is in StackTests/Cases.
  @Test(arguments: [
    ("", "line 1, column 1: it is empty; mend the file"),
    (
      "{\"tasks\": [],\r\n \"tasks\": []}",
      "line 2, column 2: \"tasks\" stands here a second time; mend the file"
    ),
    (
      "{\"version\": 2, \"tasks\": []}",
      "line 1, column 13: this was written by a newer version of stack; update stack"
    ),
    (
      "{\"x\":" + String(repeating: "[", count: 100_000),
      "line 1, column 517: this is nested more than 512 deep; mend the file"
    ),
  ])
  func isRefused(_ text: String, _ problem: String) throws {
    let home = Home()
    try home.writeQueue(text)
    let sentence = "stack: \(home.queueFile().path), \(problem), nothing was changed\n"
    for arguments in [[], ["push", "Call Sam"], ["done"], ["count"], ["skip"], ["undo"]] {
      let result = try home.run(home.program.path, arguments)
      #expect(result == Finished(status: 65, output: "", errors: sentence), "stack \(arguments)")
    }
    #expect(home.queueText() == text)
    #expect(home.files(below: ".") == [".bin/stack", ".config/stack/stack.json"])
  }

  @Test func withoutATask() throws {
    let home = Home(["STACK_SSH": "touch asked;"])
    let hint = "add one with: stack push \"…\""
    try expectRefused(
      [
        "stack done": "there is no task to complete; \(hint)",
        "stack skip": "there is no task to skip; \(hint)",
        "stack drop": "there is no task to drop; \(hint)",
        "stack edit": "there is no task to reword; \(hint)",
        "stack edit Text": "there is no task to reword; \(hint)",
        "stack attach https://example.org/": "there is no task to attach anything to; \(hint)",
        "stack detach": "there is no task to detach anything from; \(hint)",
        "stack open": "there is no task to open; \(hint)",
        "stack send sam@desk.example": "there is no task to send; \(hint)",
        "stack undo": "there is nothing to undo", "stack redo": "there is nothing to redo",
      ], status: 1, in: home)
    #expect(home.files(below: ".") == [".bin/stack"])
  }

  @Test func whatCannotBeReadAtAll() throws {
    let file = "~/.config/stack/stack.json"
    try expectRefused(
      [
        "mkdir -p \(file); stack": "cannot read \(file): Is a directory",
        "stack push Call Sam": "cannot open \(file): Is a directory; nothing was changed",
        "rmdir \(file); mkfifo \(file); stack push Call Sam":
          "\(file) is not a regular file; move it away, nothing was changed",
        "rm \(file); ln -s stack.json \(file); stack":
          "cannot open \(file): Too many levels of symbolic links",
      ], status: 74)
  }

  @Test func itReadsOnlyAsFarAsItMust() throws {
    let home = Home()
    let tasks = (1...7).map { "{\"title\": \"Task \($0)\"}" }.joined(separator: ",\n")
    try home.writeQueue("{\"tasks\": [\n\(tasks), broken")
    try session(
      """
      $ stack
      Task 1
      $ stack prompt
      Task 1
      $ stack done
      stack: ~/.config/stack/stack.json, line 8, column 22: a value should stand here; mend the file, nothing was changed
      [65]
      """, in: home)
  }

  // MARK: The way out

  @Test(arguments: [
    ("", "line 1, column 1: it is empty"),
    ("{\"tasks\": [{]}", "line 1, column 13: a string should stand here"),
  ])
  func theLastKeptVersionComesBack(_ text: String, _ problem: String) throws {
    let home = Home()
    try home.shell("stack push Write the report; stack push Call Sam; stack push Buy milk")
    let before = try #require(home.queueText())
    try home.stack("done")
    try home.writeQueue(text)
    let refusal = try home.stack()
    #expect(refusal.status == 65 && refusal.output == "")
    let parts = refusal.errors.components(
      separatedBy: "; what it was before the last change comes back with: ")
    #expect(parts.first == "stack: \(home.queueFile().path), \(problem); mend the file, nothing was changed")
    let command = try #require(parts.dropFirst().first)
    for other in [["push", "x"], ["done"], ["log"], ["count"], ["undo"]] {
      let result = try home.run(home.program.path, other)
      #expect(result.status == 65 && result.errors == refusal.errors)
    }
    #expect(home.queueText() == text)
    try home.shell(command)
    #expect(home.queueText() == before)
    #expect(try home.stack() == Finished(status: 0, output: "Write the report\n", errors: ""))
    #expect(try home.stack("done").output == "Call Sam\n")
  }

  /// A device in the file's place has no end, and is not read to it.
  @Test func aDeviceWithoutEnd() throws {
    try session(
      """
      $ mkdir -p .config/stack && ln -s /dev/zero .config/stack/stack.json
      $ ulimit -v 4000000 2>/dev/null
      $ stack
      stack: ~/.config/stack/stack.json, line 1, column 1: an object should stand here; mend the file, nothing was changed
      [65]
      $ stack count
      stack: ~/.config/stack/stack.json, line 1, column 1: an object should stand here; mend the file, nothing was changed
      [65]
      """)
  }
}
