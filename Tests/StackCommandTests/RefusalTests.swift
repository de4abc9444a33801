// Files that are not what they should be: one sentence that says what and where, and nothing is altered.

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

  @Test func whatCannotBeReadAtAll() throws {
    try session(
      """
      $ mkdir -p ~/.config/stack/stack.json
      $ stack
      stack: cannot read ~/.config/stack/stack.json: Is a directory
      [74]
      $ stack push Call Sam
      stack: cannot open ~/.config/stack/stack.json: Is a directory; nothing was changed
      [74]
      $ rmdir ~/.config/stack/stack.json
      $ mkfifo ~/.config/stack/stack.json
      $ stack push Call Sam
      stack: ~/.config/stack/stack.json is not a regular file; move it away, nothing was changed
      [74]
      $ rm ~/.config/stack/stack.json
      $ ln -s stack.json ~/.config/stack/stack.json
      $ stack
      stack: cannot open ~/.config/stack/stack.json: Too many levels of symbolic links
      [74]
      """)
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
}
