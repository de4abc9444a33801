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
    let shell = try InteractiveShell(shell, in: home, columns: 160, rows: 60)
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack undo --js", "on "), ("stack -s w", "ork "),
      ("stack attach dra", "ft.pdf "), ("stack push -a dra", "ft.pdf "), ("stack init zs", "h "),
      ("stack send sam@d", "esk.example "), ("stack help unt", ""), ("stack push Call --to", ""),
    ] {
      shell.expectTab(beginning, beginning + rest)
    }
    // No script knows the commands, so what is offered is what the program declares. (The first Tab of xonsh only
    // completes what all have in common.)
    shell.terminal.type(shell.shell == .xonsh ? "\u{15}stack \t\t" : "\u{15}stack \t")
    let all = Command.all.map(\.name)
    shell.terminal.wait { terminal in all.allSatisfy(terminal.screen.text.contains) }
    for name in all { #expect(shell.terminal.screen.text.contains(name), "\(shell.terminal.screen.text)") }
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
    var shells = [try InteractiveShell(shell, in: home)]
    for line in ["stack -s we", "stack send we"] {
      shells[shells.count - 1].expectTab(line, line)
      // What elvish lists takes the keys that are typed then.
      if shell == .elvish { shells.append(try InteractiveShell(shell, in: home)) }
    }
    let terminal = shells[shells.count - 1].terminal
    terminal.type("\u{15}stack detach /\t")
    #expect(terminal.wait { $0.screen.text.contains("<x") })
    // What elvish puts into quotes has to be accepted first.
    terminal.type(shell == .elvish ? "\r\r" : "\r")
    terminal.wait { _ in (try? home.stack("--json").output.contains("touch")) == false }
    #expect(try !home.stack("--json").output.contains("touch"), "what was offered is what is attached")
    for text in shells.map(\.terminal.text) {
      #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}"))
    }
    home.expectNothingRan()
  }
}
