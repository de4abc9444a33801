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
  private func home() throws -> Home {
    let home = Home()
    try home.writeTasks("Task", "Next")
    return home
  }

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
    let home = try home()
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(Task) ready> ")
    expect(prompt: "(Next) ready> ", after: "stack done", shell)
    try home.writeQueue(#"{"tasks": [{"title": "{RED} \u001b[31m $(touch pwned) %n"}]}"#)
    expect(prompt: #"({RED} \u{1B}[31m $(touch pwned) %n) ready> "#, after: "echo", shell)
    try home.writeQueue("{broken")
    expect(prompt: "(stack!) ready> ", after: "echo", shell)
    try home.shell("rm -r .config/stack")
    expect(prompt: "ready> ", after: "echo", shell)
    #expect(!home.files(below: "").contains("pwned"))
  }

  @Test(arguments: Shell.simple) func itIsLeftAloneWhereThatIsAskedFor(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: home(), options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    #expect(try shell.output(of: "sh -c 'echo $STACK_PROMPT'").contains("Task"))
    // A shell that is started in this one has a line of its own.
    #expect(try shell.output(of: "sh -c 'echo ${STACK_NO_PROMPT-none}'").contains("none"))
  }

  /// (elvish has no status of the last command.)
  @Test func theStatusSurvivesInXonsh() throws {
    let shell = try InteractiveShell(.xonsh, in: home())
    _ = try shell.prompt(after: "sh -c 'exit 3'")
    #expect(try shell.output(of: "echo @($LAST_RETURN_CODE)").contains("3"))
  }

  // MARK: Tab

  /// Types a beginning and Tab on an empty line, and waits for the line to become what it should.
  private func expect(
    _ line: String, after beginning: String, _ shell: InteractiveShell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    shell.terminal.type("\u{15}" + beginning)
    // What is typed before its line is there may be lost.
    shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + beginning) }
    shell.terminal.type("\t")
    shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + line) }
    #expect(shell.prompt.hasSuffix("ready> " + line), "\(shell.prompt)", sourceLocation: sourceLocation)
  }

  /// Gives up what is on the line, with all that is offered there.
  private func giveUpLine(_ shell: InteractiveShell) {
    // What elvish offers takes the keys that are typed then.
    shell.terminal.type(shell.shell == .elvish ? "\u{3}" : "\u{15}")
    shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> ") }
  }

  @Test(arguments: Shell.simple) func whatCanBeOnlyOneThing(_ shell: Shell) throws {
    let home = try home()
    try home.writeTasks("At work", queue: "work")
    try home.write(Data(), to: "draft.pdf")
    try home.write(Data("Host desk.example\n".utf8), to: ".ssh/config")
    let shell = try InteractiveShell(shell, in: home)
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack undo --js", "on "), ("stack -s w", "ork "),
      ("stack attach dra", "ft.pdf "), ("stack push -a dra", "ft.pdf "), ("stack init zs", "h "),
      ("stack send sam@d", "esk.example "), ("stack help unt", ""), ("stack push Call --to", ""),
    ] {
      expect(beginning + rest, after: beginning, shell)
    }
  }

  /// What several have in common takes the place of what is typed, which must not get lost.
  @Test func whatIsTypedStaysInXonsh() throws {
    let home = try home()
    func attach(_ names: String...) throws {
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(list)]}]}"#)
    }
    try attach("report.pdf", "report 2.pdf")
    let shell = try InteractiveShell(.xonsh, in: home)
    expect("stack detach r'report", after: "stack detach rep", shell)
    try attach("/it's", "/it is")
    expect("stack detach r\"/it", after: "stack detach /i", shell)
    try attach("/only")
    expect("stack open 1", after: "stack open ", shell)
  }

  /// No script knows them, so what is offered is what the program declares.
  @Test(arguments: Shell.simple) func theCommands(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: home(), columns: 160, rows: 60)
    // The first Tab of xonsh only completes what all have in common.
    shell.terminal.type(shell.shell == .xonsh ? "stack \t\t" : "stack \t")
    let all = Command.all.map(\.name)
    shell.terminal.wait { terminal in all.allSatisfy(terminal.screen.text.contains) }
    for name in all { #expect(shell.terminal.screen.text.contains(name), "\(shell.terminal.screen.text)") }
  }

  @Test(arguments: Shell.simple) func nothingThatIsOfferedRuns(_ shell: Shell) throws {
    let home = try home()
    let item = "/we $(touch pwned)`touch pwned`;touch pwned;$HOME|<x"
    let list = [item, "/red\\u001b[31m\\u202e\\u009b"].map { "\"\($0)\"" }.joined(separator: ", ")
    try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(list)]}]}"#)
    for name in ["we$(touch${IFS}pwned)", "we;touch pwned", "we two", "we\u{9B}31m"] {
      try home.writeTasks("Other", queue: name)
    }
    try home.write(Data("Host we$(touch${IFS}pwned) we;x we\u{1B}[31m\n".utf8), to: ".ssh/config")
    let shell = try InteractiveShell(shell, in: home)
    expect("stack -s we", after: "stack -s we", shell)
    giveUpLine(shell)
    expect("stack send we", after: "stack send we", shell)
    giveUpLine(shell)
    shell.terminal.type("stack detach /\t")
    #expect(shell.terminal.wait { $0.screen.text.contains("<x") })
    // What elvish puts into quotes has to be accepted first.
    shell.terminal.type(shell.shell == .elvish ? "\r\r" : "\r")
    shell.terminal.wait { _ in (try? home.stack("--json").output.contains("touch")) == false }
    #expect(try !home.stack("--json").output.contains("touch"), "what was offered is what is attached")
    #expect(!shell.terminal.text.contains("\u{9B}") && !shell.terminal.text.contains("\u{202E}"))
    #expect(home.files(below: "").filter { $0.hasSuffix("pwned") } == [])
  }
}
