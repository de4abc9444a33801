// Standard output: what is on it, what never is, and what happens when it can't be written.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct OutputTests {
  @Test func outputThatCannotBeWritten() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack >/dev/full
      stack: cannot write standard output: No space left on device
      [74]
      $ stack push Call Sam >/dev/full
      stack: added, but it could not be shown: cannot write standard output: No space left on device
      [74]
      $ stack done >&-
      stack: done, but it could not be shown: cannot write standard output: Bad file descriptor
      [74]
      $ exec 3> >(:); wait $!
      $ stack >&3
      stack: cannot write standard output: Broken pipe
      [74]
      $ stack
      Call Sam
      $ stack undo
      Write the report
      """)
  }

  /// No output of any command holds the title of a task that isn't the current one, or was when the command
  /// began.
  @Test func noCommandListsTheQueue() throws {
    let commands: [[String]] = [
      [], ["push", "New"], ["push", "--top", "New"], ["push", "-"], ["done"], ["skip"], ["drop"],
      ["edit", "New"],
      ["edit"], ["edit", "--all"], ["undo"], ["redo"], ["attach", "https://example.org/"],
      ["detach"], ["open"], ["send", "nobody.invalid"], ["receive"], ["count"], ["prompt"], ["init", "bash"],
      ["path"], ["help"],
      ["--version"], ["--json"], ["done", "--json"], ["count", "--json"], ["psuh"],
    ]
    for command in commands {
      for isOnTerminal in [false, true] {
        let home = Home(["EDITOR": "sed -i 1s/marked/changed/", "STACK_OPENER": "true", "STACK_SSH": "false"])
        try home.shell(
          "for i in 1 2 3 4 5 6 7 8 9; do stack push marked-$i; done; stack done; stack done; stack undo")
        let before = try home.titles().first ?? ""
        let seen: String
        if isOnTerminal {
          let terminal = try Terminal(home, home.program.path, command)
          if command == ["push", "-"] || command == ["receive"] { terminal.type("x\n\u{04}") }
          _ = terminal.end()
          seen = terminal.text
        } else {
          let result = try home.run(home.program.path, command)
          seen = result.output + result.errors
        }
        let after = try home.titles().first ?? ""
        for number in 1...9 where !["marked-\(number)"].contains(before) && "marked-\(number)" != after {
          #expect(!seen.contains("marked-\(number)"), "stack \(command)")
        }
      }
    }
  }
}
