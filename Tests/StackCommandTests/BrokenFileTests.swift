// What is said where the file was emptied or broken by something else, and how the person gets out of it.

import Foundation
import TestSupport
import Testing

@Suite struct BrokenFileTests {
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

  @Test func withNothingKept() throws {
    let home = Home()
    try home.writeQueue("")
    try session(
      """
      $ stack
      stack: ~/.config/stack/stack.json, line 1, column 1: it is empty; mend the file, nothing was changed
      [65]
      """, in: home)
    #expect(home.files(below: ".local") == [])
  }
}
