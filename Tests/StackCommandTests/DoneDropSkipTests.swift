// `stack done`, `stack drop` and `stack skip`.

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct DoneDropSkipTests {
  @Test func tasksAreDoneInTheOrderInWhichTheyWereAdded() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack push "Call Sam"
      Write the report
      $ stack done
      Call Sam
      $ stack
      Call Sam
      $ stack done
      $ stack
      $ stack done
      stack: there is no task to complete; add one with: stack push "…"
      [1]
      $ cat ~/.config/stack/stack.json
      {
        "version": 1,
        "tasks": [
        ],
        "completed": [
          {"title": "Write the report", "added": "DATE", "completed": "DATE"},
          {"title": "Call Sam", "added": "DATE", "completed": "DATE"}
        ]
      }
      """)
  }

  @Test func skippingMovesTheTaskToTheBack() throws {
    try session(
      """
      $ stack skip
      Second
      $ stack skip
      Third
      $ stack skip
      First
      $ stack done
      Second
      $ stack done
      Third
      $ stack skip
      Third
      $ stack undo
      Second
      """, in: .holding("First", "Second", "Third"))
  }

  @Test func droppingKeepsTheTaskInTheFile() throws {
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
      """, in: .holding("First", "Second"))
  }

  /// A user may have moved a task back to `tasks` by hand.
  @Test func anEndingReplacesOlderOnes() throws {
    let home = Home(["TZ": "UTC"])
    let ended =
      #""completed": "2001-01-01T10:00:00Z", "mine": [1], "dropped": 1, "to": "x", "sent": "y""#
    try home.writeQueue(
      "{\"tasks\": [{\(ended), \"title\": \"First\"},\n {\"title\": \"Second\", \(ended)}]}")
    try session(
      """
      $ stack drop
      Second
      $ stack done
      $ stack undo
      Second
      $ stack send :work
      $ stack log --json
      {"mine": [1], "title": "First", "dropped": "DATE"}
      {"title": "Second", "mine": [1], "sent": "DATE", "to": ":work"}
      $ stack log | grep -c 2001
      0
      [1]
      """, in: home)
  }
}
