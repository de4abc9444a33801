// `stack drop`: the current task is deleted, and the file keeps it as dropped.

import Foundation
import TestSupport
import Testing

@Suite struct DropTests {
  @Test func dropping() throws {
    try session(
      """
      $ stack drop
      Second
      $ grep First "$(stack path)"
          {"title": "First", "added": "DATE", "dropped": "DATE"}
      $ stack undo
      First
      $ grep First "$(stack path)"
          {"title": "First", "added": "DATE"},
      """, in: try .holding("First", "Second"))
  }

  /// A task may have been moved back to `tasks` by hand.
  @Test func anEndingReplacesOlderOnes() throws {
    let home = Home(["TZ": "UTC"])
    let ended = #""completed": "2001-01-01T10:00:00Z", "mine": [1], "dropped": 1, "to": "x", "sent": "y""#
    try home.writeQueue(
      "{\"tasks\": [{\(ended), \"title\": \"First\"},\n {\"title\": \"Second\", \(ended)}]}")
    try session(
      """
      $ stack drop; stack done; stack undo; stack send :work
      Second
      Second
      $ stack log --json
      {"mine": [1], "title": "First", "dropped": "DATE"}
      {"title": "Second", "mine": [1], "sent": "DATE", "to": ":work"}
      $ stack log | grep -c 2001
      0
      [1]
      """, in: home)
  }
}
