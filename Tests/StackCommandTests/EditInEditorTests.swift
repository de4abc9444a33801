// `stack edit` with vi at a terminal, under a shell with job control.

import TestSupport
import Testing

@Suite(.waitsForTime, .needs("vi")) struct EditInEditorTests {
  /// A shell at a terminal, ready for a command.
  private func shell(in home: Home) throws -> Terminal {
    let terminal = try Terminal(home, "/bin/bash", ["--norc", "--noprofile", "-i"])
    terminal.type("PS1='ready> '; stty -a > before; clear\n")
    #expect(terminal.wait(for: "ready> "))
    return terminal
  }

  /// Types something and waits for a text.
  private func type(
    _ keys: String, _ terminal: Terminal, for text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let start = terminal.position
    terminal.type(keys)
    #expect(
      terminal.wait(for: text, from: start), "\(terminal.text.suffix(700))",
      sourceLocation: sourceLocation)
  }

  private func expectTerminalAsBefore(_ terminal: Terminal, _ home: Home) throws {
    type(
      "stty -a > after; diff before after && echo same'' as before\n", terminal,
      for: "same as before")
  }

  @Test func viRewordsTheTask() throws {
    let home = try Home.holding("Write the report", environment: ["EDITOR": "vi", "NO_COLOR": "1"])
    let terminal = try shell(in: home)
    type("stack edit\n", terminal, for: ">8")
    type(":q!\n", terminal, for: "stack: the text was left as it was; nothing was changed")
    type("stack edit\n", terminal, for: ">8")
    type(
      "cwOther\u{1B}:cq\n", terminal,
      for: "stack: the editor ended with status 1; nothing was changed")
    #expect(try home.stack().output == "Write the report\n")
    type("stack edit\n", terminal, for: ">8")
    type("cwRewrite\u{1B}:wq\n", terminal, for: "ready> ")
    #expect(try home.stack().output == "Rewrite the report\n")
    try expectTerminalAsBefore(terminal, home)
  }

  @Test func viCanBeInterruptedAndSuspended() throws {
    let home = try Home.holding("First", "Second", environment: ["EDITOR": "vi", "NO_COLOR": "1"])
    let terminal = try shell(in: home)
    type("stack edit --all\n", terminal, for: ">8")
    // Ctrl-C goes to the editor; Ctrl-Z suspends it, and fg resumes it.
    type("\u{03}", terminal, for: ":qa")
    let start = terminal.position
    // While the editor handles the interrupt, it discards typed keys.
    for _ in 1...40 where !terminal.wait(for: "Stopped", from: start, seconds: 0.5) {
      terminal.type("\u{1A}")
    }
    #expect(terminal.wait(for: "Stopped", from: start))
    type("stack push Meanwhile; stack undo\n", terminal, for: "ready> ")
    type("fg\n", terminal, for: ">8")
    type("ddp:wq\n", terminal, for: "ready> ")
    #expect(try home.titles() == ["Second", "First"])
    try expectTerminalAsBefore(terminal, home)
  }
}
