// A prompt that has nothing new to tell costs no process.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

#if os(Linux)
  @Suite(
    .enabled(if: Program.exists("strace"), "strace tells which processes are started"), .saysWhatIsMissing)
  struct ProcessTests {
    /// How many processes a shell starts at ten prompts, one after the other.
    private func processes(atTenPrompts shell: Shell, in home: Home) throws -> Int {
      let log = home.url("calls").path
      let tracer = [try #require(Program.path(of: "strace")), "-f", "-e", "trace=process", "-o", log]
      let shell = try InteractiveShell(shell, in: home, tracer: tracer)
      // What came before, the next prompt may still have to look at.
      for _ in 1...3 { _ = try shell.prompt() }
      // These two can be found again.
      _ = try shell.prompt(after: "sh -c : the-first")
      for _ in 1...9 { _ = try shell.prompt() }
      _ = try shell.prompt(after: "sh -c : the-last")
      shell.terminal.type("exit\r")
      #expect(shell.terminal.end() != nil)

      let calls = try String(contentsOf: home.url("calls"), encoding: .utf8).split(separator: "\n")
      func start(_ mark: String) throws -> Int {
        try #require(calls.firstIndex { $0.contains("execve(") && $0.contains(mark) })
      }
      let started = try calls[start("the-first")..<start("the-last")].filter { call in
        ["clone(", "clone3(", "fork(", "vfork("].contains { call.contains(" \($0)") }
          && !call.contains("CLONE_THREAD")
      }
      // The last of them is the command that marks the end.
      return started.count - 1
    }

    @Test(arguments: Shell.withCompletion) func nothingIsStartedWhileNothingChanges(_ shell: Shell) throws {
      let home = Home()
      try home.writeTasks("Task")
      let count = try processes(atTenPrompts: shell, in: home)
      #expect(count == 0)
    }

    /// A file too large to be read whole at each prompt.
    @Test(arguments: [Shell.zsh, .fish]) func nothingIsStartedHoweverLargeTheFileIs(_ shell: Shell) throws {
      let home = Home()
      let others = (0..<5000).map { ", {\"title\": \"Task \($0)\"}" }.joined(separator: "\n")
      try home.writeQueue(
        "{\"mine\": \"\(String(repeating: "日", count: 300))\", \"tasks\": [{\"title\": \"Task\"}\(others)]}")
      let count = try processes(atTenPrompts: shell, in: home)
      #expect(count == 0)
    }

    @Test(arguments: Shell.withCompletion) func nothingIsStartedWhereThereIsNoFile(_ shell: Shell) throws {
      let count = try processes(atTenPrompts: shell, in: Home())
      #expect(count == 0)
    }
  }
#endif
