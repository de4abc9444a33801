// The task in the prompts of elvish and xonsh, and what Tab offers there.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

extension Shell {
  /// The shells that ask the program at each prompt, in the simplest way.
  static let simple: [Shell] = [.elvish, .xonsh]
}

@Suite(.saysWhatIsMissing) struct ElvishXonshTests {
  // MARK: The prompt

  /// Runs a command and waits for the prompt: while elvish still asks, it shows the one before.
  private func expect(
    prompt: String, after command: String, _ shell: InteractiveShell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    shell.terminal.type(command + "\r")
    shell.terminal.wait { $0.screen.textBeforeCursor == prompt }
    #expect(shell.prompt == prompt, sourceLocation: sourceLocation)
  }

  @Test(arguments: Shell.simple) func theTaskIsInThePrompt(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell)
    let home = shell.home
    #expect(shell.prompt == "(Task) ready> ")
    // (elvish has no status of the last command.)
    if shell.shell == .xonsh {
      _ = try shell.prompt(after: "sh -c 'exit 3'")
      #expect(try shell.output(of: "echo @($LAST_RETURN_CODE)").contains("3"))
    }
    try home.stack("push", "Next")
    expect(prompt: "(Next) ready> ", after: "stack done", shell)
    try home.writeQueue(#"{"tasks": [{"title": "{RED} \u001b[31m $(touch pwned) %n"}]}"#)
    expect(prompt: #"({RED} \u{1B}[31m $(touch pwned) %n) ready> "#, after: "echo", shell)
    try home.writeQueue("{broken")
    expect(prompt: "(stack!) ready> ", after: "echo", shell)
    try home.shell("rm -r .config/stack")
    expect(prompt: "ready> ", after: "echo", shell)
    home.expectNothingRan()
  }

  @Test(arguments: Shell.simple) func itIsLeftAloneWhereThatIsAskedFor(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    #expect(try shell.output(of: "sh -c 'echo $STACK_PROMPT'").contains("Task"))
    // A shell that is started in this one has a line of its own.
    #expect(try shell.output(of: "sh -c 'echo ${STACK_NO_PROMPT-none}'").contains("none"))
  }

  // MARK: Tab

  @Test(arguments: Shell.simple) func whatIsOffered(_ shell: Shell) throws {
    let home = try Home(task: "Task")
    try home.writeTasks("At work", queue: "work")
    try home.write(Data(), to: "draft.pdf")
    try home.write(Data("Host desk.example\n".utf8), to: ".ssh/config")
    let atLine = try InteractiveShell(shell, in: home)
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack undo --js", "on "), ("stack -s w", "ork "),
      ("stack attach dra", "ft.pdf "), ("stack push -a dra", "ft.pdf "), ("stack init zs", "h "),
      ("stack send sam@d", "esk.example "), ("stack help unt", ""), ("stack push Call --to", ""),
    ] {
      atLine.expectTab(beginning, beginning + rest)
    }
    // No script knows the commands, so what is offered is what the program declares. (The first Tab of xonsh only
    // completes what all have in common.)
    let list = try InteractiveShell(shell, in: home, columns: 160, rows: 60).terminal
    list.type(shell == .xonsh ? "stack \t\t" : "stack \t")
    let all = Command.all.map(\.name)
    list.wait { terminal in all.allSatisfy(terminal.screen.text.contains) }
    for name in all { #expect(list.screen.text.contains(name), "\(list.screen.text)") }
  }

  /// What several have in common takes the place of what is typed, which must not get lost.
  @Test func whatIsTypedStaysInXonsh() throws {
    let home = Home()
    let shell = try InteractiveShell(.xonsh, in: home)
    for (attachments, beginning, line) in [
      (#""report.pdf", "report 2.pdf""#, "rep", "detach r'report"),
      (#""/it's", "/it is""#, "/i", "detach r\"/it"),
    ] {
      try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(attachments)]}]}"#)
      shell.expectTab("stack detach \(beginning)", "stack \(line)")
    }
    try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": ["/only"]}]}"#)
    shell.expectTab("stack open ", "stack open 1")
  }

  @Test(arguments: Shell.simple) func nothingThatIsOfferedRuns(_ shell: Shell) throws {
    let home = Home()
    let item = "/we $(touch pwned)`touch pwned`;touch pwned;$HOME|<x"
    let list = [item, "/red\\u001b[31m\\u202e\\u009b"].map { "\"\($0)\"" }.joined(separator: ", ")
    try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(list)]}]}"#)
    for name in ["we$(touch${IFS}pwned)", "we;touch pwned", "we two", "we\u{9B}31m"] {
      try home.writeTasks("Other", queue: name)
    }
    try home.write(Data("Host we$(touch${IFS}pwned) we;x we\u{1B}[31m\n".utf8), to: ".ssh/config")
    // Each with a shell of its own: what elvish lists takes the keys that are typed then.
    let unchanged = try ["stack -s we", "stack send we"].map { line in
      let shell = try InteractiveShell(shell, in: home)
      shell.expectTab(line, line)
      return shell
    }
    let shell = try InteractiveShell(shell, in: home)
    shell.terminal.type("stack detach /\t")
    #expect(shell.terminal.wait { $0.screen.text.contains("<x") })
    // What elvish puts into quotes has to be accepted first.
    shell.terminal.type(shell.shell == .elvish ? "\r\r" : "\r")
    shell.terminal.wait { _ in (try? home.stack("--json").output.contains("touch")) == false }
    #expect(try !home.stack("--json").output.contains("touch"), "what was offered is what is attached")
    for terminal in (unchanged + [shell]).map(\.terminal) {
      #expect(!terminal.text.contains("\u{9B}") && !terminal.text.contains("\u{202E}"))
    }
    home.expectNothingRan()
  }
}
