// `stack skip`: the current task moves to the back.

import Foundation
import TestSupport
import Testing

@Suite struct SkipTests {
  @Test func skipping() throws {
    try session(
      """
      $ stack skip
      Second
      $ stack skip
      Third
      $ stack skip
      First
      $ stack done; stack done
      Second
      Third
      $ stack skip
      Third
      $ stack undo
      Second
      """, in: try .holding("First", "Second", "Third"))
  }
}
