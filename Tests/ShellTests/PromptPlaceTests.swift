// The task has its place in each kind of prompt, and nothing in the user's prompt runs or shows
// something else because of it.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct PromptPlaceTests {
  @Test(arguments: [(#"above\n\n"#, "(Task) above\n"), (#"\nabove\n\n\n"#, "\n(Task) above\n\n")])
  func inFishEmptyLinesAtTheEndStay(_ printed: String, _ screen: String) throws {
    let shell = try InteractiveShell(.fish)
    let row = screen.filter { $0 == "\n" }.count
    shell.type("function fish_prompt; printf '\(printed)'; end\r")
    shell.expectScreen {
      $0.text.contains("(Task) above") && $0.linesAboveCursor.count == row
        && $0.textBeforeCursor.isEmpty
    }
    #expect(shell.screen == String(screen.reversed().drop { $0 == "\n" }.reversed()))
  }
}
