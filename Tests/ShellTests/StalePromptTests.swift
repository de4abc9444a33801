// A command that is typed at a prompt doesn't change another task than the prompt shows.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct StalePromptTests {
  private static let refusal = "stack: your prompt shows another task; "

  /// The shells whose prompt's script says what the prompt shows.
  private static let shells = Shell.allCases.filter { $0 != .posix }

  /// A shell whose prompt shows `Task`, and a second terminal has completed that task since.
  private func shellWithStalePrompt(_ kind: Shell, after line: String = "") throws
    -> InteractiveShell
  {
    let home = Home()
    try home.writeTasks("Zeroth", "Task", "Second", "Third", "Fourth", "Fifth")
    try home.writeTasks("At work", queue: "work")
    try home.shell(
      """
      printf '#!/bin/sh\\nstack done\\nexit\\n' >script
      printf '#!/bin/sh\\nexec stack done\\n' >ends-in-exec
      chmod +x script ends-in-exec
      """)
    let shell = try InteractiveShell(kind, in: home, after: line)
    // elvish updates its first prompt once more when a key is pressed.
    try shell.expect(prompt: "(Task) ready> ", after: "stack done")
    try home.stack("done")
    return shell
  }

  private func expectRefusal(
    of task: String, _ shell: InteractiveShell, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = shell.screen
    #expect(
      text.contains("\(Self.refusal)'\(task)' is the"), "\(text)", sourceLocation: sourceLocation)
  }

  @Test(arguments: shells) func doneAtAStalePromptIsRefusedOnce(_ kind: Shell) throws {
    let shell = try shellWithStalePrompt(kind)
    try shell.expect(prompt: "(Second) ready> ", after: "stack done")
    expectRefusal(of: "Second", shell)
    try shell.expect(prompt: "(Third) ready> ", after: "stack done")
    try shell.expect(prompt: "(Fifth) ready> ", after: "stack done; stack done")
    #expect(try shell.home.titles() == ["Fifth"])
  }

  /// What a person sees who works in two terminals, and returns to the other one after a while.
  @Test(arguments: Shell.withCompletion) func eachOfTwoTerminalsActsOnTheTaskThatItShows(
    _ kind: Shell
  ) throws {
    let home = Home()
    try home.writeTasks("Task", "Second", "Third", "Fourth")
    let one = try InteractiveShell(kind, in: home)
    let other = try InteractiveShell(kind, in: home)
    #expect(one.prompt == "(Task) ready> ")
    #expect(other.prompt == "(Task) ready> ")
    let done = "stack done; echo status \(kind == .fish ? "$status" : "$?")"

    #expect(try one.prompt(after: done) == "(Second) ready> ")
    #expect(one.screen.contains("✓ Task\n◔ Second\nstatus 0\n"))
    #expect(other.prompt == "(Task) ready> ")
    #expect(try other.prompt(after: done) == "(Second) ready> ")
    expectRefusal(of: "Second", other)
    #expect(other.screen.contains("\nstatus 75\n"))
    #expect(try home.titles() == ["Second", "Third", "Fourth"])
    #expect(try other.prompt(after: done) == "(Third) ready> ")
    #expect(other.screen.contains("✓ Second\n◎ Third\nstatus 0\n"))

    // Now the first terminal shows an old prompt.
    #expect(one.prompt == "(Second) ready> ")
    #expect(try one.prompt(after: "stack drop") == "(Third) ready> ")
    expectRefusal(of: "Third", one)
    #expect(try one.prompt(after: "stack drop") == "(Fourth) ready> ")
    #expect(try home.titles() == ["Fourth"])
    #expect(try home.titles("completed") == ["Task", "Second", "Third"])
  }

  /// The shell is the parent of these commands.
  @Test(arguments: [
    (Shell.bash, "time stack done"), (.bash, "command stack done"), (.bash, "finish"),
    (.bash, "finished"), (.bash, "true && stack done"), (.bash, "stack done | cat"),
    (.bash, "(stack done)"), (.bash, "./ends-in-exec"), (.bash, "stack done & wait"),
    (.zsh, "time stack done"), (.zsh, "finish"), (.zsh, "finished"), (.zsh, "stack done | cat"),
    (.zsh, "(stack done)"), (.zsh, "true && stack done"), (.fish, "time stack done"),
    (.fish, "finish"), (.fish, "finished"), (.fish, "stack done | cat"),
    (.fish, "true; and stack done"), (.elvish, "finished"), (.xonsh, "finish"),
  ])
  func aStalePromptIsNoticedBy(_ kind: Shell, _ command: String) throws {
    let definitions =
      switch kind {
      case .fish: "alias finish 'stack done'; function finished; stack done; end"
      case .elvish: "fn finished { stack done }"
      case .xonsh: "aliases['finish'] = 'stack done'"
      default: "alias finish='stack done'; finished() { stack done; }"
      }
    let shell = try shellWithStalePrompt(kind, after: definitions)
    try shell.expect(prompt: "(Second) ready> ", after: command)
    expectRefusal(of: "Second", shell)
  }

  /// These commands have another parent or are about another stack.
  @Test(arguments: [
    (Shell.bash, "./script"), (.bash, "bash -c 'stack done; :'"), (.bash, "stack -s work done"),
    (.bash, "STACK_QUEUE=work stack done"), (.bash, "exec stack done"),
    (.zsh, "./script"), (.zsh, "STACK_QUEUE=work stack done"),
    (.fish, "./script"), (.fish, "STACK_QUEUE=work stack done"),
    (.elvish, "e:./script"), (.elvish, "stack -s work done"),
    (.xonsh, "./script"), (.xonsh, "stack -s work done"),
  ])
  func aScriptAndAnotherStackAreNeverRefused(_ kind: Shell, _ command: String) throws {
    let shell = try shellWithStalePrompt(kind)
    shell.type(command + "\r")
    shell.expectScreen { $0.text.contains("✓ Second") || $0.text.contains("✓ At work") }
    #expect(!shell.terminal.text.contains(Self.refusal))
  }

  /// It inherits the variable of the shell that started it.
  @Test(arguments: [
    ("bash --norc --noprofile", "PS1"), ("zsh -f", "PROMPT"), ("su -p -s /bin/bash", "PS1"),
  ])
  func aShellWithoutTheLineIsNeverRefused(_ command: String, _ prompt: String) throws {
    if command.hasPrefix("su"), geteuid() != 0 {
      throw Missing(reason: "only root needs no password")
    }
    if command.hasPrefix("zsh") { _ = try Shell.zsh.program() }
    let shell = try shellWithStalePrompt(.bash)
    try shell.home.shell("mv .bashrc unused")
    shell.type(command + "\r")
    shell.terminal.wait(seconds: 0.5) { _ in false }
    shell.type("\(prompt)='inner> '\r")
    shell.expectScreen { $0.textBeforeCursor == "inner> " }
    shell.type("stack done; stack push Sixth\r")
    shell.expectScreen { $0.text.contains("Added: Sixth\n") }
    #expect(!shell.terminal.text.contains(Self.refusal))
  }

  /// Afterwards the prompt of the outer shell is stale.
  @Test func aNestedShellHasItsOwnPrompt() throws {
    let shell = try shellWithStalePrompt(.bash)
    try shell.expect(prompt: "(Second) ready> ", after: "bash")
    try shell.expect(prompt: "(Third) ready> ", after: "stack done")
    shell.type("exit\r")
    shell.terminal.wait { $0.screen.text.hasSuffix("exit\n(Third) ready>") }
    try shell.home.stack("done")
    try shell.expect(prompt: "(Fourth) ready> ", after: "stack done")
    expectRefusal(of: "Fourth", shell)
  }

  @Test(arguments: shells) func afterAPromptThatFailedNothingIsRefused(_ kind: Shell) throws {
    let shell = try shellWithStalePrompt(kind)
    let text = shell.home.queueText() ?? ""
    try shell.home.writeQueue("broken")
    try shell.expect(prompt: "(stack!) ready> ")
    try shell.home.writeQueue(text)
    try shell.expect(prompt: "(Third) ready> ", after: "stack done")
  }

  /// The other stack has the same text, so the prompt looks the same.
  @Test(arguments: Shell.withCompletion) func thePromptKnowsWhichOfTwoEqualStacksItShows(
    _ kind: Shell
  ) throws {
    let shell = try shellWithStalePrompt(kind)
    try shell.home.shell("cp .config/stack/stack.json .config/stack/work.json")
    try shell.expect(prompt: "(Second) ready> ", after: ":")
    try shell.expect(prompt: "(Second) ready> ", after: kind.exporting("STACK_QUEUE", "work"))
    try shell.home.stack("-s", "work", "done")
    try shell.expect(prompt: "(Third) ready> ", after: "stack done")
    expectRefusal(of: "Third", shell)
  }

  @Test(arguments: shells) func aPromptWithoutATaskIsStaleAfterAPushElsewhere(_ kind: Shell) throws
  {
    let shell = try shellWithStalePrompt(kind)
    try shell.home.writeQueue("{}")
    try shell.expect(prompt: "ready> ")
    try shell.home.stack("push", "New")
    try shell.expect(prompt: "(New) ready> ", after: "stack done")
    expectRefusal(of: "New", shell)
    try shell.expect(prompt: "ready> ", after: "stack done")
  }
}
