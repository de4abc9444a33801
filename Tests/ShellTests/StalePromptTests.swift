// A command that is typed at a prompt doesn't change another task than the prompt shows.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct StalePromptTests {
  private static let refusal = "stack: your prompt shows another task; "

  /// The shells whose prompt's script says what the prompt shows.
  private static let shells = Shell.allCases.filter { $0 != .posix }

  /// A shell whose prompt shows the first of many tasks.
  private func shell(_ kind: Shell) throws -> InteractiveShell {
    let home = Home()
    try home.shell(
      """
      printf 'Task %s\\n' {1..20} | stack push -; printf 'At work %s\\n' {1..5} | stack -s work push -
      printf '#!/bin/sh\\nstack done\\nexit\\n' >script
      printf '#!/bin/sh\\nexec stack done\\n' >ends-in-exec
      chmod +x script ends-in-exec
      """)
    let definitions =
      switch kind {
      case .fish: "alias finish 'stack done'; function finished; stack done; end"
      case .elvish: "fn finished { stack done }"
      case .xonsh: "aliases['finish'] = 'stack done'"
      default: "alias finish='stack done'; finished() { stack done; }"
      }
    let shell = try InteractiveShell(kind, in: home, after: definitions)
    // elvish updates its first prompt once more when a key is pressed.
    try shell.expect(prompt: "(Task 2) ready> ", after: "stack done")
    return shell
  }

  private func expectRefusal(
    of task: String, _ shell: InteractiveShell, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = shell.screen
    #expect(
      text.contains("\(Self.refusal)'\(task)' is the"), "\(text)", sourceLocation: sourceLocation)
  }

  /// In one session, because some shells start slowly.
  @Test(arguments: shells) func aCommandAtAStalePromptIsRefusedOnceAndAScriptNever(_ kind: Shell)
    throws
  {
    let shell = try shell(kind)
    let text = try #require(shell.home.queueText())
    try expectCommandsAreRefused(Self.noticed[kind] ?? [], shell)
    try shell.home.writeQueue(text)
    try shell.expect(prompt: "(Task 2) ready> ")
    try expectCommandsAreNotRefused(Self.unnoticed[kind] ?? [], shell)
  }

  private func expectCommandsAreRefused(_ noticed: [String], _ shell: InteractiveShell) throws {
    let home = shell.home
    for command in ["stack done"] + noticed {
      try home.stack("done")
      let task = try #require(home.titles().first)
      try shell.expect(prompt: "(\(task)) ready> ", after: command)
      expectRefusal(of: task, shell)
      #expect(try home.titles().first == task, "\(command)")
    }
    let tasks = try home.titles()
    try shell.expect(prompt: "(\(tasks[1])) ready> ", after: "stack done")
    // The second command of a line is of someone who saw what the first one printed.
    try shell.expect(prompt: "(\(tasks[3])) ready> ", after: "stack done; stack done")

    // After a prompt that failed, nothing is refused.
    let text = try #require(home.queueText())
    try home.writeQueue("broken")
    try shell.expect(prompt: "(stack!) ready> ")
    try home.writeQueue(text)
    try shell.expect(prompt: "(\(tasks[4])) ready> ", after: "stack done")

    // A prompt without a task is stale after a push elsewhere.
    try home.writeQueue("{}")
    try shell.expect(prompt: "ready> ")
    try home.stack("push", "New")
    try shell.expect(prompt: "(New) ready> ", after: "stack done")
    expectRefusal(of: "New", shell)
    try shell.expect(prompt: "ready> ", after: "stack done")
  }

  /// Of these commands, the shell is the parent.
  private static let noticed: [Shell: [String]] = [
    .bash: [
      "time stack done", "command stack done", "finish", "finished", "true && stack done",
      "stack done | cat", "(stack done)", "./ends-in-exec", "stack done & wait",
    ],
    .zsh: [
      "time stack done", "finish", "finished", "stack done | cat", "(stack done)",
      "true && stack done",
    ],
    .fish: [
      "time stack done", "finish", "finished", "stack done | cat", "true; and stack done",
    ],
    .elvish: ["finished"], .xonsh: ["finish"],
  ]

  /// These commands have another parent or are about another stack.
  private static let unnoticed: [Shell: [String]] = [
    .bash: [
      "./script", "bash -c 'stack done; :'", "stack -s work done", "STACK_QUEUE=work stack done",
      "exec stack done",
    ],
    .zsh: ["./script", "STACK_QUEUE=work stack done"],
    .fish: ["./script", "STACK_QUEUE=work stack done"],
    .elvish: ["e:./script", "stack -s work done"], .xonsh: ["./script", "stack -s work done"],
  ]

  private func expectCommandsAreNotRefused(_ unnoticed: [String], _ shell: InteractiveShell) throws
  {
    let start = shell.terminal.position
    for command in unnoticed {
      try shell.home.stack("done")
      let queue = command.contains("work") ? "work" : "stack"
      let task = try #require(shell.home.titles("tasks", queue).first)
      shell.type("\(command)\r")
      shell.expectScreen { $0.text.contains("✓ \(task)") }
      shell.terminal.wait(seconds: 1) { $0.screen.textBeforeCursor.hasSuffix("ready> ") }
      let text = shell.terminal.text(from: start)
      #expect(!text.contains(Self.refusal), "\(command)")
    }
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
    let shell = try shell(.bash)
    try shell.home.shell("stack done; mv .bashrc unused")
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
    let shell = try shell(.bash)
    try shell.home.stack("done")
    try shell.expect(prompt: "(Task 3) ready> ", after: "bash")
    try shell.expect(prompt: "(Task 4) ready> ", after: "stack done")
    shell.type("exit\r")
    shell.terminal.wait { $0.screen.text.hasSuffix("exit\n(Task 4) ready>") }
    try shell.home.stack("done")
    try shell.expect(prompt: "(Task 5) ready> ", after: "stack done")
    expectRefusal(of: "Task 5", shell)
  }

  /// The other stack has the same text, so the prompt looks the same.
  @Test(arguments: Shell.withCompletion) func thePromptKnowsWhichOfTwoEqualStacksItShows(
    _ kind: Shell
  ) throws {
    let shell = try shell(kind)
    try shell.home.shell("cp .config/stack/stack.json .config/stack/work.json")
    try shell.expect(prompt: "(Task 2) ready> ", after: kind.exporting("STACK_QUEUE", "work"))
    try shell.home.stack("-s", "work", "done")
    try shell.expect(prompt: "(Task 3) ready> ", after: "stack done")
    expectRefusal(of: "Task 3", shell)
  }
}
