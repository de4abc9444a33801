// The line in bash's start-up file leaves traps, variables and the trace of `set -x` alone.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct BashMannersTests {
  @Test(arguments: ["set -T", "set -T; set -E", "shopt -s extdebug"])
  func theOutputOfATrapIsNeverTheTask(_ options: String) throws {
    let shell = try InteractiveShell(
      .bash, before: options, after: "trap 'echo traced' DEBUG; trap 'echo failed' ERR; trap 'echo back' RETURN")
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
      let lines = try shell.output(of: ":").split(separator: "\n").map { $0.drop { $0 == "+" || $0 == " " } }
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

  @Test func aRestrictedShellShowsTheTask() throws {
    let shell = try InteractiveShell(.bash, command: [Shell.bash.program(), "--noprofile", "-r", "-i"])
    #expect(try shell.prompt(following: shell.home.writeTasks("Other")) == "(Other) ready> ")
    #expect(!shell.terminal.text.contains("restricted"))
    shell.expectTab("stack und", "stack undo ")
  }
}
