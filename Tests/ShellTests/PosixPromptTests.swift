// The prompt of shells that have no hooks: dash, ksh93, mksh and busybox's ash.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

extension Shell {
  /// The commands that start the shells without hooks.
  static let posixCommands = [["dash"], ["ksh93"], ["mksh"], ["busybox", "ash"]].map { $0 + ["-i"] }
}

@Suite(.saysWhatIsMissing) struct PosixPromptTests {
  /// A shell whose start-up file, named by ENV, has the line.
  private func posix(
    _ command: [String], before: String = "", options: String = "", isBare: Bool = false
  ) throws -> InteractiveShell {
    // The default prompt of each differs for root.
    try InteractiveShell(
      .posix, in: Home(["ENV": ".shrc"], task: "Task"), command: command, options: options,
      before: before,
      endings: isBare ? [geteuid() == 0 ? "# " : "$ "] : ["ready> "], isBare: isBare)
  }

  /// Some set their default prompt after the start-up file.
  @Test(arguments: Shell.posixCommands) func theDefaultPromptHasTheTask(_ command: [String]) throws
  {
    let shell = try posix(command, isBare: true)
    #expect(shell.prompt.hasPrefix("(Task) "))
    #expect(try shell.prompt(after: "stack edit Other").hasPrefix("(Other) "))
  }

  @Test(arguments: Shell.posixCommands) func thePromptFollowsTheQueue(_ command: [String]) throws {
    let shell = try posix(command)
    try shell.expectPrompts(
      """
      (Task) ready> stack edit Other
      (Other) ready> stack done
      ready> stack push Next
      (Next) ready>
      """)
    try shell.expectPromptFollowsFile()
    shell.type("sh -c 'exit 3'\recho \"it was $?.\"\r")
    shell.expectScreen { $0.lines.contains { $0.hasSuffix("it was 3.") } }
    _ = try shell.prompt(after: "set -x")
    let traced = try shell.output(of: ":").split(separator: "\n").filter { $0.contains("stack") }
    #expect(traced.count <= 2 && !traced.contains { $0.contains("Task") })
  }

  @Test(arguments: Shell.posixCommands) func optionsAndAliasesOfTheUserChangeNothing(
    _ command: [String]
  ) throws {
    let options = "set -u -e -f; IFS=st; alias printf=false print=false command=false set=false"
    let shell = try posix(command, before: options)
    try shell.expectPrompts(
      """
      (Task) ready> stack edit Other
      (Other) ready>
      """)
    #expect(try shell.output(of: ":") == "")
  }

  @Test(arguments: Shell.posixCommands) func aReadonlyPromptIsLeftAlone(_ command: [String]) throws
  {
    let shell = try posix(command, before: "readonly PS1")
    #expect(shell.prompt == "ready> ")
    #expect(!shell.terminal.text.contains("eadonly") && !shell.terminal.text.contains("read only"))
  }

  @Test(arguments: Shell.posixCommands) func theTaskFollowsLeadingLineBreaksOnce(
    _ command: [String]
  ) throws {
    let shell = try posix(command, before: "PS1='\nready> '")
    try shell.expectPrompts(
      """
      (Task) ready> \(Shell.posix.line())
      (Task) ready>
      """)
    #expect(shell.screen.components(separatedBy: "(Task)").count == 2)
  }

  /// In both cases, `$?` in the prompt is the status of the last command.
  @Test(arguments: Shell.posixCommands) func theTaskCanBeTurnedOff(_ command: [String]) throws {
    let shell = try posix(command, before: "PS1='$? ready> '", options: "--no-prompt")
    #expect(try shell.prompt(after: "sh -c 'exit 3'") == "3 ready> ")
    #expect(try shell.prompt(after: "unset STACK_NO_PROMPT; sh -c 'exit 4'") == "(Task) 4 ready> ")
  }
}
