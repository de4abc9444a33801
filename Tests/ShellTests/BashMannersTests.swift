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
    ("readonly STACK_PROMPT=", "ready> "),
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

  @Test(arguments: [
    ("readonly PROMPT_COMMAND=true", "is read-only"),
    ("readonly PROMPT_COMMAND=(true true)", "is read-only"),
    ("trap true DEBUG; readonly PROMPT_COMMAND=(true true)", "is read-only"),
    (#"PROMPT_COMMAND='true \'"#, "ends in a backslash"),
    (#"PROMPT_COMMAND=(true 'true \\\')"#, nil), (#"PROMPT_COMMAND='true \\'"#, nil),
  ])
  func aHookThatCannotBeInstalledIsReportedOnce(_ before: String, _ problem: String?) throws {
    let shell = try InteractiveShell(.bash, before: before)
    let message = problem.map { "stack: the prompt cannot show the task: PROMPT_COMMAND \($0)\n" }
    #expect(shell.screen == (message ?? "(Task) ") + "ready>")
    #expect(try shell.prompt() == (problem == nil ? "(Task) " : "") + "ready> ")
  }
}
