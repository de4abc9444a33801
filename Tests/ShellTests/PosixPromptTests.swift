// The prompt of shells that have no hooks: dash, ksh93, mksh and busybox's ash.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// A shell whose start-up file, named by ENV, has the line for such shells.
private struct PosixShell {
  let home: Home
  let terminal: Terminal

  private let ending: String

  /// - Parameter ownPrompt: What the start-up file sets PS1 to; `nil` where it sets none.
  init(
    _ command: [String], ownPrompt: String? = "ready> ", before: String = "", options: String = ""
  ) throws {
    guard let program = Program.path(of: command[0]) else {
      throw Missing("there is no \(command[0]) here")
    }
    home = Home(["ENV": ".shrc"])
    try home.writeTasks("Task")
    // Without one of its own, each of them has a prompt that tells whether it is root's.
    ending = ownPrompt ?? (geteuid() == 0 ? "# " : "$ ")
    let lines = [ownPrompt.map { "PS1='\($0)'" } ?? "", before, Shell.posix.line(options), ""].joined(
      separator: "\n")
    try home.write(Data(lines.utf8), to: ".shrc")
    terminal = try Terminal(home, program, command.dropFirst() + ["-i"], columns: 100, rows: 24)
    try waitUntilReady()
  }

  private func waitUntilReady(after erasures: Int = 0) throws {
    let isReady = terminal.wait {
      $0.screen.erasures >= erasures && $0.screen.textBeforeCursor.hasSuffix(ending)
    }
    if !isReady { throw NotReady(shell: .posix, screen: terminal.screen.text) }
  }

  var prompt: String { terminal.screen.textBeforeCursor }

  /// Runs a command on a screen that was erased before, and returns the prompt that comes after it.
  func prompt(after command: String = ":") throws -> String {
    let erasures = terminal.screen.erasures
    terminal.type("\\printf '\\033[H\\033[2J'; \(command)\r")
    try waitUntilReady(after: erasures + 1)
    return prompt
  }

  func output(of command: String) throws -> String {
    _ = try prompt(after: command)
    return terminal.screen.linesAboveCursor.joined(separator: "\n")
  }
}

@Suite(.saysWhatIsMissing) struct PosixPromptTests {
  static let shells = [["dash"], ["ksh93"], ["mksh"], ["busybox", "ash"]]

  /// Some set their own only after the start-up file.
  @Test(arguments: shells) func withoutAPromptOfOnesOwn(_ command: [String]) throws {
    let shell = try PosixShell(command, ownPrompt: nil)
    #expect(shell.prompt.hasPrefix("(Task) "))
    #expect(try shell.prompt(after: "stack edit Other").hasPrefix("(Other) "))
  }

  @Test(arguments: shells) func followsTheQueue(_ command: [String]) throws {
    let shell = try PosixShell(command)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.prompt(after: "stack done") == "ready> ")
    #expect(try shell.prompt(after: "stack push Next") == "(Next) ready> ")
    try shell.home.writeQueue("broken")
    #expect(try shell.prompt() == "(stack!) ready> ")
    try shell.home.shell("rm .config/stack/stack.json")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: "sh -c 'exit 3'") == "")
    #expect(try shell.output(of: "sh -c 'exit 3'; false; echo $?") == "1")
    shell.terminal.type("sh -c 'exit 3'\recho \"it was $?.\"\r")
    #expect(shell.terminal.wait { $0.screen.lines.contains { $0.hasSuffix("it was 3.") } })
  }

  @Test(arguments: shells) func titlesStandAsTheyAreWritten(_ command: [String]) throws {
    let shell = try PosixShell(command)
    for (title, shown) in HostileTitle.titles.map({ ($0, $0) }) + HostileTitle.unsafe {
      try shell.home.writeTasks(title)
      #expect(try shell.prompt() == "(\(shown)) ready> ")
      #expect(shell.terminal.screen.linesAboveCursor == [], "and nothing else is said")
    }
    #expect(shell.home.files(below: "").filter { $0.contains("pwned") } == [])
  }

  @Test(
    arguments: shells,
    [
      "set -u", "set -e", "set -f", "IFS=st", "alias printf=false print=false command=false set=false",
      "PATH=$PATH",
    ])
  func withOptionsOfTheUsers(_ command: [String], _ options: String) throws {
    let shell = try PosixShell(command, before: options)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.output(of: ":") == "")
  }

  @Test(arguments: shells) func aReadonlyPromptStaysAsItIs(_ command: [String]) throws {
    let shell = try PosixShell(command, before: "readonly PS1")
    #expect(shell.prompt == "ready> ")
    #expect(!shell.terminal.text.contains("eadonly") && !shell.terminal.text.contains("read only"))
  }

  @Test(arguments: shells) func standsAfterLineBreaksAndOnce(_ command: [String]) throws {
    let shell = try PosixShell(command, before: "PS1='\nready> '")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: Shell.posix.line()) == "(Task) ready> ")
    #expect(shell.terminal.screen.text.components(separatedBy: "(Task)").count == 2)
  }

  @Test(arguments: shells) func canBeLeftAlone(_ command: [String]) throws {
    let shell = try PosixShell(command, options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    #expect(try shell.prompt(after: "unset STACK_NO_PROMPT") == "(Task) ready> ")
  }

  @Test(arguments: shells) func underXtraceLittleIsSaid(_ command: [String]) throws {
    let shell = try PosixShell(command)
    _ = try shell.prompt(after: "set -x")
    let lines = try shell.output(of: ":").split(separator: "\n").filter { $0.contains("stack") }
    #expect(lines.count <= 2 && !lines.contains { $0.contains("Task") })
  }
}
