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
}
