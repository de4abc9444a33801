// `stack` alone: the current task, as text and as JSON.

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct ShowTests {
  @Test func showingAnEmptyQueueSucceeds() throws {
    try session(
      """
      $ stack
      $ stack prompt
      $ stack --json
      $ stack count
      0
      $ ls -A
      .bin
      $ stack push One
      One
      $ stack drop
      $ stack
      $ stack prompt
      $ stack --json
      $ stack count
      0
      """)
  }

  @Test(.needs("python3"))
  func jsonHasAllKeysAndNoControlCharacters() throws {
    let home = Home()
    try home.writeQueue(
      """
      {"tasks": [{
        "title" : "Read \\u001b[31m\u{7F}\u{202E}\u{85} 日本",
        "mine":[1,  {"a":null}],"x, y: z" : "{ } \\" \\\\" , "e":[ ] }]}
      """)
    try session(
      """
      $ stack --json
      {"title": "Read \\u001b[31m\\u007F\\u202E\\u0085 日本", "mine": [1, {"a": null}], "x, y: z": "{ } \\" \\\\", "e": []}
      $ stack prompt --json --max 5 | cmp - <(stack --json)
      $ stack push --json Call Sam | '\(Program.python)' -c 'import json, sys; print(json.load(sys.stdin)["mine"])'
      [1, {'a': None}]
      $ stack done --json
      {"title": "Call Sam", "added": "DATE"}
      $ stack --json done
      """, in: home)
  }
}
