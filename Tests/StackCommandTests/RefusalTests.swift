// Files that are not what they should be: one sentence that says what and where, and nothing is altered.

import Foundation
import TestSupport
import Testing

@Suite struct RefusalTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    let line: Int
    let column: Int
    let problem: String

    init(_ text: String, _ line: Int, _ column: Int, _ problem: String) {
      self.init(Array(text.utf8), line, column, problem)
    }

    init(_ text: [UInt8], _ line: Int, _ column: Int, _ problem: String) {
      self.text = text
      self.line = line
      self.column = column
      self.problem = problem
    }

    var testDescription: String { "\(problem), \(text.count) bytes" }
  }

  static let files = [
    Broken("", 1, 1, "it is empty"),
    Broken("\u{FEFF}", 1, 1, "it is empty"),
    Broken("hello", 1, 1, "an object should stand here"),
    Broken("[]", 1, 1, "an object should stand here"),
    Broken(
      Array("{\"tasks\": [\n{\"title\": \"ü ".utf8) + [0xFF] + Array("\"}]}".utf8), 2, 14, "this is not UTF-8"
    ),
    Broken("{\n  \"tasks\": [\n    {\"title\": \"Write the rep", 3, 29, "the text ends too early"),
    Broken("{\"tasks\": \"a string\"}", 1, 11, "\"tasks\" should be an array"),
    Broken("{\"tasks\": [7]}", 1, 12, "a task should be an object"),
    Broken("{\"tasks\": [{\"name\": \"x\"}]}", 1, 12, "this task has no \"title\""),
    Broken("{\"tasks\": [{\"title\": 7}]}", 1, 22, "\"title\" should be a string"),
    Broken("{\"version\": 2, \"tasks\": []}", 1, 13, "this was written by a newer version of stack"),
    Broken("{\"version\": \"1\", \"tasks\": []}", 1, 13, "\"version\" should be an integer"),
    Broken("{\"tasks\": [],\r\n \"tasks\": []}", 2, 2, "\"tasks\" stands here a second time"),
    Broken(
      "{\"tasks\": [{\"title\": \"a\", \"t\\u0069tle\": \"b\"}]}", 1, 27,
      "\"title\" stands here a second time"),
    Broken("{\"tasks\": [], \"completed\": {}}", 1, 28, "\"completed\" should be an array"),
    Broken("{\"tasks\": [],}", 1, 14, "a string should stand here"),
    Broken("{\"tasks\": []} x", 1, 15, "there is text after the end"),
    Broken(String(repeating: "[", count: 100_000), 1, 1, "an object should stand here"),
    Broken(
      "{\"x\":" + String(repeating: "[", count: 100_000), 1, 517, "this is nested more than 512 deep"),
  ]

  @Test(arguments: files) func isRefused(_ broken: Broken) throws {
    let home = Home()
    try home.write(Data(broken.text), to: ".config/stack/stack.json")
    let sentence =
      "stack: \(home.queueFile().path), line \(broken.line), column \(broken.column): \(broken.problem); "
      + "\(broken.problem.contains("newer") ? "update stack" : "mend the file"), nothing was changed\n"
    for arguments in [[], ["push", "Call Sam"], ["done"], ["count"], ["skip"], ["undo"]] {
      let result = try home.run(home.program.path, arguments)
      #expect(result == Finished(status: 65, output: "", errors: sentence), "stack \(arguments)")
    }
    #expect(try Data(contentsOf: home.queueFile()) == Data(broken.text))
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
