// `stack done`: the task at the front is finished, and the next one is current.

import Foundation
import TestSupport
import Testing

@Suite struct DoneTests {
  @Test func tasksAreDoneInTheOrderOfAdding() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack push "Call Sam"
      Write the report
      $ stack
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
}
