// A day with stack, as a person types it.

import Foundation
import TestSupport
import Testing

@Suite struct EverydayTests {
  @Test func aDay() throws {
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
      """)
  }
}
