// The task in the prompts of elvish and xonsh, and completion there.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// A shell that asks the program at each prompt, in the simplest way.
struct SimpleShell: CustomTestStringConvertible, Sendable {
  let shell: Shell
  /// The line editor of xonsh.
  var type = ""

  var testDescription: String { "\(shell) \(type)" }

  /// elvish, and xonsh with each of the line editors that are installed.
  static let all =
    [SimpleShell(shell: .elvish), SimpleShell(shell: .xonsh, type: "readline")]
    + (hasPromptToolkit ? [SimpleShell(shell: .xonsh, type: "prompt_toolkit")] : [])

  private static let hasPromptToolkit =
    // Asked of the Python that runs xonsh: another one may have the module, too.
    (try? Home().shell(
      #"""
      python=$(sed -n '1s/^#! *//p' "$(command -v xonsh)") && $python -c 'import prompt_toolkit'
      """#
    ).status) == 0

  func start(in home: Home? = nil, options: String = "") throws -> InteractiveShell {
    let editor = type.isEmpty ? [] : ["--shell-type", type]
    return try InteractiveShell(
      shell, in: home, command: [shell.program()] + shell.arguments + editor, options: options,
      columns: 160, rows: 60)
  }
}

@Suite(.saysWhatIsMissing) struct ElvishXonshTests {
  /// In one session, because these shells start slowly.
  @Test(arguments: SimpleShell.all) func thePromptHasTheTaskAndTabOffersWhatTheProgramDeclares(
    _ kind: SimpleShell
  ) throws {
    let shell = try kind.start()
    try expectPrompts(shell)
    try expectOffers(kind, shell)
    if kind.type == "prompt_toolkit" { try expectMenu(shell) }
    if kind.type == "readline" { try expectCommonPart(shell) }
    try expectNothingOfferedRuns(kind, shell)
  }

  /// (The line editor of xonsh makes no difference here.)
  @Test(arguments: SimpleShell.all.prefix(2))
  func withNoPromptProgramsGetAChecksum(_ kind: SimpleShell) throws {
    let shell = try kind.start(options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    let exported = try shell.output(
      of: "sh -c 'printenv STACK_PROMPT; printenv STACK_PROMPT_CHECK'")
    let checksums = try shell.home.shell("stack prompt --check | head -n 1").output.dropLast()
    #expect(exported.hasSuffix(" \(checksums)") && !exported.contains("Task"))
    if shell.shell == .xonsh {
      #expect(try shell.output(of: "echo $STACK_PROMPT").contains("Task"))
    }
    // A shell that is started in this one has a line of its own.
    #expect(try shell.output(of: "sh -c 'echo ${STACK_NO_PROMPT-none}'").contains("none"))
  }

  private func expectPrompts(_ shell: InteractiveShell) throws {
    let home = shell.home
    #expect(shell.prompt == "(Task) ready> ")
    // (elvish has no status of the last command.)
    if shell.shell == .xonsh {
      _ = try shell.prompt(after: "sh -c 'exit 3'")
      #expect(try shell.output(of: "echo @($LAST_RETURN_CODE)").contains("3"))
    }
    try home.stack("push", "Next")
    try shell.expect(prompt: "(Next) ready> ", after: "stack done")
    try home.writeQueue(#"{"tasks": [{"title": "{RED} \u001b[31m $(touch pwned) %n"}]}"#)
    try shell.expect(prompt: #"({RED} \u{1B}[31m $(touch pwned) %n) ready> "#)
    try home.writeTasks("Write the report about the thing that nobody remembers")
    try shell.expect(prompt: "(Write the report about the thing that n…) ready> ")
    try home.writeQueue("{broken")
    try shell.expect(prompt: "(stack!) ready> ")
    try home.shell("rm -r .config/stack")
    try shell.expect(prompt: "ready> ")
    home.expectNothingRan()
  }

  private func expectOffers(_ kind: SimpleShell, _ shell: InteractiveShell) throws {
    try shell.home.writeTasks("Task")
    try shell.home.writeTasks("At work", queue: "work")
    try shell.home.write(Data(), to: "draft.pdf")
    try shell.home.write("Host desk.example\n", to: ".ssh/config")
    if kind.shell == .elvish {
      // elvish quotes the word because of its =, and Enter confirms that.
      shell.type("stack push --attach=dra\t")
      shell.expectScreen { $0.text.contains("'--attach=draft.pdf'") }
      shell.type("\r")
    }
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack undo --js", "on "), ("stack -s w", "ork "),
      ("stack attach dra", "ft.pdf "),
      ("stack push -a dra", "ft.pdf "), ("stack init zs", "h "),
      ("stack send sam@d", "esk.example "),
      ("stack help unt", ""), ("stack push Call --to", ""),
    ] { shell.expectTab(beginning, beginning + rest) }
    // The first Tab of readline only completes the common beginning.
    shell.type(kind.type == "readline" ? "\u{15}stack \t\t" : "\u{15}stack \t")
    let all = Command.all.map(\.name)
    shell.terminal.wait { terminal in all.allSatisfy(terminal.screen.text.contains) }
    for name in all {
      #expect(shell.screen.contains(name), "\(shell.screen)")
    }
  }

  /// In the menu of prompt_toolkit, Enter confirms a choice before the line is run.
  private func expectMenu(_ shell: InteractiveShell) throws {
    let home = shell.home
    try home.writeQueue(
      #"{"tasks": [{"title": "Task", "attachments": ["report.pdf", "report 2.pdf"]}]}"#)
    // The prompt has to show the task that is changed.
    shell.type("\u{15}")
    _ = try shell.prompt(after: "echo")
    shell.type("stack detach rep\t")
    shell.expectScreen { $0.text.contains(" report 2.pdf") && $0.text.contains(" report.pdf") }
    shell.type("\t")
    shell.expectScreen { $0.textBeforeCursor.hasSuffix("stack detach r'report 2.pdf' ") }
    shell.type("\r")
    shell.expectScreen { !$0.text.contains(" report.pdf") }
    #expect(try home.stack("--json").output.contains("report 2"), "nothing has run yet")
    _ = try shell.prompt(after: "")
    #expect(try !home.stack("--json").output.contains("report 2"))
  }

  /// The common beginning of several candidates replaces what was typed, and loses none of it.
  private func expectCommonPart(_ shell: InteractiveShell) throws {
    for (attachments, beginning, line) in [
      (#""report.pdf", "report 2.pdf""#, "detach rep", "detach r'report"),
      (#""/it's", "/it is""#, "detach /i", "detach r\"/it"), (#""/only""#, "open ", "open 1"),
      // An open quote is part of what is replaced.
      (#""report 2.pdf""#, "detach 'rep", "detach r'report 2.pdf' "),
    ] {
      try shell.home.writeQueue(
        #"{"tasks": [{"title": "Task", "attachments": [\#(attachments)]}]}"#)
      shell.expectTab("stack \(beginning)", "stack \(line)")
    }
  }

  private func expectNothingOfferedRuns(_ kind: SimpleShell, _ shell: InteractiveShell) throws {
    let home = shell.home
    let item = "/we $(touch pwned)`touch pwned`;touch pwned;$HOME|<x"
    let list = [item, "/red\\u001b[31m\\u202e\\u009b"].map { "\"\($0)\"" }.joined(separator: ", ")
    try home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": [\#(list)]}]}"#)
    for name in ["we$(touch${IFS}pwned)", "we;touch pwned", "we two", "we\u{9B}31m"] {
      try home.writeTasks("Other", queue: name)
    }
    try home.write("Host we$(touch${IFS}pwned) we;x we\u{1B}[31m\n", to: ".ssh/config")
    var shells = [shell]
    // A list in elvish takes the keys that are typed then.
    func restartElvish() throws {
      if kind.shell == .elvish { shells.append(try kind.start(in: home)) }
    }
    for line in ["stack -s we", "stack send we"] {
      try restartElvish()
      shells[shells.count - 1].expectTab(line, line)
    }
    try restartElvish()
    // At a prompt that shows the task, so that `detach` isn't refused.
    if kind.shell == .xonsh { try shell.expect(prompt: "(Task) ready> ", after: "\u{15}echo") }
    let terminal = shells[shells.count - 1].terminal
    terminal.type("\u{15}stack detach /\t")
    #expect(terminal.wait { $0.screen.text.contains("<x") })
    // The quoted word in elvish, and the choice in a menu, have to be confirmed.
    if kind.type != "readline" {
      terminal.type("\r")
      terminal.wait(seconds: 0.3) { _ in false }
    }
    terminal.type("\r")
    terminal.wait { _ in (try? home.stack("--json").output.contains("touch")) == false }
    #expect(
      try !home.stack("--json").output.contains("touch"), "the offered attachment is detached")
    for text in shells.map(\.terminal.text) {
      #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}"))
    }
    home.expectNothingRan()
  }
}
