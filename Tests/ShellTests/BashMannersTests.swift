// The line in bash's start-up file leaves traps, variables and the trace of `set -x` alone.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct BashMannersTests {
  @Test(arguments: ["set -T", "set -T; set -E", "shopt -s extdebug"])
  func theOutputOfATrapIsNeverTheTask(_ options: String) throws {
    let shell = try InteractiveShell(
      .bash, before: options,
      after: "trap 'echo traced' DEBUG; trap 'echo failed' ERR; trap 'echo back' RETURN")
    try shell.expectPromptFollowsFile()
    #expect(try shell.output(of: "\(Shell.printTask)").contains("traced"), "the trap is set")
    #expect(try shell.output(of: "trap - DEBUG; \(Shell.printTask)").hasSuffix("traced") == false)
  }

  @Test(arguments: ["", "PROMPT_COMMAND=true", "PROMPT_COMMAND=(true true)"])
  func underXtraceOnlyANameIsPrinted(_ before: String) throws {
    let shell = try InteractiveShell(.bash, before: before)
    _ = try shell.prompt(after: "set -x")
    for _ in 1...2 {
      try shell.home.writeTasks("Other")
      let lines = try shell.output(of: ":").split(separator: "\n").map {
        $0.drop { $0 == "+" || $0 == " " }
      }
      #expect(lines.filter { !["true", ":"].contains($0) } == ["__stack_prompt"])
      #expect(shell.prompt == "(Other) ready> ")
    }
  }

  @Test(arguments: [
    ("readonly PS1", "ready> "), ("readonly PROMPT_COMMAND=true", "ready> "),
    ("readonly PROMPT_COMMAND=(true true)", "ready> "), ("readonly STACK_PROMPT=", "ready> "),
    ("trap true DEBUG; readonly PROMPT_COMMAND=(true true)", "ready> "),
    ("readonly file=1 head=1 text=1 status=1 each=1 own=1 word=1", "(Task) ready> "),
  ])
  func readonlyVariablesCauseNoErrors(_ before: String, _ prompt: String) throws {
    let shell = try InteractiveShell(.bash, before: before)
    #expect(shell.prompt == prompt)
    #expect(try shell.output(of: "true") == "")
    try shell.home.writeTasks("Other")
    #expect(try shell.output(of: "true") == "")
    #expect(!shell.terminal.text.contains("readonly variable"))
  }

  @Test func aChildShellWithoutTheLinePrintsNoErrors() throws {
    let shell = try InteractiveShell(
      .bash, before: "export PROMPT_COMMAND=true", endings: ["ready> ", "$ ", "# "])
    #expect(shell.prompt == "(Task) ready> ")
    shell.type("bash --norc\r")
    shell.terminal.wait { !$0.screen.textBeforeCursor.contains("bash --norc") }
    shell.type("echo $((6 * 7))\r")
    #expect(shell.terminal.wait(for: "42"))
    #expect(!shell.terminal.text.contains("__stack"))
  }

  /// Without promptvars, PS1 has the title itself.
  @Test func withoutPromptvarsATitlesBackslashesAreNoEscapes() throws {
    let shell = try InteractiveShell(.bash, before: "shopt -u promptvars")
    for title in [#"\033[7mX"#, #"C:\new\u \\ \["#] {
      #expect(try shell.prompt(following: shell.home.writeTasks(title)) == "(\(title)) ready> ")
    }
  }

  private static let theme = "theme() { PS1='ready> '; }; PROMPT_COMMAND=theme; "

  /// The hook has to be the first because of the trap, so it can't put the task into that prompt.
  @Test func aPromptThatIsSetAfterTheHookIsExplainedOnce() throws {
    let theme = Self.theme + "trap true DEBUG"
    let home = try Home(task: "Task")
    try home.shell("ln -s stack .bin/todo")
    let shell = try InteractiveShell(
      .bash, in: home, before: theme, line: "eval \"$(todo init bash)\"")
    for _ in 1...6 { _ = try shell.prompt() }
    let parts = shell.terminal.text.components(separatedBy: "use todo init bash --no-prompt")
    #expect(parts.count == 2)
    #expect(shell.terminal.text.contains("todo: the task is missing"))
    // What it says helps.
    let own = theme.replacing("'ready", with: "'${STACK_PROMPT:+($STACK_PROMPT) }ready")
    let other = try InteractiveShell(.bash, options: "--no-prompt", before: own)
    for _ in 1...4 { #expect(try other.prompt() == "(Task) ready> ") }
    #expect(!other.terminal.text.contains("--no-prompt"))
  }

  /// There is a DEBUG trap, but the prompt shows the task, or there is no task.
  @Test(arguments: [
    ("shopt -u promptvars", ["stack edit A", "stack edit B", "stack edit C", "stack edit D"]),
    ("", ["PS1='a ready> '", "PS1='b ready> '", ":", "PS1='c ready> '", "PS1='d ready> '"]),
    (theme, ["stack done", ":", ":", ":", ":"]),
  ])
  func aPromptThatIsRightIsNotExplained(_ before: String, _ commands: [String]) throws {
    let shell = try InteractiveShell(.bash, before: before + "\ntrap true DEBUG")
    for command in commands { _ = try shell.prompt(after: command) }
    #expect(!shell.terminal.text.contains("the task is missing"))
  }

  @Test func aRestrictedShellShowsTheTask() throws {
    let shell = try InteractiveShell(
      .bash, command: [Shell.bash.program(), "--noprofile", "-r", "-i"])
    #expect(try shell.prompt(following: shell.home.writeTasks("Other")) == "(Other) ready> ")
    #expect(!shell.terminal.text.contains("restricted"))
    shell.expectTab("stack und", "stack undo ")
  }
}
