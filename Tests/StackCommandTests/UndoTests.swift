// `stack undo` and `stack redo`, one change after another.

import Foundation
import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func undoAndRedo() throws {
    try session(
      """
      $ stack undo
      stack: there is nothing to undo
      [1]
      $ stack push One; stack push Two; stack done
      One
      One
      Two
      $ stack undo
      One
      $ stack undo
      One
      $ stack undo
      $ stack undo
      stack: there is nothing to undo
      [1]
      $ ls ~/.config/stack
      $ stack redo
      One
      $ stack redo
      One
      $ stack redo
      Two
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack undo
      One
      $ stack push Three
      One
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack count
      3
      """)
  }

  @Test func theVersionsAreFilesToFindAndCopyBack() throws {
    let home = try Home.holding("First", "Second")
    let before = home.queueText()
    try home.stack("done")
    let folder = ".local/state/stack" + home.folder.path + "/.config/stack/stack.json"
    // Beside each stands what the change put where.
    let kept = home.files(below: folder).filter { !$0.hasSuffix(".change") }
    #expect(kept.count == 2)
    #expect(kept.last?.hasSuffix("-before-done.json") == true)
    #expect(try String(contentsOf: home.url("\(folder)/\(kept.last ?? "")"), encoding: .utf8) == before)
    try home.shell("cp '\(folder)/\(kept.last ?? "")' .config/stack/stack.json")
    #expect(try home.stack().output == "First\n")
  }
}
