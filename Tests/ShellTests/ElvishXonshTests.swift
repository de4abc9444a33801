// The task in the prompts of elvish and xonsh, and what Tab offers there.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// A shell that asks the program at each prompt, in the simplest way.
struct SimpleShell: CustomTestStringConvertible, Sendable {
  let shell: Shell
  /// What reads the lines of xonsh.
  var type = ""

  var testDescription: String { "\(shell) \(type)" }
  /// Whether it has a menu, where Enter confirms what was chosen.
  var hasMenu: Bool { type == "prompt_toolkit" }

  /// xonsh with each of the line editors that are installed.
  static let xonsh =
    [SimpleShell(shell: .xonsh, type: "readline")]
    + (hasPromptToolkit ? [SimpleShell(shell: .xonsh, type: "prompt_toolkit")] : [])
  static let all = [SimpleShell(shell: .elvish)] + xonsh

  private static let hasPromptToolkit =
    (try? Home().run("/usr/bin/env", ["python3", "-c", "import prompt_toolkit"]).status) == 0

  func start(in home: Home? = nil, options: String = "", columns: Int = 100, rows: Int = 24) throws
    -> InteractiveShell
  {
    let editor = type.isEmpty ? [] : ["--shell-type", type]
    return try InteractiveShell(
      shell, in: home, command: [shell.program()] + shell.arguments + editor, options: options,
      columns: columns, rows: rows)
  }
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

  @Test(arguments: SimpleShell.all) func theTaskIsInThePrompt(_ shell: SimpleShell) throws {
    let shell = try shell.start()
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

  @Test(arguments: SimpleShell.all) func thePromptCanBeLeftAlone(_ shell: SimpleShell) throws {
    let shell = try shell.start(options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    let told = try shell.output(of: "sh -c 'printenv STACK_PROMPT; printenv STACK_PROMPT_CHECK'")
    #expect(told.hasSuffix("1995390348") && !told.contains("Task"), "programs are told a checksum")
    if shell.shell == .xonsh { #expect(try shell.output(of: "echo $STACK_PROMPT").contains("Task")) }
    // A shell that is started in this one has a line of its own.
    #expect(try shell.output(of: "sh -c 'echo ${STACK_NO_PROMPT-none}'").contains("none"))
  }

  // MARK: Tab

  @Test(arguments: SimpleShell.all) func whatIsOffered(_ kind: SimpleShell) throws {
    let home = try Home(task: "Task")
    try home.writeTasks("At work", queue: "work")
    try home.write(Data(), to: "draft.pdf")
    try home.write(Data("Host desk.example\n".utf8), to: ".ssh/config")
    let shell = try kind.start(in: home, columns: 160, rows: 60)
    if kind.shell == .elvish {
      // With = in it, elvish puts the word into quotes, which has to be confirmed.
      shell.terminal.type("stack push --attach=dra\t")
      #expect(shell.terminal.wait { $0.screen.text.contains("'--attach=draft.pdf'") })
      shell.terminal.type("\r")
    }
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack undo --js", "on "), ("stack -s w", "ork "),
      ("stack attach dra", "ft.pdf "), ("stack push -a dra", "ft.pdf "), ("stack init zs", "h "),
      ("stack send sam@d", "esk.example "), ("stack help unt", ""), ("stack push Call --to", ""),
    ] {
      shell.expectTab(beginning, beginning + rest)
    }
    // No script knows the commands, so what is offered is what the program declares. (The first Tab of readline only
    // completes what all have in common.)
    shell.terminal.type(kind.type == "readline" ? "\u{15}stack \t\t" : "\u{15}stack \t")
    let all = Command.all.map(\.name)
    shell.terminal.wait { terminal in all.allSatisfy(terminal.screen.text.contains) }
    for name in all { #expect(shell.terminal.screen.text.contains(name), "\(shell.terminal.screen.text)") }
  }

  /// What several have in common replaces what is typed, which must not get lost; a menu shows the whole names, and
  /// Enter confirms one before the line is run.
  @Test(arguments: SimpleShell.xonsh) func whatIsTypedStaysInXonsh(_ kind: SimpleShell) throws {
    let home = Home()
    let shell = try kind.start(in: home)
    if kind.hasMenu {
      try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": ["report.pdf", "report 2.pdf"]}]}"#)
      shell.terminal.type("stack detach rep\t")
      #expect(
        shell.terminal.wait {
          $0.screen.text.contains(" report 2.pdf") && $0.screen.text.contains(" report.pdf")
        },
        "\(shell.terminal.screen.text)")
      shell.terminal.type("\t")
      #expect(shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("stack detach r'report 2.pdf' ") })
      shell.terminal.type("\r")
      #expect(shell.terminal.wait { !$0.screen.text.contains(" report.pdf") })
      #expect(try home.stack("--json").output.contains("report 2"), "nothing has run yet")
      _ = try shell.prompt(after: "")
      #expect(try !home.stack("--json").output.contains("report 2"))
      return
    }
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

  @Test(arguments: SimpleShell.all) func nothingThatIsOfferedRuns(_ shell: SimpleShell) throws {
    let home = Home()
    let item = "/we $(touch pwned)`touch pwned`;touch pwned;$HOME|<x"
    let list = [item, "/red\\u001b[31m\\u202e\\u009b"].map { "\"\($0)\"" }.joined(separator: ", ")
    try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(list)]}]}"#)
    for name in ["we$(touch${IFS}pwned)", "we;touch pwned", "we two", "we\u{9B}31m"] {
      try home.writeTasks("Other", queue: name)
    }
    try home.write(Data("Host we$(touch${IFS}pwned) we;x we\u{1B}[31m\n".utf8), to: ".ssh/config")
    var shells = [try shell.start(in: home)]
    for line in ["stack -s we", "stack send we"] {
      shells[shells.count - 1].expectTab(line, line)
      // What elvish lists takes the keys that are typed then.
      if shell.shell == .elvish { shells.append(try shell.start(in: home)) }
    }
    let terminal = shells[shells.count - 1].terminal
    terminal.type("\u{15}stack detach /\t")
    #expect(terminal.wait { $0.screen.text.contains("<x") })
    // What elvish puts into quotes has to be accepted first, and what a menu offers.
    if shell.type != "readline" {
      terminal.type("\r")
      terminal.wait(seconds: 0.3) { _ in false }
    }
    terminal.type("\r")
    terminal.wait { _ in (try? home.stack("--json").output.contains("touch")) == false }
    #expect(try !home.stack("--json").output.contains("touch"), "what was offered is what is attached")
    for text in shells.map(\.terminal.text) {
      #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}"))
    }
    home.expectNothingRan()
  }
}
